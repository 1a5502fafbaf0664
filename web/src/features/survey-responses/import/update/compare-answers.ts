import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { DerivableColumn, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { lineColumn } from '#platform/importer/columns.ts'
import type { LinesOf, ReadLine } from '#platform/importer/file-row.ts'
import type { ReadCells } from '#platform/importer/file-row.ts'

import { rowsOf } from '../../answers/stored-answer.ts'
import { cellAnswers } from '../cell-answers.ts'
import { sheetOfRepeat, takenSheetHeadings } from '../columns.ts'
import { questionOf, repeatsOf } from '../questions.ts'
import { takenRecordHeadings } from './columns.ts'
import { findDerivedColumn, matchesRecord } from './derived-cells.ts'
import { isSameAnswer } from './same-answer.ts'

type Values = Readonly<Record<string, unknown>>

/** A changed answer; in a repeat, an answer in one of its rows, or a whole row. */
export interface AnswerChange {
  question: Question | undefined
  repeat?: { key: string; number: number }
  before: unknown
  after: unknown
  /** The column of the record that the answer fills. */
  derivedColumn?: DerivableColumn
}

interface AnswerComparison {
  values: Values
  changes: AnswerChange[]
}

const compareCells = (
  survey: SurveyDefinition,
  cells: ReadCells,
  storedValues: Values,
  place: { takenHeadings: ReadonlySet<string>; repeat?: string; record?: SurveyResponse },
): AnswerComparison => {
  const values: Record<string, unknown> = { ...storedValues }
  const changes: AnswerChange[] = []
  const { record } = place
  for (const [key, after] of cellAnswers(survey, cells, { ...place, storedValues })) {
    const question = questionOf(survey, key)
    if (!question) continue
    const derivedColumn = record && findDerivedColumn(question, cells)
    const isSame = record
      ? matchesRecord(question, survey, record, after, derivedColumn)
      : isSameAnswer(question, survey, storedValues[key], after)
    if (isSame) continue
    const before = (derivedColumn && record?.[derivedColumn]) ?? storedValues[key]
    changes.push({ question, before, after, ...(derivedColumn && { derivedColumn }) })
    if (after === null) delete values[key]
    else values[key] = after
  }
  return { values, changes }
}

/**
 * Returns the number of the stored row for a line: the number in the sheet, or its position if the sheet has
 * no numbers.
 */
const numberOf = ({ cells }: ReadLine, index: number): number | undefined => {
  const cell = cells.get(lineColumn)
  if (!cell) return index + 1
  return typeof cell.value === 'number' ? cell.value : undefined
}

/**
 * Returns the rows of a repeat with the values of the file, and the changes. Answers without a column keep
 * their value.
 */
const compareRows = (
  survey: SurveyDefinition,
  repeat: string,
  lines: readonly ReadLine[],
  stored: readonly Values[],
): { rows: Values[]; changes: AnswerChange[] } => {
  const changes: AnswerChange[] = []
  const matchedNumbers = new Set<number>()
  const rows = lines.map((line, index) => {
    const number = numberOf(line, index)
    const storedRow = number === undefined || matchedNumbers.has(number) ? undefined : stored[number - 1]
    if (storedRow && number !== undefined) matchedNumbers.add(number)
    const comparison = compareCells(survey, line.cells, storedRow ?? {}, {
      takenHeadings: takenSheetHeadings,
      repeat,
    })
    const place = { key: repeat, number: index + 1 }
    if (storedRow) changes.push(...comparison.changes.map((change) => ({ ...change, repeat: place })))
    else changes.push({ question: undefined, repeat: place, before: undefined, after: comparison.values })
    return comparison.values
  })
  for (const [index, row] of stored.entries())
    if (!matchedNumbers.has(index + 1))
      changes.push({
        question: undefined,
        repeat: { key: repeat, number: index + 1 },
        before: row,
        after: undefined,
      })
  return { rows, changes }
}

/** Returns the answers with the values of a row of the file, and the changes. */
export const compareAnswers = (
  survey: SurveyDefinition,
  record: SurveyResponse,
  { cells, lines, sheets }: { cells: ReadCells; lines: LinesOf; sheets: ReadonlySet<string> },
): AnswerComparison => {
  const stored: Values = record.values
  const { values, changes } = compareCells(survey, cells, stored, {
    takenHeadings: takenRecordHeadings,
    record,
  })
  const mergedValues: Record<string, unknown> = { ...values }
  for (const repeat of repeatsOf(survey)) {
    const name = sheetOfRepeat(repeat)
    if (!sheets.has(name)) continue
    const comparison = compareRows(survey, repeat, lines.get(name) ?? [], rowsOf(stored[repeat]))
    if (comparison.changes.length === 0) continue
    changes.push(...comparison.changes)
    if (comparison.rows.length > 0) mergedValues[repeat] = comparison.rows
    else delete mergedValues[repeat]
  }
  return { values: mergedValues, changes }
}
