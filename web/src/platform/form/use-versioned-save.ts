import { useEffect, useRef, useState } from 'react'

import { serverConflict } from '../error-details.ts'
import { useSave } from './use-save.ts'
import { conflictsOf, isSame } from './versions.ts'
import type { Choice, FieldConflict, LeadingFields } from './versions.ts'

type Values = Readonly<Record<string, unknown>>

interface Version {
  values: Values
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

interface VersionedSaveOptions<Data, Saved> {
  /** The version that the form was loaded from. */
  initialVersion: Version
  /** Fields to compare; all fields of both versions if omitted. */
  names?: readonly string[]
  leadingFields?: LeadingFields
  /** Reads the form's fields from a record, if they differ from the record's own. */
  readRecord?: (record: Record<string, unknown>) => Values | undefined
  /** Returns the current input. */
  readForm: () => Values
  /** Replaces the current input. */
  fillForm: (values: Values) => void
  /** Returns the data of the merged fields, with which the form was filled; undefined to save nothing yet. */
  readMerged: (values: Values) => Data | undefined
  save: (data: Data, version: number | undefined, idempotencyKey: string) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** Shows errors other than a conflict at their fields; returns whether there were any. */
  placeProblems?: (error: unknown) => boolean
  /** Why the form cannot be saved yet, from `useHolds`. */
  holdReason?: string | undefined
}

/**
 * Saves a form with the version that it was loaded from (optimistic concurrency). If another user has saved a
 * newer version, `conflictDialog` has the props to compare both. If both users wrote the same, there is no
 * choice to make, and the form is saved on top of the newer version.
 */
export const useVersionedSave = <Data, Saved>(options: VersionedSaveOptions<Data, Saved>) => {
  const { readForm, fillForm, leadingFields = {}, readRecord = (record) => record, holdReason } = options
  const [base, setBase] = useState(options.initialVersion)
  const [conflict, setConflict] = useState<Conflict>()
  const isSaved = useRef(false)
  // A merge renders the form again while its save is under way.
  const latestReadForm = useRef(readForm)
  useEffect(() => {
    latestReadForm.current = readForm
  })

  const namesIn = (mine: Values, otherValues: Values): readonly string[] =>
    options.names ?? [...new Set([...Object.keys(mine), ...Object.keys(otherValues)])]

  const readConflict = (error: unknown): Conflict | undefined => {
    const details = serverConflict(error)
    const otherValues = details && readRecord(details.current)
    if (!otherValues) return undefined
    const mine = latestReadForm.current()
    const { savedBy, savedAt } = details
    return {
      fields: conflictsOf(
        namesIn(mine, otherValues),
        { base: base.values, mine, theirs: otherValues },
        leadingFields,
      ),
      otherVersion: { values: otherValues, version: details.current.version },
      saved: savedBy !== undefined && savedAt !== undefined ? { by: savedBy, at: savedAt } : undefined,
    }
  }

  const save = useSave({
    save: ({ data, version }: { data: Data; version: number | undefined }, key) =>
      options.save(data, version, key).catch((error: unknown) => {
        const found = readConflict(error)
        if (!found || found.fields.length > 0) throw error
        return options.save(data, found.otherVersion.version, key)
      }),
    onSaved: (saved: Saved) => {
      isSaved.current = true
      options.onSaved(saved)
    },
    placeProblems: (error) => {
      const found = readConflict(error)
      if (found) setConflict(found)
      return found !== undefined || (options.placeProblems?.(error) ?? false)
    },
  })

  /** Bases the form on the other version from now on. */
  const accept = (otherVersion: Version): void => {
    setBase(otherVersion)
    setConflict(undefined)
  }

  const takeTheirs = ({ otherVersion }: Conflict): void => {
    fillForm(otherVersion.values)
    save.reset()
    accept(otherVersion)
  }

  const saveMerged = ({ otherVersion }: Conflict, choices: Record<string, Choice>): void => {
    const [mine, otherValues] = [readForm(), otherVersion.values]
    const mergedEntries = namesIn(mine, otherValues).map((name) => [
      name,
      (choices[leadingFields[name] ?? name] === 'theirs' ? otherValues : mine)[name],
    ])
    const merged: Values = { ...otherValues, ...Object.fromEntries(mergedEntries) }
    fillForm(merged)
    accept(otherVersion)
    const data = options.readMerged(merged)
    if (data !== undefined) save.mutate({ data, version: otherVersion.version })
  }

  return {
    submit: (data: Data): void => save.mutate({ data, version: base.version }),
    isPending: save.isPending,
    isSuccess: save.isSuccess,
    /** For `SaveFailure`. The dialog shows a conflict. */
    failure: conflict ? null : save.error,
    canSave: !save.isPending && !conflict && holdReason === undefined,
    isDirty: (): boolean => {
      if (isSaved.current) return false
      const mine = readForm()
      return (
        holdReason !== undefined ||
        namesIn(mine, base.values).some((name) => !isSame(mine[name], base.values[name]))
      )
    },
    /** The version of the other user, while there is a conflict. */
    otherValues: conflict?.otherVersion.values,
    conflictDialog: conflict && {
      conflicts: conflict.fields,
      saved: conflict.saved,
      onCancel: () => setConflict(undefined),
      onTakeTheirs: () => takeTheirs(conflict),
      onSave: (choices: Record<string, Choice>) => saveMerged(conflict, choices),
    },
  }
}
