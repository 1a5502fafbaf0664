import { isAsked } from '@baseline/contract/surveys/master.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { answerItems, questionsIn } from './outline.ts'
import { rowsOf } from './stored-answer.ts'

/** Returns the paths of the answers that a person can give. */
export const pathsOf = ({ items }: SurveyDefinition, values: Readonly<Record<string, unknown>>): string[] =>
  answerItems(items).flatMap((item) => {
    if (item.kind === 'question') return isAsked(item) ? [item.key] : []
    const keys = questionsIn(item.items).flatMap((question) =>
      isAsked(question) && question.type !== 'note' ? [question.key] : [],
    )
    return rowsOf(values[item.key]).flatMap((_, row) =>
      keys.map((key) => `${item.key}.${String(row)}.${key}`),
    )
  })
