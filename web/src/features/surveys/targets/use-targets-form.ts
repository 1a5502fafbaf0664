import { SurveyTargets, updateSurveyTargets } from '@baseline/contract/surveys/targets.ts'
import { useState } from 'react'

import { call } from '#platform/api.ts'
import { useVersionedSave } from '#platform/form/use-versioned-save.ts'
import { t } from '#platform/i18n.ts'
import { toast } from '#platform/ui/toast.tsx'

import { dataOf, districtKey, foldName, readTarget, totalKey, valuesOf } from './target-values.ts'
import type { TargetValues } from './target-values.ts'

interface FormOptions {
  surveyId: string
  saved: SurveyTargets
  /** Districts with responses: most targets are for these. */
  districts: readonly string[]
  onSaved: () => void
}

type Values = Readonly<Record<string, unknown>>

const textsOf = (values: TargetValues, keys: readonly string[]): Record<string, string> =>
  Object.fromEntries([...new Set([totalKey, ...keys])].map((key) => [key, String(values[key] ?? '')]))

/** Returns the saved keys, and the keys of districts without a target as their responses spell them. */
const keysOf = (values: Values, districts: readonly string[]): string[] => {
  const saved = Object.keys(values)
  const savedNames = new Set(saved.map(foldName))
  const otherKeys = districts.map(districtKey).filter((key) => !savedNames.has(foldName(key)))
  return [...saved, ...new Set(otherKeys)].toSorted((a, b) => a.localeCompare(b))
}

/** Parses all typed targets. Keeps an invalid text, which is an unsaved change too. */
const readTexts = (texts: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      const target = readTarget(text)
      return [key, target === undefined ? text : target]
    }),
  )

/** Returns the targets without blank ones. */
const targetsIn = (values: Values): TargetValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (typeof value === 'number' ? [[key, value]] : [])),
  )

/** Reads the targets that the server sends with a conflict. */
const readRecord = (record: Values): TargetValues | undefined => {
  const targets = SurveyTargets.safeParse(record).data
  return targets && valuesOf(targets)
}

/** State of the targets form, with the conflict if another user changed the targets in the meantime. */
export const useTargetsForm = ({ surveyId, saved, districts, onSaved }: FormOptions) => {
  const [texts, setTexts] = useState(() => {
    const values = valuesOf(saved)
    return textsOf(values, keysOf(values, districts))
  })
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const { submit, ...save } = useVersionedSave({
    initialVersion: { values: valuesOf(saved), version: saved.version },
    readRecord,
    readForm: () => readTexts(texts),
    fillForm: (values) => setTexts(textsOf(targetsIn(values), keysOf(values, districts))),
    readMerged: targetsIn,
    save: (values, version) =>
      call(updateSurveyTargets, {
        params: { id: surveyId },
        body: { data: dataOf(values) },
        ...(version !== undefined && { ifMatch: version }),
      }),
    onSaved: () => {
      toast.success(t('dashboard.targets.saved'))
      onSaved()
    },
  })
  return {
    ...save,
    texts,
    hasSubmitted,
    change: (key: string, text: string) => setTexts({ ...texts, [key]: text }),
    submit: () => {
      setHasSubmitted(true)
      const isValid = Object.values(texts).every((text) => readTarget(text) !== undefined)
      if (isValid) submit(targetsIn(readTexts(texts)))
    },
  }
}
