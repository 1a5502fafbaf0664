import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'

import { t } from '#platform/i18n.ts'
import { identity } from '#platform/identity.ts'
import type { SecondFactor } from '#platform/identity.ts'
import { pathAfterSignIn, useGo, useSearchText } from '#platform/navigation.ts'
import { safeOrigin } from '#platform/origin.ts'
import { session } from '#platform/session.ts'

import { AuthAlert } from './auth-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { enteredEmail } from './credentials.ts'
import { secondStep, supportsPasskeys } from './own-account.ts'
import { paths } from './paths.ts'
import { SecondStep } from './second-step.tsx'
import { signInAndLoad } from './sign-in-and-load.ts'
import { SigninFields } from './signin-fields.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { useSignInOptions } from './use-sign-in-options.ts'

/** Signs in and continues to the page that the user requested. spec §2 */
export const SigninPage = () => {
  const go = useGo()
  const origin = safeOrigin(useSearchText('from'))
  const { isSignUpOpen } = useSignInOptions()
  const [neededFactors, setNeededFactors] = useState<readonly SecondFactor[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: signInAndLoad,
    onSuccess: (outcome) => {
      if (outcome === 'failed') return
      if (outcome !== 'signedIn') return setNeededFactors(outcome)
      enteredEmail.set('')
      go(origin ?? pathAfterSignIn(session.current()), { replace: true })
    },
  })
  if (neededFactors.length > 0)
    return (
      <AuthFrame title={t('auth.secondStep.title')}>
        <AuthAlert />
        <SecondStep factors={neededFactors} pending={isPending} onSubmit={mutate} />
        <p className="auth-links">
          <Button type="link" onClick={() => setNeededFactors([])}>
            {t('auth.backToSignin')}
          </Button>
        </p>
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('auth.signin')}>
      <AuthAlert />
      <SigninFields
        pending={isPending}
        email={enteredEmail.get()}
        onSubmit={({ email, password, rememberMe }) => {
          enteredEmail.set(email)
          mutate(() => identity.signIn(email, password, rememberMe))
        }}
        aside={<Link to={paths.forgotPassword()}>{t('auth.forgotPassword')}</Link>}
      />
      {supportsPasskeys() && (
        <Button block size="large" className="auth-passkey" onClick={() => mutate(secondStep.passkey)}>
          {t('auth.secondStep.usePasskey')}
        </Button>
      )}
      <SocialButtons origin={origin} />
      {isSignUpOpen && (
        <p className="auth-links">
          <Link to={paths.signup()} {...(origin && { search: { from: origin } })}>
            {t('auth.createAnAccount')}
          </Link>
        </p>
      )}
    </AuthFrame>
  )
}
