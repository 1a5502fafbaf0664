import { getCurrentUser } from '@baseline/contract/auth/contract.ts'
import type { CurrentUser } from '@baseline/contract/auth/contract.ts'
import { useSyncExternalStore } from 'react'

import { call } from './api.ts'
import { ApiError, isNoResponse } from './errors.ts'
import { identity } from './identity.ts'
import { joinTabs } from './other-tabs.ts'

interface SessionState {
  user: CurrentUser | null
  /** Why the last sign-in failed or the last session ended; shown on the sign-in page. spec §8 */
  authError: string | undefined
  /** The session has ended, but the page stays open because it has unsaved input. */
  hasEnded: boolean
}

let state: SessionState = { user: null, authError: undefined, hasEnded: false }
const listeners = new Set<() => void>()

const change = (next: Partial<SessionState>): void => {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Time limit for loading the user, because the page is blank until then. */
const loadLimitMs = 20_000

const currentUserId = (): string | null => state.user?.id ?? null
/** False until the signed-in user is known. */
let isUserKnown = false
const otherTabs = joinTabs(
  () => (isUserKnown ? currentUserId() : undefined),
  () => location.reload(),
)
const markUserKnown = (): void => {
  isUserKnown = true
  otherTabs.applyMissed()
}

/**
 * Removes the user at once and ends the session in the background. Also works without a server; then a cookie
 * remains until it expires.
 */
const signOut = async (): Promise<void> => {
  change({ user: null, hasEnded: false })
  await identity.signOut().then(
    () => otherTabs.announce(null),
    () => undefined,
  )
}

/**
 * Loads the signed-in user; signs out if that fails. spec §8
 * If the server is down, this affects only this tab: the session stays valid, and so does unsaved input in
 * other tabs.
 */
const load = async ({ force = false } = {}): Promise<void> => {
  try {
    if (force) await identity.getToken({ force })
    change({ user: await call(getCurrentUser, { signal: AbortSignal.timeout(loadLimitMs) }) })
    otherTabs.announce(currentUserId())
  } catch (error) {
    if (isNoResponse(error)) change({ user: null })
    else void signOut()
    throw error
  } finally {
    markUserKnown()
  }
}

/** Renews the expired URLs of the user's pictures; changes nothing without a response. */
const refresh = async (): Promise<void> => {
  const user = await call(getCurrentUser).catch(() => undefined)
  if (user && user.id === currentUserId()) change({ user })
}

/**
 * First load of the page. Being signed out is not a failure; a failure is returned, to be shown on the next
 * page. If the token could not be fetched, the session may be valid, and a reload is enough.
 */
const start = async (): Promise<unknown> => {
  try {
    if ((await identity.getToken()) !== null) await load()
    return undefined
  } catch (error) {
    return error
  } finally {
    markUserKnown()
  }
}

/** The user has signed in again while the page waited; their roles may have changed. */
const resume = async (): Promise<void> => {
  if ((await identity.getToken({ force: true })) === null) throw new ApiError(401, {})
  change({ hasEnded: false })
  void refresh()
}

/** Whether the session still exists, for a page that may have ended it; an unknown result counts as yes. */
const isAlive = async (): Promise<boolean> =>
  state.user !== null && (await identity.getToken({ force: true }).catch(() => undefined)) !== null

export const session = {
  current: (): CurrentUser | null => state.user,
  start,
  load,
  refresh,
  signOut,
  isAlive,
  end: (): void => change({ hasEnded: true }),
  resume,
  replaceUser: (user: CurrentUser): void => change({ user }),
  setAuthError: (authError: string | undefined): void => change({ authError }),
}

export const useCurrentUser = (): CurrentUser | null => useSyncExternalStore(subscribe, () => state.user)

/** For screens that the guard shows only to signed-in users. */
export const useSignedInUser = (): CurrentUser => {
  const user = useCurrentUser()
  if (!user) throw new Error('this screen requires a signed-in user')
  return user
}

export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => state.hasEnded)

export const useAuthError = (): string | undefined => useSyncExternalStore(subscribe, () => state.authError)
