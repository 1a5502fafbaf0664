import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { handleError } from './error-funnel.ts'
import { decide, messageOf } from './errors.ts'
import { useGo } from './navigation.ts'
import { toast } from './ui/toast.tsx'

interface RecordOptions<T> {
  key: readonly unknown[]
  load: (signal: AbortSignal) => Promise<T>
  /** Where a failure leads, with its message. spec §2 */
  onFailure: string
  /** A view may start from what was fetched a moment ago, while it is asked for anew; a form must not. */
  mayBeRecent?: boolean
}

/** One record for its view or its form; always asked for anew. */
export const useRecord = <T>({
  key,
  load,
  onFailure,
  mayBeRecent = false,
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
  return mayBeRecent || isFetchedAfterMount ? data : undefined
}
