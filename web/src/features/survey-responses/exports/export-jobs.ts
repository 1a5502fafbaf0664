import { useSyncExternalStore } from 'react'

import { session } from '#platform/session.ts'

interface FollowedExport {
  id: string
  /** Time at which the file expires, in milliseconds since the epoch. */
  until: number
}

/** How long the server keeps a file. An export that has not finished by then has failed. */
const fileLifetimeMs = 24 * 3_600_000

const storageKey = (): string => `exports:${session.current()?.id ?? ''}`

const isFollowedExport = (value: unknown): value is FollowedExport =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'string' &&
  typeof Reflect.get(value, 'until') === 'number'

/** Ignores invalid entries, for example from an older version. */
const readStored = (): FollowedExport[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(value)
      ? value.filter(isFollowedExport).filter(({ until }) => until > Date.now())
      : []
  } catch {
    return []
  }
}

let cachedIds: { key: string; ids: readonly string[] } | undefined
const listeners = new Set<() => void>()

const publish = (followedExports: readonly FollowedExport[] | undefined): void => {
  cachedIds = followedExports && { key: storageKey(), ids: followedExports.map(({ id }) => id) }
  for (const listener of listeners) listener()
}

const getFollowedIds = (): readonly string[] => {
  const key = storageKey()
  if (cachedIds?.key !== key) cachedIds = { key, ids: readStored().map(({ id }) => id) }
  return cachedIds.ids
}

/** Edits the stored value, because another tab may have changed it. */
const editStored = (edit: (followedExports: readonly FollowedExport[]) => FollowedExport[]): void => {
  const followedExports = edit(readStored())
  publish(followedExports)
  try {
    localStorage.setItem(storageKey(), JSON.stringify(followedExports))
  } catch {
    // Without storage, the list lasts only until the page is closed.
  }
}

// Updates the list when another tab changes it. The key is null when the whole storage was cleared.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === storageKey()) publish(undefined)
})

export const followExport = (id: string): void =>
  editStored((followedExports) => [...followedExports, { id, until: Date.now() + fileLifetimeMs }])

/** Extends the entry: the lifetime of a file starts when the export has finished. */
export const extendExport = (id: string, until: number): void =>
  editStored((followedExports) => followedExports.map((one) => (one.id === id ? { id, until } : one)))

export const forgetExport = (id: string): void =>
  editStored((followedExports) => followedExports.filter((one) => one.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ids of the exports that the current user follows, oldest first: in every tab, until their files expire. */
export const useFollowedExports = (): readonly string[] => useSyncExternalStore(subscribe, getFollowedIds)

/** Query keys of one export and of the user's list of exports. */
export const exportKey = (id: string) => ['survey-exports', id] as const
export const ownExportsKey = ['survey-exports', 'own'] as const

/** spec §4, §9 */
export const pollMs = 5_000
/** Interval to renew the download URL, which is valid for at least ten minutes. */
export const renewMs = 240_000
