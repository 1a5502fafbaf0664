import type { Server } from '#platform/http/server.ts'

import { auditLog } from './audit-log/routes.ts'
import { auth } from './auth/routes.ts'
import { dashboard } from './dashboard/routes.ts'
import { dataProtection } from './data-protection/routes.ts'
import { devices } from './devices/routes.ts'
import { iam } from './iam/routes.ts'
import { ownResponses } from './own-responses/routes.ts'
import { readLog } from './read-log/routes.ts'
import { securityLog } from './security-log/routes.ts'
import { settings } from './settings/routes.ts'
import { storage } from './storage/routes.ts'
import { surveyResponses } from './survey-responses/routes.ts'
import { surveys } from './surveys/routes.ts'
import { userDetails } from './user-details/routes.ts'

/** Functions that register the routes of each feature. */
export const features: readonly ((server: Server) => void)[] = [
  auth,
  settings,
  dashboard,
  ownResponses,
  auditLog,
  securityLog,
  readLog,
  dataProtection,
  iam,
  userDetails,
  devices,
  surveys,
  surveyResponses,
  storage,
]
