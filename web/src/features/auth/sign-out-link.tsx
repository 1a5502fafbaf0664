import { Button } from 'antd'

import { t } from '#platform/i18n.ts'
import { useCurrentUser } from '#platform/session.ts'

import { useSignOut } from './sign-out.ts'

/** Shows the signed-in account and a sign-out button, in case it is the wrong account. */
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
