import { z } from 'zod'

import { email, instant, optional, phone, text } from '../fields.ts'
import { EmptyResponse, route } from '../http.ts'
import { roles } from '../permissions.ts'
import { Avatar, AvatarChoice } from '../storage/contract.ts'

/** The signed-in user. spec §3 */
export const CurrentUser = z
  .strictObject({
    /** Id of the user record, or of the account if there is no record yet. */
    id: z.string(),
    email: z.string(),
    fullName: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    roles: z.array(z.enum(roles)),
    avatars: z.array(Avatar),
    emailVerified: z.boolean(),
    secondFactor: z.strictObject({
      isSet: z.boolean(),
      /** The end of the time to set it up; null if the user need not. Later, other calls return 403. */
      dueAt: instant.nullable(),
    }),
    /** The responses that the user may read; empty if the user may read all. */
    access: z.array(
      z.strictObject({
        /** Null means all surveys. */
        survey: z.string().nullable(),
        districts: z.array(z.string()).nullable(),
        ownTeam: z.boolean(),
      }),
    ),
    /** Version of the user record; 0 without a record or a verified email. */
    version: z.int(),
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.infer<typeof CurrentUser>

/** Profile fields that users may edit; never the email or the roles. spec §3, §7 */
export const Profile = z.strictObject({
  firstName: optional(text({ max: 80 })),
  lastName: optional(text({ max: 175 })),
  phoneNumber: optional(phone),
  /** Omit to keep the avatar. */
  avatars: AvatarChoice.optional(),
})
export type Profile = z.infer<typeof Profile>

export const getCurrentUser = route({
  method: 'GET',
  path: '/auth/me',
  access: 'signedIn',
  summary: 'Return the signed-in user',
  response: CurrentUser,
})

export const getEmailConfigured = route({
  method: 'GET',
  path: '/auth/email-configured',
  access: 'anyone',
  summary: 'Return whether the backend sends mails; otherwise the identity service sends them',
  response: z.strictObject({ configured: z.boolean() }),
})

export const sendVerificationEmail = route({
  method: 'POST',
  path: '/auth/send-email-address-verification-email',
  access: 'signedIn',
  summary: 'Mail a link that verifies the address of the signed-in user',
  response: EmptyResponse,
})

export const sendPasswordResetEmail = route({
  method: 'POST',
  path: '/auth/send-password-reset-email',
  access: 'anyone',
  summary: 'Mail a link that sets a new password',
  body: z.strictObject({ email }),
  response: EmptyResponse,
})

export const updateProfile = route({
  method: 'PUT',
  path: '/auth/profile',
  access: 'member',
  summary: "Replace the caller's name, phone number and avatar",
  body: z.strictObject({ profile: Profile }),
  response: CurrentUser,
})
