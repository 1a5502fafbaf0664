import type { ColumnNaming, ExportFormat } from '@baseline/contract/survey-exports/contract.ts'

import type { Draft, ExportColumn, Wording } from './column.ts'
import { fedColumns, withoutRepeatedFeeds } from './fed-columns.ts'
import { questionColumns } from './question-columns.ts'
import { lineColumns, recordColumns } from './record-columns.ts'
import type { AskedQuestion, AskedTable } from './union-of-versions.ts'
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
const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/**
 * Returns unique headers. Columns with the same label also show their variable, which the codebook lists: a
 * question may have the same label as a column of the record. A number follows if another label already has
 * that text.
 */
const headersOf = (drafts: readonly Draft[], variables: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const { label } of drafts) counts.set(folded(label), (counts.get(folded(label)) ?? 0) + 1)
  const isAlone = (label: string): boolean => counts.get(folded(label)) === 1
  const taken = new Set(drafts.filter(({ label }) => isAlone(label)).map(({ label }) => folded(label)))
  return drafts.map(({ label }, at) => {
    if (isAlone(label)) return label
    const wanted = `${label} (${variables[at] ?? ''})`
    let header = wanted
    for (let next = 2; taken.has(folded(header)); next += 1) header = `${wanted} ${String(next)}`
    taken.add(folded(header))
    return header
  })
}

const finished = (drafts: readonly Draft[], columnNames: ColumnNaming): ExportColumn[] => {
  const variables = variableNames(drafts.map(({ key }) => key))
  const headers = columnNames === 'variables' ? variables : headersOf(drafts, variables)
  return drafts.map((draft, at) => ({ ...draft, header: headers[at] ?? '', variable: variables[at] ?? '' }))
}

/** Returns names of sheets and files: at most 31 characters, unique regardless of case, and not reserved. */
const tableNames = (asked: readonly AskedTable[]): string[] => {
  const used = new Set(['codebook', 'manifest', 'history'])
  return asked.map(({ repeat }) => {
    const wanted = (repeat?.key ?? 'data').replaceAll('-', '_').slice(0, 31)
    let name = wanted
    for (let at = 2; used.has(name.toLowerCase()); at += 1) name = `${wanted.slice(0, 27)}_${String(at)}`
    used.add(name.toLowerCase())
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
const standsForColumn = ({ type }: AskedQuestion, format: ExportFormat): boolean =>
  type !== 'choice' || format === 'xlsx' || format === 'csv'

/** Returns the columns of every table. A question and the column that it feeds are written once. spec §4 */
export const exportTables = (
  asked: readonly AskedTable[],
  words: Wording,
  { format, personalData, columnNames }: TableOptions,
): ExportTable[] => {
  const names = tableNames(asked)
  return asked.map(({ repeat, questions }, at): ExportTable => {
    const name = names[at] ?? ''
    const distinct = withoutRepeatedFeeds([...questions.values()])
    const exported = distinct.filter(({ personal }) => personalData || !personal)
    const own = exported.flatMap((question) => questionColumns(question, words))
    if (repeat) {
      const columns = finished([...lineColumns(words), ...own], columnNames)
      return { repeat: repeat.key, name, columns, reads: ['display_id'] }
    }
    const merged = new Set(distinct.filter((one) => standsForColumn(one, format)).flatMap(fedColumns))
    const record = recordColumns(words, personalData)
    return {
      repeat: undefined,
      name,
      reads: [...new Set([...record.map(({ reads }) => reads), ...exported.flatMap(fedColumns)])],
      columns: finished([...record.filter(({ reads }) => !merged.has(reads)), ...own], columnNames),
    }
  })
}
