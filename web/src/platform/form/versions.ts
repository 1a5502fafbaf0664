/** The version of a field to keep. */
export type Choice = 'mine' | 'theirs'

/** A field that differs between the user's input and the version that another user saved. */
export interface FieldConflict {
  name: string
  mine: unknown
  theirs: unknown
  /** The value that is preselected. */
  keep: Choice
  /** Distinguishes values with the same text: the ids of two equal names. */
  distinction?: { mine: unknown; theirs: unknown }
}

type Values = Readonly<Record<string, unknown>>

/** Ignores the signed URL of a file, which changes every few minutes. */
const omitSignedUrl = (key: string, value: unknown): unknown => (key === 'publicUrl' ? undefined : value)

const toComparable = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return ''
  return JSON.stringify(typeof value === 'string' ? value.trim() : value, omitSignedUrl)
}

export const isSame = (one: unknown, other: unknown): boolean => toComparable(one) === toComparable(other)

/** A field without its own text follows another one, such as an id its name. */
export type LeadingFields = Partial<Record<string, string>>

/**
 * Compares two versions of a record field by field. A field that only the other user changed defaults to
 * theirs: keeping mine would undo their change unintentionally.
 */
export const conflictsOf = (
  names: readonly string[],
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
  leadingFields: LeadingFields = {},
): FieldConflict[] => {
  // Two people with the same name differ by their ids.
  const hasChanged = (name: string, one: Values, other: Values): boolean =>
    names.some((each) => (leadingFields[each] ?? each) === name && !isSame(one[each], other[each]))
  const followerOf = (name: string): string | undefined =>
    isSame(mine[name], theirs[name]) ? names.find((each) => leadingFields[each] === name) : undefined
  return names
    .filter((name) => leadingFields[name] === undefined && hasChanged(name, mine, theirs))
    .map((name) => {
      const follower = followerOf(name)
      return {
        name,
        mine: mine[name],
        theirs: theirs[name],
        keep: hasChanged(name, mine, base) ? 'mine' : 'theirs',
        ...(follower !== undefined && { distinction: { mine: mine[follower], theirs: theirs[follower] } }),
      }
    })
}
