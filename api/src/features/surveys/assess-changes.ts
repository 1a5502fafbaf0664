import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { countQuestions } from '@baseline/contract/surveys/survey-items.ts'
import type { SurveyDifferences } from '@baseline/contract/surveys/upload.ts'

import type { Scope } from '#platform/auth/scope.ts'
import { asJson } from '#platform/database/as-json.ts'
import type { Db } from '#platform/database/database.ts'

import { compareDefinitions } from './compare-definitions.ts'
import type { ComparedItem } from './compare-definitions.ts'
import { countConcerned } from './count-concerned.ts'
import { getDefinition } from './queries.ts'

const present = (
  { repeat: _repeat, removedChoices: _removed, ...difference }: ComparedItem,
  responses: SurveyDifferences['items'][number]['responses'],
): SurveyDifferences['items'][number] => ({ ...difference, responses })

/** Compares a questionnaire with a stored version, and counts the responses whose answers would not fit. */
export const assessChanges = async (
  reader: { db: Db; scope: Scope },
  stored: { id: string; version: number },
  definition: SurveyDefinition,
): Promise<SurveyDifferences> => {
  const before = await getDefinition(reader.db, stored.id, stored.version)
  const { survey, items } = compareDefinitions(before, asJson(definition))
  const changes = items.filter(({ breaking }) => breaking !== null)
  if (changes.length === 0) return { survey, items: items.map((item) => present(item, null)), breaking: null }
  const { byChange, total } = await countConcerned(reader, {
    surveyId: stored.id,
    questionCount: countQuestions(before),
    changes,
  })
  return {
    survey,
    items: items.map((item) => present(item, byChange[changes.indexOf(item)] ?? null)),
    // An exact zero needs no confirmation: no stored answer is concerned.
    breaking: total.count === 0 && !total.isMinimum ? null : total,
  }
}
