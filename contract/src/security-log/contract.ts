import { z } from 'zod'

import { instant, oneOrMany, range, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'

/** Events of accounts that the identity service records. */
export const securityEvents = [
  'signIn',
  'signUp',
  'socialSignIn',
  'passwordResetMail',
  'passwordReset',
  'passwordChange',
  'emailVerification',
  'sessionEnd',
  'secondFactor',
  'recoveryCode',
  'passkeySignIn',
  'secondFactorSetUp',
  'secondFactorRemoval',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

export const securityResults = ['ok', 'refused'] as const

/** An event of an account, successful or refused. */
export const SecurityLogEntry = z
  .strictObject({
    id: z.string(),
    timestamp: instant,
    event: z.enum(securityEvents),
    /** Null if no account has the address. */
    email: z.string().nullable(),
    /** Keyed hash of the sender's network address: equal for equal senders. */
    sender: z.string(),
    /** `ok`, or the code of the error. */
    result: z.string(),
  })
  .meta({ id: 'SecurityLogEntry' })
export type SecurityLogEntry = z.infer<typeof SecurityLogEntry>

export const listSecurityLog = route({
  method: 'GET',
  path: '/security-log',
  access: 'auditLogRead',
  summary: 'List sign-ins and other events of accounts, newest first',
  query: listQuery(
    {
      timestampRange: range(instant).optional(),
      /** Matches a part of the address. */
      email: text().optional(),
      sender: text().optional(),
      event: oneOrMany(z.enum(securityEvents)).optional(),
      result: z.enum(securityResults).optional(),
    },
    ['timestamp'],
  ),
  response: pageOf(SecurityLogEntry),
})
