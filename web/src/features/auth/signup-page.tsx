import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Form } from 'antd'

import { handleError } from '#platform/error-funnel.ts'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'
import { identity } from '#platform/identity.ts'
import { homePath, useGo, useSearchText } from '#platform/navigation.ts'
import { safeOrigin } from '#platform/origin.ts'

import { EmailField, NewPasswordField } from './account-fields.tsx'
import { mailVerification } from './account-mails.ts'
import { AuthAlert } from './auth-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { signupForm } from './credentials.ts'
import { paths } from './paths.ts'
import { signInAndLoad } from './sign-in-and-load.ts'
import { SocialButtons } from './social-buttons.tsx'

/**
 * Signs up and signs in. The route guard then redirects to the page that waits for the email confirmation.
 * spec §2
 */
export const SignupPage = () => {
  const [form] = Form.useForm()
  const go = useGo()
  const origin = safeOrigin(useSearchText('from'))
  const signUp = useMutation({
    mutationFn: async ({ email, password }: { email: string; password: string }) => {
      if ((await signInAndLoad(() => identity.signUp(email, password))) !== 'signedIn') return
      // The account already exists, so a mail failure is only reported. The next page can send the mail
      // again.
      await mailVerification(email).catch(handleError)
      go(origin ?? homePath, { replace: true })
    },
  })
  return (
    <AuthFrame title={t('auth.signup')}>
      <AuthAlert />
      <SchemaForm
        shape={signupForm}
        form={form}
        requiredMark={false}
        onSubmit={(values) => signUp.mutate(values)}
      >
        <EmailField />
        <NewPasswordField />
        <Button type="primary" htmlType="submit" size="large" block loading={signUp.isPending}>
          {t('auth.signup')}
        </Button>
      </SchemaForm>
      <SocialButtons origin={origin} />
      <p className="auth-links">
        <Link to={paths.signin()} {...(origin && { search: { from: origin } })}>
          {t('auth.alreadyHaveAnAccount')}
        </Link>
      </p>
    </AuthFrame>
  )
}
