import { useEffect, useState } from 'react'

import { handleError } from '../error-funnel.ts'
import { decide } from '../errors.ts'

/**
 * The last answer stays on screen until the next one comes, also when that one fails. Where nothing has come yet, an
 * error does what §8 says of a page that cannot be loaded.
 */
export const useKept = <T>({ data, error }: { data: T | undefined; error: unknown }): T | undefined => {
  const [kept, setKept] = useState(data)
  if (data !== undefined && data !== kept) setKept(data)
  const nothingToShow = kept === undefined
  useEffect(() => {
    if (error && (nothingToShow || decide(error).kind !== 'failure')) handleError(error)
  }, [error, nothingToShow])
  return data ?? kept
}
