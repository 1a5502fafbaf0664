import { useState } from 'react'

import { ApiError } from '../errors.ts'
import { conflictsOf, isSame } from './versions.ts'
import type { FieldConflict, Follows } from './versions.ts'

export interface Version {
  values: Record<string, unknown>
  /** Undefined for a record that does not exist yet. */
  version: number | undefined
}

/** Author and time of the other version. */
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

/** Returns the other user's version from a 409. */
const currentOf = (error: unknown): Record<string, unknown> | undefined =>
  error instanceof ApiError && error.status === 409
    ? // The server sends the record as its GET returns it.
      (error.details['current'] as Record<string, unknown> | undefined)
    : undefined

/** Reads the form's fields from a record, if they differ from the record's own. */
type Read = (record: Record<string, unknown>) => Record<string, unknown>
const asItIs: Read = (record) => record

/** Returns the newer version number of a 409 if both users wrote the same, so there is no choice to make. */
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

/**
 * Tracks the version that a form was loaded from, and a conflict with a newer one (optimistic concurrency).
 */
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
    /** Returns whether the error was a conflict. */
    meet: (error: unknown, mine: Record<string, unknown>): boolean => {
      const current = currentOf(error)
      if (!current) return false
      const theirs = { values: read(current), version: Number(current['version']) }
      const fields = conflictsOf(names, { base: base.values, mine, theirs: theirs.values }, follows)
      setConflict({ fields, theirs, saved: savedOf(error) })
      return true
    },
    /** Bases the form on the other version from now on. */
    settle: (): void => {
      if (conflict) setBase(conflict.theirs)
      setConflict(undefined)
    },
    dismiss: () => setConflict(undefined),
  }
}
