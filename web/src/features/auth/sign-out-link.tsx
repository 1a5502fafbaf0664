import { Button } from 'antd'

import { t } from '#platform/i18n.ts'
import { useCurrentUser } from '#platform/session.ts'

import { useSignOut } from './sign-out.ts'

/** The way out of a page that only waits: it names the account, in case it is the wrong one. */
export const SignOutLink = () => {
  const user = useCurrentUser()
  const signOut = useSignOut()
  return (
    <p className="auth-links">
      <span>{user?.email}</span>
      <Button type="link" onClick={() => signOut()}>
        {t('auth.signout')}
      </Button>
    </p>
  )
}
