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
  /** The session behind the page has ended, and the page is still there because something is half written on it. */
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

/** Waiting longer for who is signed in would only keep the page blank. */
const loadLimitMs = 20_000

const shownPerson = (): string | null => state.user?.id ?? null
/** False until it is known who is signed in. */
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
 * Forgets the person at once and ends the session behind: that must work without a server too, where what remains
 * is a cookie that ends by itself. Nobody needs to wait for it.
 */
const signOut = async (): Promise<void> => {
  change({ user: null, ended: false })
  await identity.signOut().then(
    () => otherTabs.tell(null),
    () => undefined,
  )
}

/**
 * Asks the backend who is signed in; whoever cannot be loaded is signed out. spec §8
 * Where the server is away that is true of this tab only: the session is sound, and so are other tabs with half-written work.
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

/** New addresses for the person's pictures, whose old ones have ended; without an answer all stays as it is. */
const refresh = async (): Promise<void> => {
  const user = await call(getCurrentUser).catch(() => undefined)
  if (user && user.id === shownPerson()) change({ user })
}

/**
 * The first load of the page. Being signed out is not a failure there; one that keeps the person out is told on the
 * next page. Where not even the token came, the session may be sound: reloading the page is then enough to be back.
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

/** The person has signed in again while the page waited; what was loaded of them may be older than their roles. */
const resume = async (): Promise<void> => {
  if ((await identity.getToken({ force: true })) === null) throw new ApiError(401, {})
  change({ ended: false })
  void refresh()
}

/** Whether the session is still there, for a page that may just have ended it; a doubt is left to the next call. */
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

/** For screens that the guard only shows to people signed in. */
export const useSignedInUser = (): CurrentUser => {
  const user = useCurrentUser()
  if (!user) throw new Error('this screen needs a person signed in')
  return user
}

export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => state.ended)

export const useAuthError = (): string | undefined => useSyncExternalStore(subscribe, () => state.authError)
