import { useEffect, useState } from 'react'

import { handleError } from '../error-funnel.ts'
import { decide } from '../errors.ts'

/**
 * Returns the last data until new data arrives, also if the next request fails. Before any data has arrived,
 * an error is handled as for a page that cannot be loaded. spec §8
 */
export const usePreviousData = <T>({
  data,
  error,
}: {
  data: T | undefined
  error: unknown
}): T | undefined => {
  const [previousData, setPreviousData] = useState(data)
  if (data !== undefined && data !== previousData) setPreviousData(data)
  const hasNoData = previousData === undefined
  useEffect(() => {
    if (error && (hasNoData || decide(error).kind !== 'failure')) handleError(error)
  }, [error, hasNoData])
  return data ?? previousData
}
