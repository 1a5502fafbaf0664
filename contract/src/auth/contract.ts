import { z } from 'zod'

import { email, optional, phone, text } from '../fields.ts'
import { Done, route } from '../http.ts'
import { roles } from '../permissions.ts'
import { Avatar, AvatarChoice } from '../storage/contract.ts'

/** The person signed in, as the screens know them. spec §3 */
export const CurrentUser = z
  .strictObject({
    /** The user record's; the account's own while no record belongs to it yet. */
    id: z.string(),
    email: z.string(),
    fullName: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    roles: z.array(z.enum(roles)),
    avatars: z.array(Avatar),
    emailVerified: z.boolean(),
    /** The user record's; 0 while nothing of one is shown. */
    version: z.int(),
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.infer<typeof CurrentUser>

/** What people change about themselves; never their email or their roles. spec §3, §7 */
export const Profile = z.strictObject({
  firstName: optional(text({ max: 80 })),
  lastName: optional(text({ max: 175 })),
  phoneNumber: optional(phone),
  /** Left out, the avatar stays as it is. */
  avatars: AvatarChoice.optional(),
})
export type Profile = z.infer<typeof Profile>

export const getCurrentUser = route({
  method: 'GET',
  path: '/auth/me',
  access: 'signedIn',
  summary: 'The person signed in',
  response: CurrentUser,
})

export const getEmailConfigured = route({
  method: 'GET',
  path: '/auth/email-configured',
  access: 'anyone',
  summary: 'Whether the backend sends mails itself; otherwise the identity service does',
  response: z.strictObject({ configured: z.boolean() }),
})

export const sendVerificationEmail = route({
  method: 'POST',
  path: '/auth/send-email-address-verification-email',
  access: 'signedIn',
  summary: 'Mail a link that verifies the address of the person signed in',
  response: Done,
})

export const sendPasswordResetEmail = route({
  method: 'POST',
  path: '/auth/send-password-reset-email',
  access: 'anyone',
  summary: 'Mail a link that sets a new password',
  body: z.strictObject({ email }),
  response: Done,
})

export const updateProfile = route({
  method: 'PUT',
  path: '/auth/profile',
  access: 'member',
  summary: 'Change your own name, phone number and avatar',
  body: z.strictObject({ profile: Profile }),
  response: CurrentUser,
})
