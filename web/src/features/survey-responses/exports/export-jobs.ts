import { useSyncExternalStore } from 'react'

import { session } from '#platform/session.ts'

interface Followed {
  id: string
  /** When its file will be gone, in milliseconds. */
  until: number
}

/** As long as the server keeps a file; an export that has not ended by then has failed. */
const keptMs = 24 * 3_600_000

const storageKey = (): string => `exports:${session.current()?.id ?? ''}`

const isFollowed = (value: unknown): value is Followed =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'string' &&
  typeof Reflect.get(value, 'until') === 'number'

/** What an older version or somebody else left there means nothing. */
const stored = (): Followed[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(value) ? value.filter(isFollowed).filter(({ until }) => until > Date.now()) : []
  } catch {
    return []
  }
}

let known: { key: string; ids: readonly string[] } | undefined
const listeners = new Set<() => void>()

const show = (followed: readonly Followed[] | undefined): void => {
  known = followed && { key: storageKey(), ids: followed.map(({ id }) => id) }
  for (const listener of listeners) listener()
}

const current = (): readonly string[] => {
  const key = storageKey()
  if (known?.key !== key) known = { key, ids: stored().map(({ id }) => id) }
  return known.ids
}

/** Begins with what is stored: another tab may have changed it a moment ago. */
const change = (edit: (followed: readonly Followed[]) => Followed[]): void => {
  const followed = edit(stored())
  show(followed)
  try {
    localStorage.setItem(storageKey(), JSON.stringify(followed))
  } catch {
    // A full memory forgets with the page, which is no reason to fail.
  }
}

// What another tab of the same person follows or removes; without a key, everything was cleared.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === storageKey()) show(undefined)
})

export const followExport = (id: string): void =>
  change((followed) => [...followed, { id, until: Date.now() + keptMs }])

/** The day of a file begins when it is finished. */
export const keepExport = (id: string, until: number): void =>
  change((followed) => followed.map((one) => (one.id === id ? { id, until } : one)))

export const forgetExport = (id: string): void =>
  change((followed) => followed.filter((one) => one.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The exports that the person signed in follows, oldest first: in every tab, until their files are gone. */
export const useFollowedExports = (): readonly string[] => useSyncExternalStore(subscribe, current)

/** Query keys of one export and of the list of one's own. */
export const exportKey = (id: string) => ['survey-exports', id] as const
export const ownExportsKey = ['survey-exports', 'own'] as const

/** spec §4, §9 */
export const pollMs = 5_000
/** The address of a file is valid for ten minutes at least. */
export const renewMs = 240_000
