import type { ImportedSurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { mayImportStatus } from '@baseline/contract/survey-responses/status.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import type { FieldProblem } from '@baseline/contract/validation.ts'

import type { ResponsesContext } from './import-context.ts'

/** What the server will say about a row, said before it is sent: its status and its answers. spec §5 */
export const judgeImport = (
  { status: given, endTime, values }: ImportedSurveyResponse,
  { survey, language, today, roles }: ResponsesContext,
): FieldProblem[] => {
  const status = given ?? (endTime ? 'submitted' : 'inProgress')
  const problems: FieldProblem[] = []
  if (!mayImportStatus(status, roles))
    problems.push({ path: 'status', key: 'entities.surveyResponses.errors.importStatus', params: {} })
  if (status === 'submitted' && !endTime)
    problems.push({ path: 'endTime', key: 'entities.surveyResponses.errors.endTimeRequired', params: {} })
  const how = { partial: status === 'inProgress', imported: true }
  const judged = validateAnswers(survey, values ?? {}, { language, today, ...how })
  return [...problems, ...judged.problems.map((problem) => ({ ...problem, path: 'values' }))]
}
