import { SurveyResponseData } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import { deriveColumns } from '@baseline/contract/surveys/derive-columns.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { fieldIssue, fieldIssues } from '@baseline/contract/validation.ts'
import type { FieldIssue } from '@baseline/contract/validation.ts'

import { fold } from '#platform/importer/columns.ts'
import type { FileRow } from '#platform/importer/file-row.ts'

import { derivedFields } from '../../form/response-fields.ts'
import { clearDerivedFields, fieldsOf } from '../../form/response-fields.ts'
import { headingOf } from '../question-columns.ts'
import { questionOf, questionsOf } from '../questions.ts'
import { statusColumn, takenRecordHeadings, versionColumn } from './columns.ts'
import { compareAnswers } from './compare-answers.ts'
import type { AnswerChange } from './compare-answers.ts'
import { fieldChanges } from './compare-fields.ts'
import type { FieldChange } from './compare-fields.ts'
import { placeDerivedCells } from './derived-cells.ts'

export interface Comparison {
  fields: readonly FieldChange[]
  answers: readonly AnswerChange[]
  /** Body of the PUT request; undefined if it is invalid. */
  data: SurveyResponseData | undefined
  issues: readonly FieldIssue[]
}

export interface ComparisonContext {
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
  const changedKeys = new Set<string>(fields.map(({ key }) => key))
  const changedColumns = changes.flatMap(({ derivedColumn }) => derivedColumn ?? [])
  const derivedNames = [...derivedFields(survey, record), ...changedColumns].filter(
    (name) => !changedKeys.has(name),
  )
  // The API requires both names, even if a question fills them.
  const { investigatorName, supervisorName } = deriveColumns(
    survey,
    validateAnswers(survey, values, { language: survey.defaultLanguage, today: '2000-01-01', partial: true })
      .values,
  )
  const names = { investigatorName, supervisorName }
  return {
    ...clearDerivedFields(fieldsOf(record), new Set(derivedNames)),
    ...Object.fromEntries(
      (['investigatorName', 'supervisorName'] as const)
        .filter((name) => changedColumns.includes(name))
        .map((name) => [name, names[name] ?? null]),
    ),
    ...Object.fromEntries(fields.map(({ key, after }) => [key, after])),
    photos: photosOf(record),
    values,
  }
}

/** Returns the issues of the record itself that the server would refuse. */
const findRecordIssues = (
  record: SurveyResponse,
  row: FileRow,
  data: Readonly<Record<string, unknown>>,
): FieldIssue[] => {
  const { version, status } = record
  const issues: FieldIssue[] = []
  if (isReadOnly(status)) return [fieldIssue('', 'entities.surveyResponses.corrections.readOnly')]
  if (row.cells.get(versionColumn)?.value !== version)
    return [fieldIssue('', 'entities.surveyResponses.corrections.stale')]
  if (!data['endTime'] && record.endTime && status !== 'inProgress')
    issues.push(fieldIssue('endTime', 'entities.surveyResponses.errors.endTimeRequired'))
  return issues
}

const findStatusIssues = (
  record: SurveyResponse,
  { cells }: FileRow,
  names: ComparisonContext['statusNames'],
): FieldIssue[] => {
  const cell = cells.get(statusColumn)
  if (!cell || cells.get(versionColumn)?.value !== record.version) return []
  const wantedStatus = names.get(fold(cell.text)) ?? cell.text
  return wantedStatus === record.status
    ? []
    : [fieldIssue(statusColumn, 'entities.surveyResponses.corrections.status')]
}

/**
 * Reports answers to questions that are not in the version of this response, because they would be lost
 * silently.
 */
const findUnknownAnswers = (
  survey: SurveyDefinition,
  union: SurveyDefinition,
  { cells }: FileRow,
): FieldIssue[] => {
  if (survey === union) return []
  return questionsOf(union).flatMap(({ key }) => {
    if (questionOf(survey, key)) return []
    const cell = cells.get(headingOf(key, { takenHeadings: takenRecordHeadings }))
    return cell && cell.text !== ''
      ? [fieldIssue(`values.${key}`, 'entities.surveys.validation.notAskedHere')]
      : []
  })
}

/** Compares a row of an exported sheet with its record. Returns undefined if nothing differs. */
export const compareRow = (
  record: SurveyResponse,
  row: FileRow,
  union: SurveyDefinition,
  { survey, language, today, statusNames }: ComparisonContext,
): Comparison | undefined => {
  const cells = placeDerivedCells(survey, union, row.cells)
  const fields = fieldChanges(record, cells)
  const comparison = compareAnswers(survey, record, { ...row, cells })
  const { values, changes } = comparison
  const unknownAnswers = findUnknownAnswers(survey, union, { ...row, cells })
  const statusIssues = findStatusIssues(record, row, statusNames)
  if (fields.length + changes.length + unknownAnswers.length + statusIssues.length === 0) return undefined
  const data = dataOf(survey, record, fields, comparison)
  const parsed = SurveyResponseData.safeParse(data, { reportInput: true })
  const recordIssues = findRecordIssues(record, row, data)
  const validation = validateAnswers(survey, values, {
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
    issues:
      recordIssues.length > 0 && recordIssues[0]?.path === ''
        ? recordIssues
        : [
            ...statusIssues,
            ...recordIssues,
            ...unknownAnswers,
            ...(parsed.success ? [] : fieldIssues(parsed.error)),
            ...validation.issues.map((one) => ({ ...one, path: `values.${one.path}` })),
          ],
  }
}
