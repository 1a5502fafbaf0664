import { passwordLength } from '@baseline/contract/auth/password.ts'
import { email } from '@baseline/contract/fields.ts'
import { z } from 'zod'

import { formOf } from '#platform/form/form-shape.ts'

const newPassword = z.string().min(passwordLength.min).max(passwordLength.max)

/** An existing password only has to be non-empty. The length rules apply to new passwords. */
export const signinForm = formOf(
  z.object({ email, password: z.string().min(1), rememberMe: z.boolean().optional() }),
  { email: 'user.fields.email', password: 'user.fields.password', rememberMe: 'user.fields.rememberMe' },
)

/** Asks only for the password, because the account is known. */
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

export const changePasswordForm = formOf(
  z.object({ currentPassword: z.string().min(1), password: newPassword }),
  {
    currentPassword: 'auth.security.currentPassword',
    password: 'auth.security.newPassword',
  },
)

export const appCodeForm = formOf(
  z.object({
    code: z
      .string()
      .transform((text) => text.replaceAll(' ', ''))
      .pipe(z.string().regex(/^\d{6}$/)),
  }),
  { code: 'auth.secondStep.code' },
)

export const recoveryCodeForm = formOf(z.object({ recoveryCode: z.string().trim().min(1).max(30) }), {
  recoveryCode: 'auth.secondStep.recoveryCode',
})

let lastEmail = ''

/** Last email address entered in this tab, to prefill the next form. Kept in memory only. */
export const enteredEmail = {
  get: (): string => lastEmail,
  set: (value: string): void => {
    lastEmail = value
  },
}
