import { useState } from 'react'
import { z } from 'zod'

import { useSignedInUser } from '../session.ts'

/** How one person likes one list; kept in this browser only, apart from those of others who use it. */
const Preferences = z.object({
  hidden: z.array(z.string()).catch([]),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  views: z.array(z.object({ name: z.string(), search: z.record(z.string(), z.unknown()) })).catch([]),
})
export type ListPreferences = z.infer<typeof Preferences>
export type ListView = ListPreferences['views'][number]

/** What an older version or somebody else left there means nothing. */
const readPreferences = (key: string, hiddenAtFirst: readonly string[]): ListPreferences => {
  const stored = localStorage.getItem(key)
  if (stored === null) return Preferences.parse({ hidden: hiddenAtFirst })
  try {
    return Preferences.parse(JSON.parse(stored))
  } catch {
    return Preferences.parse({})
  }
}

export const useListPreferences = (list: string, hiddenAtFirst: readonly string[] = []) => {
  const key = `list:${useSignedInUser().id}:${list}`
  const [preferences, setPreferences] = useState(() => readPreferences(key, hiddenAtFirst))
  const change = (next: Partial<ListPreferences>): void => {
    // Another tab may have saved a view since this one was opened.
    const changed = { ...readPreferences(key, hiddenAtFirst), ...next }
    setPreferences(changed)
    try {
      localStorage.setItem(key, JSON.stringify(changed))
    } catch {
      // A full or forbidden memory forgets the choice with the page, which is no reason to fail.
    }
  }
  return [preferences, change] as const
}
