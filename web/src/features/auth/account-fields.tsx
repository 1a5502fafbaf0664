import { passwordLength } from '@baseline/contract/auth/password.ts'
import { Input } from 'antd'

import { PasswordInput } from '#platform/form/password-input.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t } from '#platform/i18n.ts'

import { forgotPasswordForm, resetPasswordForm } from './credentials.ts'

/** Email field with the same validation in every account form. */
export const EmailField = () => (
  <SchemaField shape={forgotPasswordForm} name="email">
    <Input size="large" inputMode="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
  </SchemaField>
)

/** Field for a new password, which validates its length. */
export const NewPasswordField = () => (
  <SchemaField
    shape={resetPasswordForm}
    name="password"
    extra={t('auth.passwordHint', { min: passwordLength.min })}
  >
    <PasswordInput size="large" autoComplete="new-password" />
  </SchemaField>
)
