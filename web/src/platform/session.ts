import { getCurrentUser } from '@baseline/contract/auth/contract.ts'
import type { CurrentUser } from '@baseline/contract/auth/contract.ts'
import { useSyncExternalStore } from 'react'

import { call } from './api.ts'
import { ApiError, isNoAnswer } from './errors.ts'
import { identity } from './identity.ts'
import { joinTabs } from './other-tabs.ts'

interface SessionState {
  user: CurrentUser | null
  /** Why the last sign-in failed or the last session ended; shown on the sign-in page. spec §8 */
  authError: string | undefined
  /** The session has ended, but the page stays open because it has unsaved input. */
  ended: boolean
}

let state: SessionState = { user: null, authError: undefined, ended: false }
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

const shownPerson = (): string | null => state.user?.id ?? null
/** False until the signed-in user is known. */
let isKnown = false
const otherTabs = joinTabs(
  () => (isKnown ? shownPerson() : undefined),
  () => location.reload(),
)
const settle = (): void => {
  isKnown = true
  otherTabs.settle()
}

/**
 * Removes the user at once and ends the session in the background. Also works without a server; then a cookie
 * remains until it expires.
 */
const signOut = async (): Promise<void> => {
  change({ user: null, ended: false })
  await identity.signOut().then(
    () => otherTabs.tell(null),
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
    otherTabs.tell(shownPerson())
  } catch (error) {
    if (isNoAnswer(error)) change({ user: null })
    else void signOut()
    throw error
  } finally {
    settle()
  }
}

/** Renews the expired URLs of the user's pictures; changes nothing without a response. */
const refresh = async (): Promise<void> => {
  const user = await call(getCurrentUser).catch(() => undefined)
  if (user && user.id === shownPerson()) change({ user })
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
    settle()
  }
}

/** The user has signed in again while the page waited; their roles may have changed. */
const resume = async (): Promise<void> => {
  if ((await identity.getToken({ force: true })) === null) throw new ApiError(401, {})
  change({ ended: false })
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
  end: (): void => change({ ended: true }),
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

export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => state.ended)

export const useAuthError = (): string | undefined => useSyncExternalStore(subscribe, () => state.authError)
