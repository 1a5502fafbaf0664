import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'

import { t } from '#platform/i18n.ts'
import { homePath, useGo } from '#platform/navigation.ts'
import { session, useCurrentUser } from '#platform/session.ts'
import { toast } from '#platform/ui/toast.tsx'

import { mailVerification } from './account-mails.ts'
import { AuthFrame } from './auth-frame.tsx'
import { SignOutLink } from './sign-out-link.tsx'

/** spec §2: waits until the email is confirmed. */
export const EmailUnverifiedPage = () => {
  const user = useCurrentUser()
  const go = useGo()
  const resend = useMutation({
    mutationFn: mailVerification,
    onSuccess: () => toast.success(t('auth.verificationEmailSuccess')),
  })
  // The token in memory still says "unverified" when the link was opened in another window or on a phone.
  const check = useMutation({
    mutationFn: () => session.load({ force: true }),
    onSuccess: () => {
      if (session.current()?.emailVerified) go(homePath, { replace: true })
      else toast.error(t('auth.emailUnverified.notYet'))
    },
  })
  if (!user) return null
  return (
    <AuthFrame
      title={t('auth.emailUnverified.title')}
      intro={t('auth.emailUnverified.message', { email: user.email })}
    >
      <div className="auth-actions">
        <Button
          type="primary"
          size="large"
          block
          loading={resend.isPending}
          onClick={() => resend.mutate(user.email)}
        >
          {t('auth.emailUnverified.submit')}
        </Button>
        <Button type="text" block loading={check.isPending} onClick={() => check.mutate()}>
          {t('auth.emailUnverified.check')}
        </Button>
      </div>
      <SignOutLink />
    </AuthFrame>
  )
}
