import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { t } from '#platform/i18n.ts'
import { identity } from '#platform/identity.ts'
import { homePath, useGo, useSearchText } from '#platform/navigation.ts'
import { safeOrigin } from '#platform/origin.ts'

import { AuthAlert } from './auth-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { enter } from './enter.ts'
import { enteredEmail } from './entered-email.ts'
import { paths } from './paths.ts'
import { SigninFields } from './signin-fields.tsx'
import { SocialButtons } from './social-buttons.tsx'

/** Signs in and continues to the page that the user requested. spec §2 */
export const SigninPage = () => {
  const go = useGo()
  const from = safeOrigin(useSearchText('from'))
  const signIn = useMutation({
    mutationFn: (given: { email: string; password: string; rememberMe: boolean }) => {
      enteredEmail.set(given.email)
      return enter(() => identity.signIn(given.email, given.password, given.rememberMe))
    },
    onSuccess: (entered) => {
      if (!entered) return
      enteredEmail.set('')
      go(from ?? homePath, { replace: true })
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
      <SocialButtons from={from} />
      <p className="auth-links">
        <Link to={paths.signup()} {...(from && { search: { from } })}>
          {t('auth.createAnAccount')}
        </Link>
      </p>
    </AuthFrame>
  )
}
