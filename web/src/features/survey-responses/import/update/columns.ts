import { exportedColumns, kindOf, pseudonymColumns } from '@baseline/contract/survey-responses/columns.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import { idColumn } from '#platform/importer/columns.ts'
import type { ImportColumn, ImportSheet } from '#platform/importer/columns.ts'

import { repeatSheets } from '../columns.ts'
import { questionColumns } from '../question-columns.ts'

const fields = 'entities.surveyResponses.fields' as const

/** The fields of a record that a file can change, except the location. */
export const recordFields = exportedColumns.map((key) => ({ key, kind: kindOf(key) }))

export const versionColumn = 'version'
export const statusColumn = 'status'

/** Columns of an export that an import never changes. */
const unchangedColumns = ['photos', 'email', 'surveyVersion', 'createdAt', 'updatedAt', 'origTime'] as const

const placeLabels = {
  latitude: 'entities.surveyExports.sheets.latitude',
  longitude: 'entities.surveyExports.sheets.longitude',
  accuracy: 'entities.surveyExports.sheets.accuracy',
} as const

const recordColumns: readonly ImportColumn[] = [
  { key: idColumn, kind: 'text', label: `${fields}.displayId` },
  { key: versionColumn, kind: 'number', label: `${fields}.version` },
  // Kind text, so that invalid statuses are compared too.
  { key: statusColumn, kind: 'text', label: `${fields}.status` },
  ...recordFields.map(({ key, kind }): ImportColumn => ({ key, kind, label: `${fields}.${key}` })),
  ...(['latitude', 'longitude', 'accuracy'] as const).map((key): ImportColumn => ({
    key,
    kind: 'number',
    path: 'location',
    label: placeLabels[key],
  })),
  ...unchangedColumns.map((key): ImportColumn => ({ key, kind: 'text', label: `${fields}.${key}` })),
  ...pseudonymColumns.map((key): ImportColumn => ({
    key,
    kind: 'text',
    label: `entities.surveyExports.sheets.${key}`,
  })),
]

/** Headings that are not available for questions. */
export const takenRecordHeadings: ReadonlySet<string> = new Set([
  ...recordColumns.map(({ key }) => key),
  'values',
])

/** Exports add a number to a name that is taken: `village_2`. */
const addNumberedLabels = (column: ImportColumn): ImportColumn => {
  const key = column.path?.split('.').at(-1) ?? ''
  if (!takenRecordHeadings.has(key)) return column
  const name = `${key}_2`
  return {
    ...column,
    labels: [...(column.labels ?? []).flatMap((label) => [label, `${label} (${name})`]), name],
  }
}

/** Returns all columns that an exported sheet can have: record columns and question columns. */
export const updateColumns = (survey: SurveyDefinition, language: string): ImportColumn[] => [
  ...recordColumns,
  ...[...itemsOf(survey).values()].flatMap(({ item, repeat }) =>
    item.kind === 'question' && repeat === undefined
      ? questionColumns(item, { survey, language, takenHeadings: takenRecordHeadings }).map(addNumberedLabels)
      : [],
  ),
]

/** Each sheet must have the id of the response; every other column may be missing. */
export const updateSheets = (survey: SurveyDefinition, language: string): ImportSheet[] =>
  repeatSheets(survey, language).map((sheet) => ({
    ...sheet,
    missing: (present) => (present.has(idColumn) ? [] : [idColumn]),
  }))

export const missingForUpdate = (present: ReadonlySet<string>): string[] =>
  [idColumn, versionColumn].filter((key) => !present.has(key))
