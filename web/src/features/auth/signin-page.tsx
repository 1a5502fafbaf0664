import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { t } from '#platform/i18n.ts'
import { identity } from '#platform/identity.ts'
import { homePath, useGo, useSearchText } from '#platform/navigation.ts'
import { safeOrigin } from '#platform/origin.ts'

import { AuthAlert } from './auth-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { enteredEmail } from './credentials.ts'
import { paths } from './paths.ts'
import { signInAndLoad } from './sign-in-and-load.ts'
import { SigninFields } from './signin-fields.tsx'
import { SocialButtons } from './social-buttons.tsx'

/** Signs in and continues to the page that the user requested. spec §2 */
export const SigninPage = () => {
  const go = useGo()
  const origin = safeOrigin(useSearchText('from'))
  const signIn = useMutation({
    mutationFn: (credentials: { email: string; password: string; rememberMe: boolean }) => {
      enteredEmail.set(credentials.email)
      return signInAndLoad(() =>
        identity.signIn(credentials.email, credentials.password, credentials.rememberMe),
      )
    },
    onSuccess: (isSignedIn) => {
      if (!isSignedIn) return
      enteredEmail.set('')
      go(origin ?? homePath, { replace: true })
    },
  })
  return (
    <AuthFrame title={t('auth.signin')}>
      <AuthAlert />
      <SigninFields
        pending={signIn.isPending}
        email={enteredEmail.get()}
        onSubmit={signIn.mutate}
        aside={<Link to={paths.forgotPassword()}>{t('auth.forgotPassword')}</Link>}
      />
      <SocialButtons origin={origin} />
      <p className="auth-links">
        <Link to={paths.signup()} {...(origin && { search: { from: origin } })}>
          {t('auth.createAnAccount')}
        </Link>
      </p>
    </AuthFrame>
  )
}
