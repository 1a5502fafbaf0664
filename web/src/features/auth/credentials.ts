import { passwordLength } from '@baseline/contract/auth/password.ts'
import { email } from '@baseline/contract/fields.ts'
import { z } from 'zod'

import { formOf } from '#platform/form/form-shape.ts'

const newPassword = z.string().min(passwordLength.min).max(passwordLength.max)

/** An existing password is only asked for, never judged. */
export const signinForm = formOf(
  z.object({ email, password: z.string().min(1), rememberMe: z.boolean().optional() }),
  { email: 'user.fields.email', password: 'user.fields.password', rememberMe: 'user.fields.rememberMe' },
)

/** Of an account that is known already. */
export const passwordForm = formOf(z.object({ password: z.string().min(1) }), {
  password: 'user.fields.password',
})

export const signupForm = formOf(z.object({ email, password: newPassword }), {
  email: 'user.fields.email',
  password: 'user.fields.password',
})

export const forgotPasswordForm = formOf(z.object({ email }), { email: 'user.fields.email' })

export const resetPasswordForm = formOf(z.object({ password: newPassword }), {
  password: 'user.fields.password',
})
