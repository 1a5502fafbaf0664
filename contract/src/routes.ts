import * as auditLog from './audit-log/contract.ts'
import * as auth from './auth/contract.ts'
import type { Route } from './http.ts'
import * as settings from './settings/contract.ts'
import * as storage from './storage/contract.ts'

/** Every call of the product: the laws and the OpenAPI document walk this list. spec §7 */
export const routes: readonly Route[] = [
  auth.getCurrentUser,
  auth.getEmailConfigured,
  auth.sendVerificationEmail,
  auth.sendPasswordResetEmail,
  auth.updateProfile,
  settings.getSettings,
  settings.updateSettings,
  auditLog.listAuditLog,
  storage.getStorageToken,
  storage.uploadFile,
]
