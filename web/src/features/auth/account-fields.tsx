import type { PasswordProblem } from '@baseline/contract/auth/password-strength.ts'
import { passwordLength } from '@baseline/contract/auth/password.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'

import { PasswordInput } from '#platform/form/password-input.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t } from '#platform/i18n.ts'
import { useDebounced } from '#platform/use-debounced.ts'

import { forgotPasswordForm, resetPasswordForm } from './credentials.ts'
import type { changePasswordForm } from './credentials.ts'

import './account-fields.css'

/** Email field with the same validation in every account form. */
export const EmailField = () => (
  <SchemaField shape={forgotPasswordForm} name="email">
    <Input size="large" inputMode="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
  </SchemaField>
)

/** Returns why the typed password is too weak, once it is long enough. */
const usePasswordProblem = (): PasswordProblem | undefined => {
  const form = Form.useFormInstance<{ email?: string; password?: string }>()
  const password = useDebounced(Form.useWatch('password', form) ?? '')
  const email = Form.useWatch('email', form) ?? ''
  const isLongEnough = password.length >= passwordLength.min
  // Large, because of its dictionary of common passwords.
  const { data: strength } = useQuery({
    queryKey: ['password-strength'],
    queryFn: () => import('@baseline/contract/auth/password-strength.ts'),
    enabled: isLongEnough,
    staleTime: Infinity,
    // The server checks every password too.
    meta: { handlesErrors: true },
  })
  return isLongEnough ? strength?.passwordProblem(password, [email]) : undefined
}

interface NewPasswordFieldProps {
  shape?: typeof resetPasswordForm | typeof changePasswordForm
}

/** Field for a new password. Validates its length, and warns while the user types a weak one. */
export const NewPasswordField = ({ shape = resetPasswordForm }: NewPasswordFieldProps) => {
  const problem = usePasswordProblem()
  return (
    <SchemaField
      shape={shape}
      name="password"
      extra={
        <span aria-live="polite" {...(problem && { className: 'password-problem' })}>
          {problem
            ? t(`auth.passwordProblems.${problem}`)
            : t('auth.passwordHint', { min: passwordLength.min })}
        </span>
      }
    >
      <PasswordInput size="large" autoComplete="new-password" />
    </SchemaField>
  )
}
