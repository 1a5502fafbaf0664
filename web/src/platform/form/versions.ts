/** One field that differs between what a person has filled in and what somebody else has saved. */
export interface FieldConflict {
  name: string
  mine: unknown
  theirs: unknown
  /** Whose value stands unless the person says otherwise. */
  keep: 'mine' | 'theirs'
  /** What tells two apart that read the same: the ids that go with one name. */
  apart?: { mine: unknown; theirs: unknown }
}

type Values = Readonly<Record<string, unknown>>

/** The address of a file is another one every few minutes, and the file still the same. */
const withoutAddress = (key: string, value: unknown): unknown => (key === 'publicUrl' ? undefined : value)

const comparable = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return ''
  return JSON.stringify(typeof value === 'string' ? value.trim() : value, withoutAddress)
}

export const isSame = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other)

/** A field that has no words of its own goes with another one: an id with its name. */
export type Follows = Partial<Record<string, string>>

/**
 * Field by field what two people made of the same record. A field that only the other one has touched is theirs:
 * keeping mine there would undo their work without my ever having meant to.
 */
export const conflictsOf = (
  names: readonly string[],
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
  follows: Follows = {},
): FieldConflict[] => {
  // Two people of one name are told apart by the id that goes with it.
  const differ = (name: string, one: Values, other: Values): boolean =>
    names.some((each) => (follows[each] ?? each) === name && !isSame(one[each], other[each]))
  const followerOf = (name: string): string | undefined =>
    isSame(mine[name], theirs[name]) ? names.find((each) => follows[each] === name) : undefined
  return names
    .filter((name) => follows[name] === undefined && differ(name, mine, theirs))
    .map((name) => {
      const follower = followerOf(name)
      return {
        name,
        mine: mine[name],
        theirs: theirs[name],
        keep: differ(name, mine, base) ? 'mine' : 'theirs',
        ...(follower !== undefined && { apart: { mine: mine[follower], theirs: theirs[follower] } }),
      }
    })
}
