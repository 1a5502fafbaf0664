import { SurveyTargets, updateSurveyTargets } from '@baseline/contract/surveys/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#platform/api.ts'
import { ApiError } from '#platform/errors.ts'
import type { Choice } from '#platform/form/conflict-dialog.tsx'
import { saveInfoOf } from '#platform/form/use-conflict.ts'
import type { SaveInfo } from '#platform/form/use-conflict.ts'
import { useSave } from '#platform/form/use-save.ts'
import { conflictsOf } from '#platform/form/versions.ts'
import type { FieldConflict } from '#platform/form/versions.ts'
import { t } from '#platform/i18n.ts'
import { toast } from '#platform/ui/toast.tsx'

import { dashboardKey } from '../use-dashboard.ts'
import { dataOf, districtKey, foldName, readTarget, totalKey, valuesOf } from './target-values.ts'
import type { TargetValues } from './target-values.ts'

interface Conflict {
  fields: FieldConflict[]
  saved: SaveInfo | undefined
  otherValues: TargetValues
  version: number
}

interface FormOptions {
  surveyId: string
  saved: SurveyTargets
  /** Districts with responses: most targets are for these. */
  districts: readonly string[]
  onDone: () => void
}

const textsOf = (values: TargetValues, keys: readonly string[]): Record<string, string> =>
  Object.fromEntries([...new Set([totalKey, ...keys])].map((key) => [key, String(values[key] ?? '')]))

/** Returns the saved keys, and the keys of districts without a target as their responses spell them. */
const keysOf = (values: TargetValues, districts: readonly string[]): string[] => {
  const saved = Object.keys(values)
  const savedNames = new Set(saved.map(foldName))
  const otherKeys = districts.map(districtKey).filter((key) => !savedNames.has(foldName(key)))
  return [...saved, ...new Set(otherKeys)].toSorted((a, b) => a.localeCompare(b))
}

/** Parses all typed targets; undefined if one is invalid. */
const readAll = (texts: Readonly<Record<string, string>>): TargetValues | undefined => {
  const entries = Object.entries(texts).map(([key, text]) => [key, readTarget(text)] as const)
  if (entries.some(([, value]) => value === undefined)) return undefined
  return Object.fromEntries(entries.flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/** State of the targets form, with the conflict if another user changed the targets in the meantime. */
export const useTargetsForm = ({ surveyId, saved, districts, onDone }: FormOptions) => {
  const queries = useQueryClient()
  const [base, setBase] = useState({ values: valuesOf(saved), version: saved.version })
  const [texts, setTexts] = useState(() => textsOf(base.values, keysOf(base.values, districts)))
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()

  const detectConflict = (error: unknown): boolean => {
    const current = error instanceof ApiError && error.status === 409 ? error.details['current'] : undefined
    const otherTargets = SurveyTargets.safeParse(current).data
    const mine = readAll(texts)
    if (!otherTargets || !mine) return false
    const values = valuesOf(otherTargets)
    const names = [...new Set([...Object.keys(texts), ...Object.keys(values)])]
    const fields = conflictsOf(names, { base: base.values, mine, theirs: values })
    setConflict({ fields, otherValues: values, version: otherTargets.version, saved: saveInfoOf(error) })
    return true
  }
  const save = useSave({
    save: ({ values, version }: { values: TargetValues; version: number }) =>
      call(updateSurveyTargets, {
        params: { id: surveyId },
        body: { data: dataOf(values) },
        ifMatch: version,
      }),
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: dashboardKey })
      toast.success(t('dashboard.targets.saved'))
      onDone()
    },
    placeProblems: detectConflict,
  })

  /** Rebases the form on the version that the other user saved. */
  const rebase = ({ otherValues, version }: Conflict, shownValues: TargetValues) => {
    setBase({ values: otherValues, version })
    setTexts(textsOf(shownValues, keysOf({ ...otherValues, ...shownValues }, districts)))
    setConflict(undefined)
  }

  return {
    texts,
    hasSubmitted,
    conflict,
    save,
    isDirty: () =>
      Object.entries(texts).some(([key, text]) => text.trim() !== String(base.values[key] ?? '')),
    change: (key: string, text: string) => setTexts({ ...texts, [key]: text }),
    submit: () => {
      setHasSubmitted(true)
      const values = readAll(texts)
      if (values) save.mutate({ values, version: base.version })
    },
    dismiss: () => setConflict(undefined),
    takeTheirs: (openConflict: Conflict) => {
      save.reset()
      rebase(openConflict, openConflict.otherValues)
    },
    saveMerged: (openConflict: Conflict, choices: Record<string, Choice>) => {
      const mine = readAll(texts) ?? {}
      const names = new Set([...Object.keys(mine), ...Object.keys(openConflict.otherValues)])
      const values = Object.fromEntries(
        [...names].flatMap((name) => {
          const value = (choices[name] === 'theirs' ? openConflict.otherValues : mine)[name]
          return value === undefined ? [] : [[name, value]]
        }),
      )
      rebase(openConflict, values)
      save.mutate({ values, version: openConflict.version })
    },
  }
}
