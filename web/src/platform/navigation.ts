import { useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { MouseEvent } from 'react'

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

/** A click on a link stays in this page, unless the person wants a new tab. */
export const useLinkClick = (to: string) => {
  const go = useGo()
  return (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
}

const lastSearches = new Map<string, string>()

/** A list says how it is seen, for those who come back to it. */
export const rememberAddress = (path: string, search: string): void => void lastSearches.set(path, search)

/** A path as it was last seen in this tab: its filters, order and page. */
export const lastAddress = (path: string): string => path + (lastSearches.get(path) ?? '')

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
