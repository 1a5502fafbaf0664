import { email } from '@baseline/contract/fields.ts'
import { z } from 'zod'

import { formOf } from '#platform/form/form-shape.ts'

/** What the identity service asks of a new password; shorter ones it refuses as `auth/weak-password`. */
export const shortestPassword = 10

const newPassword = z.string().min(shortestPassword).max(128)

/** An existing password is only asked for, never judged. */
export const signinForm = formOf(
  z.object({ email, password: z.string().min(1), rememberMe: z.boolean().optional() }),
  { email: 'user.fields.email', password: 'user.fields.password', rememberMe: 'user.fields.rememberMe' },
)

export const signupForm = formOf(z.object({ email, password: newPassword }), {
  email: 'user.fields.email',
  password: 'user.fields.password',
})

export const forgotPasswordForm = formOf(z.object({ email }), { email: 'user.fields.email' })

export const resetPasswordForm = formOf(z.object({ password: newPassword }), {
  password: 'user.fields.password',
})
