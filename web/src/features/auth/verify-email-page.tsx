import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'

import { IdentityError, messageOf } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { identity } from '#platform/identity.ts'
import { homePath, useGo, useSearchText } from '#platform/navigation.ts'
import { session, useCurrentUser } from '#platform/session.ts'

import { FrameAlert } from './auth-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { paths } from './paths.ts'
import { SigninFields } from './signin-fields.tsx'

interface Credentials {
  email: string
  password: string
  rememberMe: boolean
}

/** Loads a new token and the user again, because the old token still says "unverified". */
const confirm = async (token: string, credentials?: Credentials): Promise<void> => {
  if (credentials) await identity.signIn(credentials.email, credentials.password, credentials.rememberMe)
  await identity.confirmEmail(token)
  await session.load({ force: true })
}

const needsPassword = (error: unknown, credentials: Credentials | undefined): boolean =>
  error instanceof IdentityError && (error.code === 'auth/session-required' || credentials !== undefined)

/**
 * Target of the link in verification mails. Without a session of the same account, the page asks for the
 * password first: access to the mail must not be enough to get access to the account.
 */
export const VerifyEmailPage = () => {
  const token = useSearchText('token') ?? ''
  const go = useGo()
  const user = useCurrentUser()
  const { mutate, status, error, variables } = useMutation({
    mutationFn: (credentials: Credentials | undefined) => confirm(token, credentials),
    meta: { handlesErrors: true },
  })
  useEffect(() => mutate(undefined), [mutate])

  if (status === 'success')
    return (
      <AuthFrame title={t('auth.verifyEmail.success')}>
        <Button type="primary" size="large" block onClick={() => go(homePath)}>
          {t('auth.verifyEmail.proceed')}
        </Button>
      </AuthFrame>
    )
  if (status === 'error' && !needsPassword(error, variables))
    return (
      <AuthFrame title={t('auth.verifyEmail.title')}>
        <FrameAlert message={messageOf(error)} />
        <Button size="large" block onClick={() => go(user ? paths.emailUnverified() : paths.signin())}>
          {user ? t('auth.emailUnverified.submit') : t('auth.backToSignin')}
        </Button>
      </AuthFrame>
    )
  const asksPassword = status === 'error' || variables !== undefined
  return (
    <AuthFrame
      title={t('auth.verifyEmail.title')}
      intro={asksPassword ? undefined : t('auth.verifyEmail.pending')}
    >
      {asksPassword && (
        <>
          <FrameAlert message={error ? messageOf(error) : undefined} type={variables ? 'error' : 'info'} />
          <SigninFields pending={status === 'pending'} onSubmit={mutate} />
        </>
      )}
    </AuthFrame>
  )
}
