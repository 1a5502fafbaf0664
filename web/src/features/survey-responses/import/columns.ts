import type { Role } from '@baseline/contract/permissions.ts'
import { importedColumns, kindOf } from '@baseline/contract/survey-responses/columns.ts'
import type { ImportedColumn } from '@baseline/contract/survey-responses/columns.ts'
import { canImportStatus, responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { derivableColumns, textIn } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import { idColumn, lineColumn, rowColumn } from '#platform/importer/columns.ts'
import type { ImportColumn, ImportSheet } from '#platform/importer/columns.ts'

import { questionColumns } from './question-columns.ts'
import { questionsOf } from './questions.ts'

const entries = 'entities.surveyResponses.importer.entries' as const

/** Rules and instructions of single columns. */
const columnDetails: Partial<Record<ImportedColumn, Pick<ImportColumn, 'digits' | 'entry' | 'required'>>> = {
  displayId: { digits: true, entry: `${entries}.displayId` },
  investigatorName: { required: true, entry: `${entries}.investigatorName` },
  investigatorMobileNumber: { digits: true },
  village: { entry: `${entries}.village` },
}

const fixedColumn = (key: ImportedColumn, roles: readonly Role[]): ImportColumn => {
  const label = `entities.surveyResponses.fields.${key}` as const
  const kind = kindOf(key)
  if (key === 'status') {
    const choices = responseStatuses.filter((status) => canImportStatus(status, roles))
    return { key, kind: 'choice', choices, label, entry: `${entries}.status` }
  }
  return { key, kind, label, ...(kind === 'text' && { entry: `${entries}.text` }), ...columnDetails[key] }
}

/** Returns the columns that every survey has. Only managers may import every status. spec §5 */
export const fixedColumns = (roles: readonly Role[], example = '{}'): readonly ImportColumn[] => [
  ...importedColumns.map((key) => fixedColumn(key, roles)),
  { key: 'photos', kind: 'links', label: 'entities.surveyResponses.fields.photos' },
  {
    key: 'values',
    kind: 'json',
    path: 'values',
    example,
    label: 'entities.surveyResponses.fields.values',
    entry: 'entities.surveyResponses.importer.entries.values',
  },
]

/** Columns that the server fills from the answer to a question. Each row must have the enumerator. */
const derivedColumnKeys: readonly string[] = derivableColumns.filter(
  (name) => name !== 'investigatorName' && importedColumns.some((key) => key === name),
)

/**
 * Returns the keys of questions that have the same key as the column that they fill: both share one column.
 */
export const sharedKeys = (survey: SurveyDefinition): Set<string> =>
  new Set(
    [...itemsOf(survey).values()].flatMap(({ item, repeat }) =>
      item.kind === 'question' &&
      repeat === undefined &&
      item.feeds === item.key &&
      derivedColumnKeys.includes(item.key)
        ? [item.key]
        : [],
    ),
  )

const fixedKeys = fixedColumns([]).map(({ key }) => key)

/** Headings that are not available for questions outside repeats. */
export const findTakenHeadings = (survey: SurveyDefinition): Set<string> => {
  const sharedColumnKeys = sharedKeys(survey)
  return new Set(fixedKeys.filter((key) => !sharedColumnKeys.has(key)))
}

/** Headings that are not available for questions in repeats. */
export const takenSheetHeadings: ReadonlySet<string> = new Set([idColumn, rowColumn, lineColumn])

/** Columns that link a row of a repeat to its response. */
const referenceColumns: readonly ImportColumn[] = [
  {
    key: idColumn,
    kind: 'text',
    label: 'entities.surveyResponses.fields.displayId',
    entry: 'entities.surveyResponses.importer.entries.ofId',
  },
  {
    key: rowColumn,
    kind: 'number',
    label: 'entities.surveyResponses.importer.row',
    entry: 'entities.surveyResponses.importer.entries.ofRow',
  },
  {
    key: lineColumn,
    kind: 'number',
    hidden: true,
    label: 'entities.surveyExports.sheets.line',
  },
]

/** Excel's limit for the name of a sheet. */
const sheetNameLength = 31

/** Returns the sheet name of a repeat, as in exports. */
export const sheetOfRepeat = (key: string): string => key.replaceAll('-', '_').slice(0, sheetNameLength)

/** Returns one sheet per repeat of the survey. */
export const repeatSheets = (survey: SurveyDefinition, language: string): ImportSheet[] =>
  [...itemsOf(survey).values()].flatMap(({ item }): ImportSheet[] =>
    item.kind === 'repeat'
      ? [
          {
            name: sheetOfRepeat(item.key),
            label: textIn(item.labels, language, survey) ?? item.key,
            path: `values.${item.key}`,
            columns: [
              ...referenceColumns,
              ...questionsOf(survey, item.key).flatMap((question) =>
                questionColumns(question, {
                  survey,
                  language,
                  takenHeadings: takenSheetHeadings,
                  repeat: item.key,
                }),
              ),
            ],
          },
        ]
      : [],
  )

/** Returns the fixed columns and the columns of each question. */
export const importColumns = (
  survey: SurveyDefinition,
  { roles, language, example }: { roles: readonly Role[]; language: string; example?: string },
): ImportColumn[] => {
  const sharedColumnKeys = sharedKeys(survey)
  const takenHeadings = findTakenHeadings(survey)
  const allQuestionColumns = questionsOf(survey).flatMap((question) =>
    questionColumns(question, { survey, language, takenHeadings }),
  )
  const mergedColumns = fixedColumns(roles, example).map((column) => {
    const questionColumn = sharedColumnKeys.has(column.key)
      ? allQuestionColumns.find(({ key }) => key === column.key)
      : undefined
    return questionColumn ? { ...questionColumn, label: column.label } : column
  })
  return [...mergedColumns, ...allQuestionColumns.filter(({ key }) => !sharedColumnKeys.has(key))]
}

/** Returns the columns for a file without question columns. */
export const withoutQuestions = (
  columns: readonly ImportColumn[],
  roles: readonly Role[],
): ImportColumn[] => {
  const fixedByKey = new Map(fixedColumns(roles).map((column) => [column.key, column]))
  return columns.map((column) => fixedByKey.get(column.key) ?? column)
}

const isQuestion = ({ key, path }: ImportColumn): boolean => path !== undefined && key !== 'values'

/** Returns whether a file has question columns. */
export const hasQuestions = (columns: readonly ImportColumn[], present: ReadonlySet<string>): boolean =>
  columns.some((column) => isQuestion(column) && !fixedKeys.includes(column.key) && present.has(column.key))

/**
 * Returns a function that lists the missing columns. A file must have the fixed columns, and all question
 * columns or none. spec §5
 */
export const missingColumns =
  (columns: readonly ImportColumn[]) =>
  (present: ReadonlySet<string>): string[] => {
    const includesQuestions = hasQuestions(columns, present)
    const isPresent = ({ key, path }: ImportColumn) =>
      present.has(key) ||
      (path !== undefined && columns.some((one) => one.path === path && present.has(one.key)))
    return columns
      .filter((column) => !column.hidden && (fixedKeys.includes(column.key) || includesQuestions))
      .filter((column) => !(column.key === 'values' && includesQuestions) && !isPresent(column))
      .map(({ key }) => key)
  }
