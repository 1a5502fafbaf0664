import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'

import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { toast } from '#platform/ui/toast.tsx'

import { mailPasswordReset } from './account-mails.ts'
import { AuthFrame } from './auth-frame.tsx'
import { forgotPasswordForm } from './credentials.ts'
import { paths } from './paths.ts'

export const ForgotPasswordPage = () => {
  const [form] = Form.useForm()
  const go = useGo()
  const send = useMutation({
    mutationFn: ({ email }: { email: string }) => mailPasswordReset(email),
    onSuccess: () => {
      toast.success(t('auth.passwordResetEmailSuccess'))
      go(paths.signin())
    },
  })
  return (
    <AuthFrame title={t('auth.forgotPassword')} intro={t('auth.forgotPasswordIntro')}>
      <SchemaForm
        shape={forgotPasswordForm}
        form={form}
        requiredMark={false}
        onSubmit={(given) => send.mutate(given)}
      >
        <SchemaField shape={forgotPasswordForm} name="email">
          <Input
            size="large"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </SchemaField>
        <Button type="primary" htmlType="submit" size="large" block loading={send.isPending}>
          {t('auth.passwordResetEmail.message')}
        </Button>
      </SchemaForm>
      <p className="auth-links">
        <Link to={paths.signin()}>{t('auth.backToSignin')}</Link>
      </p>
    </AuthFrame>
  )
}
