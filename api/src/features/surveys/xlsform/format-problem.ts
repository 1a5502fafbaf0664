import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translateIfKnown, translator } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'

import type { FormProblem } from './problem.ts'

/** Translates a problem, with its cell. */
export const formatProblem = (
  language: Language,
  { sheet, row, column, key, params }: FormProblem,
): string => {
  const problem = translateIfKnown(messagesByLanguage[language], key, params) ?? key
  return translator(messagesByLanguage[language])('entities.surveys.xlsform.at', {
    sheet,
    row,
    column,
    problem,
  })
}

export const formatWarning = (language: Language, warning: FormProblem): string =>
  translator(messagesByLanguage[language])('entities.surveys.xlsform.warningAt', {
    text: formatProblem(language, warning),
  })
