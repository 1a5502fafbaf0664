import {
  getEmailConfigured,
  sendPasswordResetEmail,
  sendVerificationEmail,
} from '@baseline/contract/auth/contract.ts'

import { call } from '#platform/api.ts'
import { identity } from '#platform/identity.ts'

/** The backend sends the mail if its email is configured, otherwise the identity service does. spec §7 */
const backendSendsMail = async (): Promise<boolean> => (await call(getEmailConfigured)).configured

export const mailVerification = async (email: string): Promise<void> => {
  if (await backendSendsMail()) await call(sendVerificationEmail)
  else await identity.sendEmailVerification(email)
}

export const mailPasswordReset = async (email: string): Promise<void> => {
  if (await backendSendsMail()) await call(sendPasswordResetEmail, { body: { email } })
  else await identity.sendPasswordReset(email)
}
