import { useSyncExternalStore } from 'react'

import { session } from '#platform/session.ts'

/** The exports that this tab follows, newest last; they outlive a reload, and belong to one person. */
const storageKey = (): string => `exports ${session.current()?.id ?? ''}`

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const stored = (): readonly string[] => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]')
    return isIds(value) ? value : []
  } catch {
    return []
  }
}

let known: { key: string; ids: readonly string[] } | undefined
const listeners = new Set<() => void>()

const current = (): readonly string[] => {
  const key = storageKey()
  if (known?.key !== key) known = { key, ids: stored() }
  return known.ids
}

const change = (ids: readonly string[]): void => {
  known = { key: storageKey(), ids }
  sessionStorage.setItem(storageKey(), JSON.stringify(ids))
  for (const listener of listeners) listener()
}

export const followExport = (id: string): void => change([...current(), id])
export const forgetExport = (id: string): void => change(current().filter((one) => one !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useFollowedExports = (): readonly string[] => useSyncExternalStore(subscribe, current)
