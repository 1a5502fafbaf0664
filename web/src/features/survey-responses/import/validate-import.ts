import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import type { ImportedSurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { canImportStatus } from '@baseline/contract/survey-responses/status.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { fieldIssue } from '@baseline/contract/validation.ts'
import type { FieldIssue } from '@baseline/contract/validation.ts'

import type { ReadRow } from '#platform/importer/read-import.ts'

import { fixedColumns } from './columns.ts'
import type { ResponsesContext } from './context.ts'

const fixedKeys = fixedColumns([]).map(({ key }) => key)

/** Problems that depend on which questions are shown. A wrong cell makes that uncertain. */
export const relevanceProblems: readonly MessageKey[] = [
  'validation.mixed.required',
  'entities.surveys.validation.notAsked',
  'entities.surveys.validation.notAskedHere',
]

/** Returns whether a row has answers both as JSON and in columns, which could contradict each other. */
const hasAnswersTwice = ({ cells, lines }: ReadRow): boolean =>
  (cells.get('values')?.text ?? '') !== '' &&
  (lines.size > 0 || [...cells].some(([key, { text }]) => text !== '' && !fixedKeys.includes(key)))

/**
 * Checks the status and the answers of a row with the rules of the server, before the row is sent. spec §5
 */
export const validateImport = (
  { status: explicitStatus, endTime, values }: ImportedSurveyResponse,
  { survey, language, today, roles }: ResponsesContext,
  row: ReadRow,
): FieldIssue[] => {
  const status = explicitStatus ?? (endTime ? 'submitted' : 'inProgress')
  const issues: FieldIssue[] = []
  const add = (path: string, key: FieldIssue['key']) => issues.push(fieldIssue(path, key))
  if (!canImportStatus(status, roles)) add('status', 'entities.surveyResponses.errors.importStatus')
  if (status === 'submitted' && !endTime) add('endTime', 'entities.surveyResponses.errors.endTimeRequired')
  if (hasAnswersTwice(row)) add('values', 'entities.surveyResponses.importer.answersTwice')
  const isJson = (row.cells.get('values')?.text ?? '') !== ''
  const options = { language, today, partial: status === 'inProgress', imported: true, byCell: !isJson }
  const validation = validateAnswers(survey, values ?? {}, options)
  return [
    ...issues,
    ...validation.issues.map((issue) => ({
      ...issue,
      path: isJson || issue.path === '' ? 'values' : `values.${issue.path}`,
    })),
  ]
}
