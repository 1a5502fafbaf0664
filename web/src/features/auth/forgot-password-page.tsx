import { Link } from '@tanstack/react-router'
import { Button, Form } from 'antd'

import { SaveFailure } from '#platform/form/save-failure.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { useSave } from '#platform/form/use-save.ts'
import { t } from '#platform/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { toast } from '#platform/ui/toast.tsx'

import { EmailField } from './account-fields.tsx'
import { mailPasswordReset } from './account-mails.ts'
import { AuthFrame } from './auth-frame.tsx'
import { enteredEmail, forgotPasswordForm } from './credentials.ts'
import { paths } from './paths.ts'

export const ForgotPasswordPage = () => {
  const [form] = Form.useForm()
  const go = useGo()
  const send = useSave({
    save: ({ email }: { email: string }) => {
      enteredEmail.set(email)
      return mailPasswordReset(email)
    },
    onSaved: () => {
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
        initialValues={{ email: enteredEmail.get() }}
        onSubmit={(values) => send.mutate(values)}
      >
        <SaveFailure error={send.error} />
        <EmailField />
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
