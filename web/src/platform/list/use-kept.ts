import { useEffect, useState } from 'react'

import { handleError } from '../error-funnel.ts'
import { decide } from '../errors.ts'

/**
 * Returns the last data until new data arrives, also if the next request fails. Before any data has arrived,
 * an error is handled as §8 requires for a page that cannot be loaded.
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
