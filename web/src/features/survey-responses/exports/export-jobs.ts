import { useSyncExternalStore } from 'react'

import { session } from '#platform/session.ts'

interface Followed {
  id: string
  /** Time at which the file expires, in milliseconds since the epoch. */
  until: number
}

/** How long the server keeps a file. An export that has not finished by then has failed. */
const keptMs = 24 * 3_600_000

const storageKey = (): string => `exports:${session.current()?.id ?? ''}`

const isFollowed = (value: unknown): value is Followed =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'string' &&
  typeof Reflect.get(value, 'until') === 'number'

/** Ignores invalid entries, for example from an older version. */
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

/** Edits the stored value, because another tab may have changed it. */
const change = (edit: (followed: readonly Followed[]) => Followed[]): void => {
  const followed = edit(stored())
  show(followed)
  try {
    localStorage.setItem(storageKey(), JSON.stringify(followed))
  } catch {
    // Without storage, the list lasts only until the page is closed.
  }
}

// Updates the list when another tab changes it. The key is null when the whole storage was cleared.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === storageKey()) show(undefined)
})

export const followExport = (id: string): void =>
  change((followed) => [...followed, { id, until: Date.now() + keptMs }])

/** Extends the entry: the lifetime of a file starts when the export has finished. */
export const keepExport = (id: string, until: number): void =>
  change((followed) => followed.map((one) => (one.id === id ? { id, until } : one)))

export const forgetExport = (id: string): void =>
  change((followed) => followed.filter((one) => one.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ids of the exports that the current user follows, oldest first: in every tab, until their files expire. */
export const useFollowedExports = (): readonly string[] => useSyncExternalStore(subscribe, current)

/** Query keys of one export and of the user's list of exports. */
export const exportKey = (id: string) => ['survey-exports', id] as const
export const ownExportsKey = ['survey-exports', 'own'] as const

/** spec §4, §9 */
export const pollMs = 5_000
/** Interval to renew the download URL, which is valid for at least ten minutes. */
export const renewMs = 240_000
