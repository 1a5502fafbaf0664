import { passwordLength } from '@baseline/contract/auth/password.ts'
import { Input } from 'antd'

import { PasswordInput } from '#platform/form/password-input.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t } from '#platform/i18n.ts'

import { forgotPasswordForm, resetPasswordForm } from './credentials.ts'

/** The address of an account: the same field, with the same rules, in every form that asks for it. */
export const EmailField = () => (
  <SchemaField shape={forgotPasswordForm} name="email">
    <Input size="large" inputMode="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
  </SchemaField>
)

/** A password that is being chosen, and therefore judged. */
export const NewPasswordField = () => (
  <SchemaField
    shape={resetPasswordForm}
    name="password"
    extra={t('auth.passwordHint', { min: passwordLength.min })}
  >
    <PasswordInput size="large" autoComplete="new-password" />
  </SchemaField>
)
