import { Alert } from 'antd'
import { useEffect } from 'react'

import { t, textOf } from '#platform/i18n.ts'
import { useSearchText } from '#platform/navigation.ts'
import { session, useAuthError } from '#platform/session.ts'

/** The live region is always rendered, so that screen readers announce a message that appears in it. */
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

/**
 * Shows why the last attempt failed: the stored error, or the error code that a sign-in provider returned in
 * the address. spec §8
 */
export const AuthAlert = () => {
  const authError = useAuthError()
  const code = useSearchText('error')
  const providerError = code?.startsWith('auth/')
    ? (textOf(code) ?? t('errors.defaultErrorMessage'))
    : undefined
  // Clears the error, so that the next page starts without it.
  useEffect(() => () => session.setAuthError(undefined), [])
  return <FrameAlert message={authError ?? providerError} />
}
