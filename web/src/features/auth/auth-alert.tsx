import { Alert } from 'antd'
import { useEffect } from 'react'

import { t, textOf } from '#platform/i18n.ts'
import { useSearchText } from '#platform/navigation.ts'
import { session, useAuthError } from '#platform/session.ts'

/** Why the last attempt failed: here, or at a provider that sent the person back with its code. spec §8 */
export const AuthAlert = () => {
  const stored = useAuthError()
  const code = useSearchText('error')
  const returned = code?.startsWith('auth/') ? (textOf(code) ?? t('errors.defaultErrorMessage')) : undefined
  const message = stored ?? returned
  // The next page that shows alerts starts without this one.
  useEffect(() => () => session.setAuthError(undefined), [])
  return (
    <div role="alert" className="auth-alert">
      {message !== undefined && <Alert type="error" showIcon role="presentation" title={message} />}
    </div>
  )
}
