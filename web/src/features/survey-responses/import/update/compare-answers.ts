import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { Feed, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { lineColumn } from '#platform/importer/columns.ts'
import type { LinesOf, ReadLine } from '#platform/importer/file-row.ts'
import type { ReadCells } from '#platform/importer/file-row.ts'

import { rowsOf } from '../../answers/stored-answer.ts'
import { cellAnswers } from '../cell-answers.ts'
import { sheetOfRepeat, takenInSheets } from '../columns.ts'
import { questionOf, repeatsOf } from '../questions.ts'
import { takenByRecord } from './columns.ts'
import { fedColumn, isSameFact } from './fed-cells.ts'
import { isSameAnswer } from './same-answer.ts'

type Values = Readonly<Record<string, unknown>>

/** A changed answer; in a repeat, an answer in one of its rows, or a whole row. */
export interface AnswerChange {
  question: Question | undefined
  repeat?: { key: string; number: number }
  before: unknown
  after: unknown
  /** The column of the record that the answer fills. */
  feed?: Feed
}

interface Compared {
  values: Values
  changes: AnswerChange[]
}

const compareOne = (
  survey: SurveyDefinition,
  cells: ReadCells,
  now: Values,
  place: { taken: ReadonlySet<string>; repeat?: string; record?: SurveyResponse },
): Compared => {
  const values: Record<string, unknown> = { ...now }
  const changes: AnswerChange[] = []
  const { record } = place
  for (const [key, after] of cellAnswers(survey, cells, { ...place, now })) {
    const question = questionOf(survey, key)
    if (!question) continue
    const feed = record && fedColumn(question, cells)
    const isSame = record
      ? isSameFact(question, survey, record, after, feed)
      : isSameAnswer(question, survey, now[key], after)
    if (isSame) continue
    const before = (feed && record?.[feed]) ?? now[key]
    changes.push({ question, before, after, ...(feed && { feed }) })
    if (after === null) delete values[key]
    else values[key] = after
  }
  return { values, changes }
}

/**
 * Returns the number of the stored row for a line: the number in the sheet, or its position if the sheet has
 * no numbers.
 */
const numberOf = ({ cells }: ReadLine, at: number): number | undefined => {
  const cell = cells.get(lineColumn)
  if (!cell) return at + 1
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
  const kept = new Set<number>()
  const rows = lines.map((line, at) => {
    const number = numberOf(line, at)
    const now = number === undefined || kept.has(number) ? undefined : stored[number - 1]
    if (now && number !== undefined) kept.add(number)
    const compared = compareOne(survey, line.cells, now ?? {}, { taken: takenInSheets, repeat })
    const place = { key: repeat, number: at + 1 }
    if (now) changes.push(...compared.changes.map((change) => ({ ...change, repeat: place })))
    else changes.push({ question: undefined, repeat: place, before: undefined, after: compared.values })
    return compared.values
  })
  for (const [at, row] of stored.entries())
    if (!kept.has(at + 1))
      changes.push({
        question: undefined,
        repeat: { key: repeat, number: at + 1 },
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
): Compared => {
  const stored: Values = record.values
  const { values, changes } = compareOne(survey, cells, stored, { taken: takenByRecord, record })
  const merged: Record<string, unknown> = { ...values }
  for (const repeat of repeatsOf(survey)) {
    const name = sheetOfRepeat(repeat)
    if (!sheets.has(name)) continue
    const compared = compareRows(survey, repeat, lines.get(name) ?? [], rowsOf(stored[repeat]))
    if (compared.changes.length === 0) continue
    changes.push(...compared.changes)
    if (compared.rows.length > 0) merged[repeat] = compared.rows
    else delete merged[repeat]
  }
  return { values: merged, changes }
}
