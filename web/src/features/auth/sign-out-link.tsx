import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'

import { t } from '#platform/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { session, useCurrentUser } from '#platform/session.ts'

import { paths } from './paths.ts'

/** The way out of a page that only waits: it names the account, in case it is the wrong one. */
export const SignOutLink = () => {
  const user = useCurrentUser()
  const go = useGo()
  const queries = useQueryClient()
  const leave = async () => {
    await session.signOut()
    queries.clear()
    go(paths.signin())
  }
  return (
    <p className="auth-links">
      <span>{user?.email}</span>
      <Button type="link" onClick={() => void leave()}>
        {t('auth.signinWithAnotherAccount')}
      </Button>
    </p>
  )
}
