import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translateIfKnown, translator } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import type { SurveyProblem } from '@baseline/contract/surveys/problem.ts'
import type { FileProblem } from '@baseline/tabular/problem.ts'

import type { StoredWarning } from '#platform/database/column-types.ts'

/** Translates a problem or a warning. A stored warning can have a key that this release does not know. */
export const presentProblem = (
  language: Language,
  { sheet, row, column, key, params }: StoredWarning,
): SurveyProblem => ({
  sheet,
  row,
  column,
  message: translateIfKnown(messagesByLanguage[language], key, params) ?? key,
})

/** Translates a problem of the whole file. */
export const presentFileProblem = (language: Language, problem: FileProblem): SurveyProblem => ({
  sheet: null,
  row: null,
  column: null,
  message: translator(messagesByLanguage[language])(`entities.surveys.file.${problem}`),
})
