import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { useGo } from '#platform/navigation.ts'
import type { Go } from '#platform/navigation.ts'
import { session } from '#platform/session.ts'

import { paths } from './paths.ts'

/** Leaves the page immediately, without waiting for the server to end the session. */
export const signOutAndGo = (go: Go, queries: QueryClient, path = paths.signin()): void => {
  void session.signOut()
  // The next user of this computer must not see cached data of this user.
  queries.clear()
  go(path)
}

/** Returns a function that signs out and goes to the given path, by default the sign-in page. */
export const useSignOut = (): ((path?: string) => void) => {
  const go = useGo()
  const queries = useQueryClient()
  return useCallback((path) => signOutAndGo(go, queries, path), [go, queries])
}
