import { getCurrentUser } from '@baseline/contract/auth/contract.ts'
import type { CurrentUser } from '@baseline/contract/auth/contract.ts'
import { useSyncExternalStore } from 'react'

import { call } from './api.ts'
import { identity } from './identity.ts'

interface SessionState {
  user: CurrentUser | null
  /** Why the last sign-in failed or the last session ended; shown on the sign-in page. spec §8 */
  authError: string | undefined
}

let state: SessionState = { user: null, authError: undefined }
const listeners = new Set<() => void>()

const change = (next: Partial<SessionState>): void => {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signing out must work without a server: what remains there is a cookie that ends by itself. */
const signOut = async (): Promise<void> => {
  change({ user: null })
  await identity.signOut().catch(() => undefined)
}

/** Asks the backend who is signed in; whoever cannot be loaded is signed out. spec §8 */
const load = async ({ force = false } = {}): Promise<void> => {
  try {
    if (force) await identity.getToken({ force })
    change({ user: await call(getCurrentUser) })
  } catch (error) {
    await signOut()
    throw error
  }
}

/** The first load of the page. Being signed out is not a failure there; one that signs out is told on the next page. */
const start = async (): Promise<unknown> => {
  const token = await identity.getToken().catch(() => null)
  return token ? load().catch((error: unknown) => error) : undefined
}

export const session = {
  current: (): CurrentUser | null => state.user,
  start,
  load,
  signOut,
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

export const useAuthError = (): string | undefined => useSyncExternalStore(subscribe, () => state.authError)
