import { useCallback, useState } from 'react'
import { z } from 'zod'

/** How one person likes one list; kept in this browser only. */
const Preferences = z.object({
  hidden: z.array(z.string()).catch([]),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  views: z.array(z.object({ name: z.string(), search: z.record(z.string(), z.unknown()) })).catch([]),
})
export type ListPreferences = z.infer<typeof Preferences>
export type ListView = ListPreferences['views'][number]

const keyOf = (list: string): string => `list:${list}`

/** What an older version or somebody else left there means nothing. */
const readPreferences = (list: string): ListPreferences => {
  try {
    return Preferences.parse(JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}'))
  } catch {
    return Preferences.parse({})
  }
}

export const useListPreferences = (list: string, hiddenAtFirst: readonly string[] = []) => {
  const [preferences, setPreferences] = useState(() =>
    localStorage.getItem(keyOf(list)) === null
      ? { ...readPreferences(list), hidden: [...hiddenAtFirst] }
      : readPreferences(list),
  )
  const change = useCallback(
    (next: Partial<ListPreferences>) =>
      setPreferences((current) => {
        const changed = { ...current, ...next }
        try {
          localStorage.setItem(keyOf(list), JSON.stringify(changed))
        } catch {
          // A full or forbidden memory forgets the choice with the page, which is no reason to fail.
        }
        return changed
      }),
    [list],
  )
  return [preferences, change] as const
}
