import { SurveyResponseData } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import { deriveColumns } from '@baseline/contract/surveys/derive-columns.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { fieldProblems } from '@baseline/contract/validation.ts'
import type { FieldProblem } from '@baseline/contract/validation.ts'

import { fold } from '#platform/importer/columns.ts'
import type { FileRow } from '#platform/importer/file-row.ts'

import { derivedFields } from '../../form/response-fields.ts'
import { fieldsOf, leftToAnswers } from '../../form/response-fields.ts'
import { headingOf } from '../question-columns.ts'
import { questionOf, questionsOf } from '../questions.ts'
import { statusColumn, takenByRecord, versionColumn } from './columns.ts'
import { compareAnswers } from './compare-answers.ts'
import type { AnswerChange } from './compare-answers.ts'
import { fieldChanges } from './compare-fields.ts'
import type { FieldChange } from './compare-fields.ts'
import { placeFedCells } from './fed-cells.ts'

export interface Comparison {
  fields: readonly FieldChange[]
  answers: readonly AnswerChange[]
  /** Body of the PUT request; undefined if it is invalid. */
  data: SurveyResponseData | undefined
  problems: readonly FieldProblem[]
}

export interface Compared {
  survey: SurveyDefinition
  language: string
  today: string
  /** Maps the labels of both languages, and the codes, to statuses. */
  statusNames: ReadonlyMap<string, string>
}

const photosOf = ({ photos }: SurveyResponse): SurveyResponseData['photos'] =>
  photos.map((photo) => ('url' in photo ? { url: photo.url } : { id: photo.id }))

const dataOf = (
  survey: SurveyDefinition,
  record: SurveyResponse,
  fields: readonly FieldChange[],
  { values, changes }: ReturnType<typeof compareAnswers>,
): Record<string, unknown> => {
  const said = new Set<string>(fields.map(({ key }) => key))
  const following = changes.flatMap(({ feed }) => feed ?? [])
  const derived = [...derivedFields(survey, record), ...following].filter((name) => !said.has(name))
  // The API requires both names, even if a question fills them.
  const { investigatorName, supervisorName } = deriveColumns(
    survey,
    validateAnswers(survey, values, { language: survey.defaultLanguage, today: '2000-01-01', partial: true })
      .values,
  )
  const names = { investigatorName, supervisorName }
  return {
    ...leftToAnswers(fieldsOf(record), new Set(derived)),
    ...Object.fromEntries(
      (['investigatorName', 'supervisorName'] as const)
        .filter((name) => following.includes(name))
        .map((name) => [name, names[name] ?? null]),
    ),
    ...Object.fromEntries(fields.map(({ key, after }) => [key, after])),
    photos: photosOf(record),
    values,
  }
}

const problem = (
  path: string,
  key: FieldProblem['key'],
  params: FieldProblem['params'] = {},
): FieldProblem => ({
  path,
  key,
  params,
})

/** Returns the problems of the record itself that the server would refuse. */
const recordProblems = (
  record: SurveyResponse,
  row: FileRow,
  data: Readonly<Record<string, unknown>>,
): FieldProblem[] => {
  const { version, status } = record
  const problems: FieldProblem[] = []
  if (isReadOnly(status)) return [problem('', 'entities.surveyResponses.corrections.readOnly')]
  if (row.cells.get(versionColumn)?.value !== version)
    return [problem('', 'entities.surveyResponses.corrections.stale')]
  if (!data['endTime'] && record.endTime && status !== 'inProgress')
    problems.push(problem('endTime', 'entities.surveyResponses.errors.endTimeRequired'))
  return problems
}

const statusProblem = (
  record: SurveyResponse,
  { cells }: FileRow,
  names: Compared['statusNames'],
): FieldProblem[] => {
  const cell = cells.get(statusColumn)
  if (!cell || cells.get(versionColumn)?.value !== record.version) return []
  const wanted = names.get(fold(cell.text)) ?? cell.text
  return wanted === record.status
    ? []
    : [problem(statusColumn, 'entities.surveyResponses.corrections.status')]
}

/**
 * Reports answers to questions that are not in the version of this response, because they would be lost
 * silently.
 */
const strangers = (survey: SurveyDefinition, union: SurveyDefinition, { cells }: FileRow): FieldProblem[] => {
  if (survey === union) return []
  return questionsOf(union).flatMap(({ key }) => {
    if (questionOf(survey, key)) return []
    const cell = cells.get(headingOf(key, { taken: takenByRecord }))
    return cell && cell.text !== ''
      ? [problem(`values.${key}`, 'entities.surveys.validation.notAskedHere')]
      : []
  })
}

/** Compares a row of an exported sheet with its record. Returns undefined if nothing differs. */
export const compareRow = (
  record: SurveyResponse,
  row: FileRow,
  union: SurveyDefinition,
  { survey, language, today, statusNames }: Compared,
): Comparison | undefined => {
  const cells = placeFedCells(survey, union, row.cells)
  const fields = fieldChanges(record, cells)
  const compared = compareAnswers(survey, record, { ...row, cells })
  const { values, changes } = compared
  const unasked = strangers(survey, union, { ...row, cells })
  const moved = statusProblem(record, row, statusNames)
  if (fields.length + changes.length + unasked.length + moved.length === 0) return undefined
  const wanted = dataOf(survey, record, fields, compared)
  const parsed = SurveyResponseData.safeParse(wanted, { reportInput: true })
  const refused = recordProblems(record, row, wanted)
  const judged = validateAnswers(survey, values, {
    language,
    today,
    partial: record.status === 'inProgress',
    imported: true,
    byCell: true,
  })
  return {
    fields,
    answers: changes,
    data: parsed.data,
    problems:
      refused.length > 0 && refused[0]?.path === ''
        ? refused
        : [
            ...moved,
            ...refused,
            ...unasked,
            ...(parsed.success ? [] : fieldProblems(parsed.error)),
            ...judged.problems.map((one) => ({ ...one, path: `values.${one.path}` })),
          ],
  }
}
