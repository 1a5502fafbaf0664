import { useState } from 'react'

import { ApiError } from '../errors.ts'
import { conflictsOf, isSame } from './versions.ts'
import type { FieldConflict, Follows } from './versions.ts'

export interface Version {
  values: Record<string, unknown>
  /** None for a record that is not there yet. */
  version: number | undefined
}

/** Who saved the other version, and when. */
export interface Saved {
  by: string
  at: string
}

interface Conflict {
  fields: FieldConflict[]
  theirs: Version
  saved: Saved | undefined
}

export const savedOf = (error: unknown): Saved | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const { savedBy, savedAt } = error.details
  return typeof savedBy === 'string' && typeof savedAt === 'string' ? { by: savedBy, at: savedAt } : undefined
}

/** The record as somebody else has saved it, out of a 409. */
const currentOf = (error: unknown): Record<string, unknown> | undefined =>
  error instanceof ApiError && error.status === 409
    ? // The server puts the record there as its GET would answer.
      (error.details['current'] as Record<string, unknown> | undefined)
    : undefined

/** The fields of the form in a record, where they are not the record's own. */
type Read = (record: Record<string, unknown>) => Record<string, unknown>
const asItIs: Read = (record) => record

/** The newer version of a 409 in which the other person has written the very same: there is nothing to choose. */
export const agreedVersion = (
  names: readonly string[],
  error: unknown,
  mine: Record<string, unknown>,
  read: Read = asItIs,
): number | undefined => {
  const current = currentOf(error)
  if (!current) return undefined
  const theirs = read(current)
  return names.every((name) => isSame(mine[name], theirs[name])) ? Number(current['version']) : undefined
}

/** What a form was filled from, and what stands in its way since. */
export const useConflict = (
  names: readonly string[],
  first: Version,
  { follows = {}, read = asItIs }: { follows?: Follows; read?: Read } = {},
) => {
  const [base, setBase] = useState(first)
  const [conflict, setConflict] = useState<Conflict>()
  return {
    base,
    conflict,
    /** Whether the error was a conflict. */
    meet: (error: unknown, mine: Record<string, unknown>): boolean => {
      const current = currentOf(error)
      if (!current) return false
      const theirs = { values: read(current), version: Number(current['version']) }
      const fields = conflictsOf(names, { base: base.values, mine, theirs: theirs.values }, follows)
      setConflict({ fields, theirs, saved: savedOf(error) })
      return true
    },
    /** From here on the form stands on the other version. */
    settle: (): void => {
      if (conflict) setBase(conflict.theirs)
      setConflict(undefined)
    },
    dismiss: () => setConflict(undefined),
  }
}
