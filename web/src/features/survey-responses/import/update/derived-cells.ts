import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { derivableColumns, textIn } from '@baseline/contract/surveys/master.ts'
import type { DerivableColumn, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import { fold } from '#platform/importer/columns.ts'
import type { ReadCells } from '#platform/importer/file-row.ts'
import type { ReadCell } from '#platform/importer/read-cell.ts'

import { choiceListOf, headingOf } from '../question-columns.ts'
import { takenRecordHeadings } from './columns.ts'
import { cellText, isSameAnswer } from './same-answer.ts'

type TextColumn = Exclude<DerivableColumn, 'location'>
const textColumns = derivableColumns.filter((column): column is TextColumn => column !== 'location')

type QuestionsByColumn = ReadonlyMap<DerivableColumn | undefined, readonly Question[]>
const questionsByColumnCache = new WeakMap<SurveyDefinition, QuestionsByColumn>()

const findSourceQuestions = (survey: SurveyDefinition, column: DerivableColumn): readonly Question[] => {
  let questionsByColumn = questionsByColumnCache.get(survey)
  if (!questionsByColumn) {
    const items = itemsOf(survey)
    const questions = [...items.values()].flatMap(({ item }) => (item.kind === 'question' ? [item] : []))
    questionsByColumn = Map.groupBy(questions, (question) => question.feeds)
    questionsByColumnCache.set(survey, questionsByColumn)
  }
  return questionsByColumn.get(column) ?? []
}

const questionHeading = ({ key }: Question): string => headingOf(key, { takenHeadings: takenRecordHeadings })

/** Finds the choice for a text: by its value, or by its label in any language. */
const choiceFor = (question: Question, survey: SurveyDefinition, text: string) =>
  choiceListOf(question, survey).find(
    ({ value, labels }) =>
      value === text || Object.values(labels).some((label) => fold(label) === fold(text)),
  )

/**
 * Converts a cell to the text of the record column: for a choice, its label in the default language of the
 * survey.
 */
const toRecordCell = (
  source: Question | undefined,
  union: SurveyDefinition,
  { text }: ReadCell,
): ReadCell => {
  const choice = source && choiceListOf(source, union).find(({ value }) => value === text)
  const recordText = (choice && textIn(choice.labels, union.defaultLanguage, union)) ?? text
  return { text: recordText, value: recordText === '' ? undefined : recordText }
}

const toAnswerCell = (question: Question, survey: SurveyDefinition, cell: ReadCell): ReadCell => {
  const { text } = cell
  if (question.type !== 'choice') return cell
  return { text, value: choiceFor(question, survey, text)?.value ?? text }
}

/**
 * An export has one column for a question and the record column that it fills, named after the question in
 * the latest version. Moves its cell to the matching question in the version of this response, or to the
 * record column if no question matches.
 */
export const placeDerivedCells = (
  survey: SurveyDefinition,
  union: SurveyDefinition,
  cells: ReadCells,
): ReadCells => {
  const placedCells = new Map(cells)
  for (const column of textColumns) {
    const sources = findSourceQuestions(union, column).filter((question) =>
      cells.has(questionHeading(question)),
    )
    const headings = sources.map(questionHeading)
    // Sheets that have both are compared column by column.
    if (cells.has(column) && headings.length > 0) continue
    const sourceCell = cells.get(headings[0] ?? column)
    if (!sourceCell) continue
    for (const heading of [column, ...headings]) placedCells.delete(heading)
    const [targetQuestion] = findSourceQuestions(survey, column)
    // A cell of the same question is already parsed.
    const cell =
      targetQuestion && targetQuestion.key === sources[0]?.key
        ? sourceCell
        : toRecordCell(sources[0], union, sourceCell)
    if (targetQuestion)
      placedCells.set(questionHeading(targetQuestion), toAnswerCell(targetQuestion, survey, cell))
    else placedCells.set(column, cell)
  }
  return placedCells
}

/** Returns the record column that a question fills, unless the file has a separate column for it. */
export const findDerivedColumn = (
  { feeds: column }: Question,
  cells: ReadCells,
): DerivableColumn | undefined =>
  column === undefined || cells.has(column === 'location' ? 'latitude' : column) ? undefined : column

/** Returns whether a cell matches the record: its column, or the answer if the column is blank. */
export const matchesRecord = (
  question: Question,
  survey: SurveyDefinition,
  record: SurveyResponse,
  cellValue: unknown,
  column: DerivableColumn | undefined,
): boolean => {
  const stored = column === undefined ? null : record[column]
  if (stored === null) return isSameAnswer(question, survey, record.values[question.key], cellValue)
  if (typeof stored !== 'string') return isSameAnswer(question, survey, stored, cellValue)
  if (typeof cellValue !== 'string' && typeof cellValue !== 'number') return false
  const text = String(cellValue)
  if (cellText(text) === cellText(stored)) return true
  const choice = choiceListOf(question, survey).find(({ value }) => value === text)
  return Object.values(choice?.labels ?? {}).some((label) => fold(label) === fold(stored))
}
