import { useEffect } from 'react'

import { handleError } from '#platform/error-funnel.ts'
import { decide } from '#platform/errors.ts'

/**
 * Returns an error that a part of the screen shows with a retry. Other errors, such as the end of the session,
 * have their usual outcome.
 */
export const useShownError = (error: unknown): unknown => {
  const isShown = Boolean(error) && decide(error).kind === 'failure'
  useEffect(() => {
    if (error && !isShown) handleError(error)
  }, [error, isShown])
  return isShown ? error : undefined
}
