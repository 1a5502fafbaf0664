/** One field that differs between what a person has filled in and what somebody else has saved. */
export interface FieldConflict {
  name: string
  mine: unknown
  theirs: unknown
  /** Whose value stands unless the person says otherwise. */
  keep: 'mine' | 'theirs'
}

type Values = Readonly<Record<string, unknown>>

/** The address of a file is another one every few minutes, and the file still the same. */
const withoutAddress = (key: string, value: unknown): unknown => (key === 'publicUrl' ? undefined : value)

const comparable = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return ''
  return JSON.stringify(typeof value === 'string' ? value.trim() : value, withoutAddress)
}

export const isSame = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other)

/**
 * Field by field what two people made of the same record. A field that only the other one has touched is theirs:
 * keeping mine there would undo their work without my ever having meant to.
 */
export const conflictsOf = (
  names: readonly string[],
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
): FieldConflict[] =>
  names
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      keep: isSame(mine[name], base[name]) ? 'theirs' : 'mine',
    }))
