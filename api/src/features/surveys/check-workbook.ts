import type { Language } from '@baseline/contract/messages/translate.ts'
import { countQuestions } from '@baseline/contract/surveys/survey-items.ts'
import type { SurveyCheck } from '@baseline/contract/surveys/upload.ts'

import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'

import { assessChanges } from './assess-changes.ts'
import { presentFileProblem, presentProblem } from './present-problem.ts'
import { findByFormId } from './queries.ts'
import type { ReadResult } from './read-upload.ts'

const refused = { form: null, survey: null }

/** Describes an upload: its problems and warnings, its content, and the differences to the stored survey. */
export const checkWorkbook = async (
  reader: { db: Db; scope: Scope; language: Language },
  result: ReadResult,
): Promise<SurveyCheck> => {
  const { language } = reader
  if ('fileProblem' in result)
    return { ...refused, problems: [presentFileProblem(language, result.fileProblem)], warnings: [] }
  const { problems, warnings } = result.form ? { problems: [], warnings: result.form.warnings } : result
  const described = {
    problems: problems.map((problem) => presentProblem(language, problem)),
    warnings: warnings.map((warning) => presentProblem(language, warning)),
  }
  if (!result.form) return { ...described, ...refused }
  const { definition, targets = null } = result.form
  const survey = await findByFormId(reader.db, definition.formId)
  return {
    ...described,
    form: { definition, targets, questionCount: countQuestions(definition) },
    survey: survey ? { ...survey, differences: await assessChanges(reader, survey, definition) } : null,
  }
}
