import { Alert } from 'antd'
import { useEffect } from 'react'

import { t, textOf } from '#platform/i18n.ts'
import { useSearchText } from '#platform/navigation.ts'
import { session, useAuthError } from '#platform/session.ts'

/** Always there, so that screen readers hear what appears in it. */
export const FrameAlert = ({
  message,
  type = 'error',
}: {
  message: string | undefined
  type?: 'error' | 'info'
}) => (
  <div role="alert" className="auth-alert">
    {message !== undefined && <Alert type={type} showIcon role="presentation" title={message} />}
  </div>
)

/** Why the last attempt failed: here, or at a provider that sent the person back with its code. spec §8 */
export const AuthAlert = () => {
  const stored = useAuthError()
  const code = useSearchText('error')
  const returned = code?.startsWith('auth/') ? (textOf(code) ?? t('errors.defaultErrorMessage')) : undefined
  // The next page that shows alerts starts without this one.
  useEffect(() => () => session.setAuthError(undefined), [])
  return <FrameAlert message={stored ?? returned} />
}
