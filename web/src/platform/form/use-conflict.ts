import { useState } from 'react'

import { ApiError } from '../errors.ts'
import { conflictsOf, isSame } from './versions.ts'
import type { FieldConflict, LeadingFields } from './versions.ts'

export interface Version {
  values: Record<string, unknown>
  /** Undefined for a record that does not exist yet. */
  version: number | undefined
}

/** Author and time of the other version. */
export interface SaveInfo {
  by: string
  at: string
}

interface Conflict {
  fields: FieldConflict[]
  otherVersion: Version
  saved: SaveInfo | undefined
}

export const saveInfoOf = (error: unknown): SaveInfo | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const { savedBy, savedAt } = error.details
  return typeof savedBy === 'string' && typeof savedAt === 'string' ? { by: savedBy, at: savedAt } : undefined
}

/** Returns the other user's version from a 409. */
const conflictingRecord = (error: unknown): Record<string, unknown> | undefined =>
  error instanceof ApiError && error.status === 409
    ? // The server sends the record as its GET returns it.
      (error.details['current'] as Record<string, unknown> | undefined)
    : undefined

/** Reads the form's fields from a record, if they differ from the record's own. */
type ReadFields = (record: Record<string, unknown>) => Record<string, unknown>
const keepRecord: ReadFields = (record) => record

/** Returns the newer version number of a 409 if both users wrote the same, so there is no choice to make. */
export const agreedVersion = (
  names: readonly string[],
  error: unknown,
  mine: Record<string, unknown>,
  readFields: ReadFields = keepRecord,
): number | undefined => {
  const current = conflictingRecord(error)
  if (!current) return undefined
  const otherValues = readFields(current)
  return names.every((name) => isSame(mine[name], otherValues[name])) ? Number(current['version']) : undefined
}

/**
 * Tracks the version that a form was loaded from, and a conflict with a newer one (optimistic concurrency).
 */
export const useConflict = (
  names: readonly string[],
  initialVersion: Version,
  {
    leadingFields = {},
    readFields = keepRecord,
  }: { leadingFields?: LeadingFields; readFields?: ReadFields } = {},
) => {
  const [base, setBase] = useState(initialVersion)
  const [conflict, setConflict] = useState<Conflict>()
  return {
    base,
    conflict,
    /** Returns whether the error was a conflict. */
    detectConflict: (error: unknown, mine: Record<string, unknown>): boolean => {
      const current = conflictingRecord(error)
      if (!current) return false
      const otherVersion = { values: readFields(current), version: Number(current['version']) }
      const fields = conflictsOf(
        names,
        { base: base.values, mine, theirs: otherVersion.values },
        leadingFields,
      )
      setConflict({ fields, otherVersion, saved: saveInfoOf(error) })
      return true
    },
    /** Bases the form on the other version from now on. */
    acceptOtherVersion: (): void => {
      if (conflict) setBase(conflict.otherVersion)
      setConflict(undefined)
    },
    dismiss: () => setConflict(undefined),
  }
}
