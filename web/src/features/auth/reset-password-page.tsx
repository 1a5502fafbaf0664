import { passwordLength } from '@baseline/contract/auth/password.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Form } from 'antd'

import { messageOf } from '#platform/errors.ts'
import { PasswordInput } from '#platform/form/password-input.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'
import { identity } from '#platform/identity.ts'
import { useGo, useSearchText } from '#platform/navigation.ts'
import { session } from '#platform/session.ts'
import { toast } from '#platform/ui/toast.tsx'

import { AuthAlert } from './auth-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { resetPasswordForm } from './credentials.ts'
import { paths } from './paths.ts'

/** Where the links of reset and invitation mails land; open to everyone. */
export const ResetPasswordPage = () => {
  const [form] = Form.useForm()
  const go = useGo()
  const token = useSearchText('token') ?? ''
  const save = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      session.setAuthError(undefined)
      await identity.confirmPasswordReset(token, password)
      // A new password ends every session of the account, so this browser forgets its own too.
      await session.signOut()
    },
    onSuccess: () => {
      toast.success(t('auth.resetPassword.success'))
      go(paths.signin(), { replace: true })
    },
    onError: (error) => session.setAuthError(messageOf(error)),
    meta: { handlesErrors: true },
  })
  return (
    <AuthFrame title={t('auth.resetPassword.title')}>
      <AuthAlert />
      <SchemaForm
        shape={resetPasswordForm}
        form={form}
        requiredMark={false}
        onSubmit={(given) => save.mutate(given)}
      >
        <SchemaField
          shape={resetPasswordForm}
          name="password"
          extra={t('auth.passwordHint', { min: passwordLength.min })}
        >
          <PasswordInput size="large" autoComplete="new-password" />
        </SchemaField>
        <Button type="primary" htmlType="submit" size="large" block loading={save.isPending}>
          {t('auth.resetPassword.submit')}
        </Button>
      </SchemaForm>
      <p className="auth-links">
        <Link to={save.isError ? paths.forgotPassword() : paths.signin()}>
          {save.isError ? t('auth.resetPassword.requestNew') : t('auth.backToSignin')}
        </Link>
      </p>
    </AuthFrame>
  )
}
