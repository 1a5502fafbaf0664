import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { handleError } from './error-funnel.ts'
import { decide, messageOf } from './errors.ts'
import { useGo } from './navigation.ts'
import { toast } from './ui/toast.tsx'

interface RecordOptions<T> {
  key: readonly unknown[]
  load: (signal: AbortSignal) => Promise<T>
  /** Path to redirect to after a failure, with its message. spec §2 */
  onFailure: string
  /**
   * Shows the cached record while it is fetched again. Not for forms, whose fields would keep the old values.
   */
  mayShowCached?: boolean
}

/** Loads one record for its view or its form; always fetches it again. */
export const useRecord = <T>({
  key,
  load,
  onFailure,
  mayShowCached = false,
}: RecordOptions<T>): T | undefined => {
  const go = useGo()
  const { data, error, isFetchedAfterMount } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    staleTime: 0,
    meta: { handlesErrors: true },
  })
  useEffect(() => {
    if (!error) return
    const { kind } = decide(error)
    if (kind === 'signOut' || kind === 'forbidden') {
      handleError(error)
      return
    }
    toast.error(messageOf(error))
    go(onFailure, { replace: true })
  }, [error, go, onFailure])
  return mayShowCached || isFetchedAfterMount ? data : undefined
}
