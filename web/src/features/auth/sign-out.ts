import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { useGo } from '#platform/navigation.ts'
import type { Go } from '#platform/navigation.ts'
import { session } from '#platform/session.ts'

import { paths } from './paths.ts'

/** Leaves at once, whatever the server does: the session is ended on the way, and nothing waits for it. */
export const signOutAndGo = (go: Go, queries: QueryClient, path = paths.signin()): void => {
  void session.signOut()
  // Whoever signs in next on this computer must not see a glimpse of this person's data.
  queries.clear()
  go(path)
}

/** For screens: signs out, and goes to the sign-in page unless told where else. */
export const useSignOut = (): ((path?: string) => void) => {
  const go = useGo()
  const queries = useQueryClient()
  return useCallback((path) => signOutAndGo(go, queries, path), [go, queries])
}
