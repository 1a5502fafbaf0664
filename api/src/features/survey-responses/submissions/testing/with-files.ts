import type { AnswerRow, Answers } from '@baseline/contract/surveys/answers.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import type { MappedAnswers } from '../map-answers.ts'

/** Adds the ids of stored files, as the processing of a submission does. The name of a file is its id, with or without a suffix. */
export const withFiles = (definition: SurveyDefinition, { values, files }: MappedAnswers): Answers => {
  const answers = structuredClone(values)
  for (const { question, row, name } of files) {
    const repeat = itemsOf(definition).get(question)?.repeat
    // Type cast: the key is that of a repeat.
    const target = repeat === undefined ? answers : (answers[repeat] as AnswerRow[])[row ?? 0]
    if (target) target[question] = name.replace('.bin', '')
  }
  return answers
}
