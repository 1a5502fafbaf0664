import type { ColumnNaming, ExportFormat } from '@baseline/contract/survey-responses/exports/contract.ts'
import { isPersonalInVersions } from '@baseline/contract/surveys/personal-question.ts'

import type { DraftColumn, ExportColumn, ExportLocale } from './column.ts'
import { columnsDerivedFrom, columnsWithPersonalAnswers, keepLatestPerColumn } from './derived-columns.ts'
import { questionColumns } from './question-columns.ts'
import { lineColumns, recordColumns } from './record-columns.ts'
import type { MergedQuestion, MergedTable } from './union-of-versions.ts'
import { variableNames } from './variable-names.ts'

export interface ExportTable {
  /** The repeat's key; undefined for the responses themselves. */
  repeat: string | undefined
  name: string
  columns: ExportColumn[]
  /** Columns to read for it. */
  reads: readonly string[]
}

/** Normalises a name as spreadsheets and Stata compare it. */
const normalise = (text: string): string => text.normalize('NFC').toLowerCase()

/**
 * Returns unique headers. Columns with the same label also show their variable, which the codebook lists: a
 * question may have the same label as a column of the record. A number follows if another label already has
 * that text.
 */
const headersOf = (drafts: readonly DraftColumn[], variables: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const { label } of drafts) counts.set(normalise(label), (counts.get(normalise(label)) ?? 0) + 1)
  const isUnique = (label: string): boolean => counts.get(normalise(label)) === 1
  const usedHeaders = new Set(
    drafts.filter(({ label }) => isUnique(label)).map(({ label }) => normalise(label)),
  )
  return drafts.map(({ label }, index) => {
    if (isUnique(label)) return label
    const base = `${label} (${variables[index] ?? ''})`
    let header = base
    for (let next = 2; usedHeaders.has(normalise(header)); next += 1) header = `${base} ${String(next)}`
    usedHeaders.add(normalise(header))
    return header
  })
}

const finishColumns = (drafts: readonly DraftColumn[], columnNames: ColumnNaming): ExportColumn[] => {
  const variables = variableNames(drafts.map(({ key }) => key))
  const headers = columnNames === 'variables' ? variables : headersOf(drafts, variables)
  return drafts.map((draft, index) => ({
    ...draft,
    header: headers[index] ?? '',
    variable: variables[index] ?? '',
  }))
}

/** Returns names of sheets and files: at most 31 characters, unique regardless of case, and not reserved. */
const tableNames = (mergedTables: readonly MergedTable[]): string[] => {
  const usedNames = new Set(['codebook', 'manifest', 'history'])
  return mergedTables.map(({ repeat }) => {
    const base = (repeat?.key ?? 'data').replaceAll('-', '_').slice(0, 31)
    let name = base
    for (let suffix = 2; usedNames.has(name.toLowerCase()); suffix += 1)
      name = `${base.slice(0, 27)}_${String(suffix)}`
    usedNames.add(name.toLowerCase())
    return name
  })
}

export interface TableOptions {
  format: ExportFormat
  personalData: boolean
  columnNames: ColumnNaming
}

/**
 * Whether a question replaces the column of the record that it feeds. In statistics files a choice is a
 * number, which cannot hold a text outside the list, so the text column is kept.
 */
const replacesColumn = ({ type }: MergedQuestion, format: ExportFormat): boolean =>
  type !== 'choice' || format === 'xlsx' || format === 'csv'

/**
 * Returns the questions of an export, one per column of the record, and the columns of the record that it must
 * not contain.
 */
const selectQuestions = (questions: readonly MergedQuestion[], personalData: boolean) => {
  const distinct = keepLatestPerColumn(questions)
  if (personalData) return { exported: distinct, withheldColumns: new Set<string>() }
  const withheldColumns = columnsWithPersonalAnswers(questions)
  const isWithheld = (question: MergedQuestion): boolean =>
    isPersonalInVersions(question.items) ||
    columnsDerivedFrom(question).some((column) => withheldColumns.has(column))
  return { exported: distinct.filter((question) => !isWithheld(question)), withheldColumns }
}

/** Returns the columns of every table. A question and the column that it feeds are written once. spec §4 */
export const exportTables = (
  mergedTables: readonly MergedTable[],
  locale: ExportLocale,
  { format, personalData, columnNames }: TableOptions,
): ExportTable[] => {
  const names = tableNames(mergedTables)
  return mergedTables.map(({ repeat, questions }, index): ExportTable => {
    const name = names[index] ?? ''
    const { exported, withheldColumns } = selectQuestions([...questions.values()], personalData)
    const questionDrafts = exported.flatMap((question) => questionColumns(question, locale))
    if (repeat) {
      const columns = finishColumns([...lineColumns(locale), ...questionDrafts], columnNames)
      return { repeat: repeat.key, name, columns, reads: ['display_id'] }
    }
    const replacedColumns = new Set(
      exported.filter((question) => replacesColumn(question, format)).flatMap(columnsDerivedFrom),
    )
    const recordDrafts = recordColumns(locale, { personalData, withheldColumns })
    return {
      repeat: undefined,
      name,
      reads: [
        ...new Set([...recordDrafts.map(({ reads }) => reads), ...exported.flatMap(columnsDerivedFrom)]),
      ],
      columns: finishColumns(
        [...recordDrafts.filter(({ reads }) => !replacedColumns.has(reads)), ...questionDrafts],
        columnNames,
      ),
    }
  })
}
