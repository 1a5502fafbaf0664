import { useState } from 'react'

import { ApiError } from '../errors.ts'
import { conflictsOf } from './versions.ts'
import type { FieldConflict, Follows } from './versions.ts'

export interface Version {
  values: Record<string, unknown>
  /** None for a record that is not there yet. */
  version: number | undefined
}

interface Conflict {
  fields: FieldConflict[]
  theirs: Version
}

/** The record as somebody else has saved it, out of a 409. */
const currentOf = (error: unknown): Record<string, unknown> | undefined =>
  error instanceof ApiError && error.status === 409
    ? // The server puts the record there as its GET would answer.
      (error.details['current'] as Record<string, unknown> | undefined)
    : undefined

/** What a form was filled from, and what stands in its way since. */
export const useConflict = (names: readonly string[], first: Version, follows: Follows = {}) => {
  const [base, setBase] = useState(first)
  const [conflict, setConflict] = useState<Conflict>()
  return {
    base,
    conflict,
    /** Whether the error was a conflict; where nothing differs in the form, the newer version is simply taken as base. */
    meet: (error: unknown, mine: Record<string, unknown>): boolean => {
      const current = currentOf(error)
      if (!current) return false
      const theirs = { values: current, version: Number(current['version']) }
      const fields = conflictsOf(names, { base: base.values, mine, theirs: current }, follows)
      setConflict({ fields, theirs })
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
