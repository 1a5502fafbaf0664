import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Form } from 'antd'
import { useState } from 'react'

import { IdentityError, messageOf } from '#platform/errors.ts'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { t } from '#platform/i18n.ts'
import { identity } from '#platform/identity.ts'
import { homePath, useGo, useSearchText } from '#platform/navigation.ts'
import { session, useCurrentUser } from '#platform/session.ts'
import { toast } from '#platform/ui/toast.tsx'

import { NewPasswordField } from './account-fields.tsx'
import { FrameAlert } from './auth-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { resetPasswordForm } from './credentials.ts'
import { paths } from './paths.ts'
import { useSignOut } from './sign-out.ts'

const deadLinkCode = 'auth/invalid-action-code'

/** Target of the links in reset and invitation mails. Open to users with and without a session. */
export const ResetPasswordPage = () => {
  const token = useSearchText('token')
  const [isLinkDead, setLinkDead] = useState(false)
  return (
    <AuthFrame title={t('auth.resetPassword.title')}>
      {token && !isLinkDead ? (
        <PasswordForm token={token} onDeadLink={() => setLinkDead(true)} />
      ) : (
        <DeadLink />
      )}
    </AuthFrame>
  )
}

const PasswordForm = ({ token, onDeadLink }: { token: string; onDeadLink: () => void }) => {
  const [form] = Form.useForm()
  const go = useGo()
  const user = useCurrentUser()
  const signOut = useSignOut()
  const save = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      await identity.confirmPasswordReset(token, password)
      // A new password ends every session of its account. The session of this browser may belong to another
      // account.
      return session.isAlive()
    },
    onSuccess: (isAlive) => {
      toast.success(t('auth.resetPassword.success'))
      if (user && !isAlive) signOut()
      else go(user ? homePath : paths.signin(), { replace: true })
    },
    onError: (error) => {
      if (error instanceof IdentityError && error.code === deadLinkCode) onDeadLink()
    },
    meta: { handlesErrors: true },
  })
  return (
    <>
      <FrameAlert message={save.error ? messageOf(save.error) : undefined} />
      <SchemaForm
        shape={resetPasswordForm}
        form={form}
        requiredMark={false}
        onSubmit={(values) => save.mutate(values)}
      >
        <NewPasswordField />
        <Button type="primary" htmlType="submit" size="large" block loading={save.isPending}>
          {t('auth.resetPassword.submit')}
        </Button>
      </SchemaForm>
      <p className="auth-links">
        {user ? (
          <Link to={homePath}>{t('pages.backToHome')}</Link>
        ) : (
          <Link to={paths.signin()}>{t('auth.backToSignin')}</Link>
        )}
      </p>
    </>
  )
}

/** Shown for a link that was used, has expired or is incomplete: only a new link helps. */
const DeadLink = () => {
  const go = useGo()
  const user = useCurrentUser()
  const signOut = useSignOut()
  return (
    <>
      <FrameAlert message={t(deadLinkCode)} />
      <Button
        type="primary"
        size="large"
        block
        // The page that requests a link is only for users who are not signed in. spec §2
        onClick={() => (user ? signOut(paths.forgotPassword()) : go(paths.forgotPassword()))}
      >
        {t('auth.resetPassword.requestNew')}
      </Button>
    </>
  )
}
