import { useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Every feature may lead home, and none may import the one that lives there. */
export const homePath = '/'

export type Go = (path: string, options?: { replace?: boolean }) => void

/** Goes to a path built by a feature's `paths`, with its search and hash. */
export const useGo = (): Go => {
  const { history } = useRouter()
  return useCallback(
    (path, { replace = false } = {}) => (replace ? history.replace(path) : history.push(path)),
    [history],
  )
}

/** One value of the address, exactly as written there: a token must never be read as a number. */
export const useSearchText = (name: string): string | undefined => {
  const searchText = useRouterState({ select: ({ location }) => location.searchStr })
  return new URLSearchParams(searchText).get(name) ?? undefined
}

/** The `$id` of the screen's path. */
export const useRecordId = (): string => {
  // The screens' own types are not known to the router; a path without an id has none to give.
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return id
}
