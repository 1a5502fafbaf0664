import { can } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Path of the home page, for features that may not import the one that owns it. */
export const homePath = '/'

/** The sign-in screen continues to it. */
export const ownResponsesPath = '/my-interviews'

/** Returns the path after sign-in: enumerators see their interviews first, all other users the home page. */
export const pathAfterSignIn = (user: { roles: readonly Role[] } | null): string =>
  user && can(user, 'ownResponsesRead') && !can(user, 'dashboardReadAll') ? ownResponsesPath : homePath

/** The logs link to each other. */
export const logPaths = { auditLog: '/audit-logs', securityLog: '/security-log', readLog: '/read-log' }

/** The settings link to data protection, which has no menu item. */
export const dataProtectionPath = '/data-protection'

export type Go = (path: string, options?: { replace?: boolean }) => void

/** Navigates to a path built by a feature's `paths`, with its search and hash. */
export const useGo = (): Go => {
  const { history } = useRouter()
  return useCallback(
    (path, { replace = false } = {}) => (replace ? history.replace(path) : history.push(path)),
    [history],
  )
}

const lastSearches = new Map<string, string>()

/** Stores the URL parameters of a list, for returning to it. */
export const rememberAddress = (path: string, search: string): void => void lastSearches.set(path, search)

/** Returns a path with the last parameters in this tab: filters, order and page. */
export const lastAddress = (path: string): string => path + (lastSearches.get(path) ?? '')

/** Returns one URL parameter exactly as written: a token must not be parsed as a number. */
export const useSearchText = (name: string): string | undefined => {
  const searchText = useRouterState({ select: ({ location }) => location.searchStr })
  return new URLSearchParams(searchText).get(name) ?? undefined
}

/** Returns the `$id` of the screen's path. */
export const useRecordId = (): string => {
  // The router does not know the screens' types; a path without an id returns an empty text.
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return id
}
