import { useState } from 'react'
import { z } from 'zod'

import { useSignedInUser } from '../session.ts'

/** Preferences of a user for a list, stored in this browser separately for each user. */
const Preferences = z.object({
  hidden: z.array(z.string()).catch([]),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  views: z.array(z.object({ name: z.string(), search: z.record(z.string(), z.unknown()) })).catch([]),
})
export type ListPreferences = z.infer<typeof Preferences>
export type ListView = ListPreferences['views'][number]

/** Ignores invalid stored values, for example from an older version. */
const readPreferences = (key: string, hiddenByDefault: readonly string[]): ListPreferences => {
  const stored = localStorage.getItem(key)
  if (stored === null) return Preferences.parse({ hidden: hiddenByDefault })
  try {
    return Preferences.parse(JSON.parse(stored))
  } catch {
    return Preferences.parse({})
  }
}

export const useListPreferences = (list: string, hiddenByDefault: readonly string[] = []) => {
  const key = `list:${useSignedInUser().id}:${list}`
  const [preferences, setPreferences] = useState(() => readPreferences(key, hiddenByDefault))
  const change = (next: Partial<ListPreferences>): void => {
    // Another tab may have saved a view in the meantime.
    const newPreferences = { ...readPreferences(key, hiddenByDefault), ...next }
    setPreferences(newPreferences)
    try {
      localStorage.setItem(key, JSON.stringify(newPreferences))
    } catch {
      // If the storage is full or blocked, the choice lasts until the page is closed.
    }
  }
  return [preferences, change] as const
}
