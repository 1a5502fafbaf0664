import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { itemsOf } from '@baseline/contract/surveys/items-of.ts'
import { feeds, textIn } from '@baseline/contract/surveys/master.ts'
import type { Feed, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { fold } from '#platform/importer/columns.ts'
import type { ReadCells } from '#platform/importer/file-row.ts'
import type { ReadCell } from '#platform/importer/read-cell.ts'

import { headingOf, listOf } from '../question-columns.ts'
import { takenByRecord } from './columns.ts'
import { cellText, isSameAnswer } from './same-answer.ts'

type TextFeed = Exclude<Feed, 'location'>
const textFeeds = feeds.filter((feed): feed is TextFeed => feed !== 'location')

type Feeding = ReadonlyMap<Feed | undefined, readonly Question[]>
const feedingIn = new WeakMap<SurveyDefinition, Feeding>()

const questionsFeeding = (survey: SurveyDefinition, feed: Feed): readonly Question[] => {
  let feeding = feedingIn.get(survey)
  if (!feeding) {
    const items = itemsOf(survey)
    const questions = [...items.values()].flatMap(({ item }) => (item.kind === 'question' ? [item] : []))
    feeding = Map.groupBy(questions, (question) => question.feeds)
    feedingIn.set(survey, feeding)
  }
  return feeding.get(feed) ?? []
}

const headed = ({ key }: Question): string => headingOf(key, { taken: takenByRecord })

/** Finds the choice for a text: by its value, or by its label in any language. */
const choiceFor = (question: Question, survey: SurveyDefinition, text: string) =>
  listOf(question, survey).find(
    ({ value, labels }) =>
      value === text || Object.values(labels).some((label) => fold(label) === fold(text)),
  )

/**
 * Converts a cell to the text of the record column: for a choice, its label in the default language of the
 * survey.
 */
const asText = (source: Question | undefined, union: SurveyDefinition, { text }: ReadCell): ReadCell => {
  const choice = source && listOf(source, union).find(({ value }) => value === text)
  const words = (choice && textIn(choice.labels, union.defaultLanguage, union)) ?? text
  return { text: words, value: words === '' ? undefined : words }
}

const asAnswer = (question: Question, survey: SurveyDefinition, cell: ReadCell): ReadCell => {
  const { text } = cell
  if (question.type !== 'choice') return cell
  return { text, value: choiceFor(question, survey, text)?.value ?? text }
}

/**
 * An export has one column for a question and the record column that it fills, named after the question in
 * the latest version. Moves its cell to the matching question in the version of this response, or to the
 * record column if no question matches.
 */
export const placeFedCells = (
  survey: SurveyDefinition,
  union: SurveyDefinition,
  cells: ReadCells,
): ReadCells => {
  const placed = new Map(cells)
  for (const feed of textFeeds) {
    const sources = questionsFeeding(union, feed).filter((question) => cells.has(headed(question)))
    const headings = sources.map(headed)
    // Sheets that have both are compared column by column.
    if (cells.has(feed) && headings.length > 0) continue
    const found = cells.get(headings[0] ?? feed)
    if (!found) continue
    for (const heading of [feed, ...headings]) placed.delete(heading)
    const [own] = questionsFeeding(survey, feed)
    // A cell of the same question is already parsed.
    const cell = own && own.key === sources[0]?.key ? found : asText(sources[0], union, found)
    if (own) placed.set(headed(own), asAnswer(own, survey, cell))
    else placed.set(feed, cell)
  }
  return placed
}

/** Returns the record column that a question fills, unless the file has a separate column for it. */
export const fedColumn = ({ feeds: feed }: Question, cells: ReadCells): Feed | undefined =>
  feed === undefined || cells.has(feed === 'location' ? 'latitude' : feed) ? undefined : feed

/** Returns whether a cell matches the record: its column, or the answer if the column is blank. */
export const isSameFact = (
  question: Question,
  survey: SurveyDefinition,
  record: SurveyResponse,
  wanted: unknown,
  feed: Feed | undefined,
): boolean => {
  const stored = feed === undefined ? null : record[feed]
  if (stored === null) return isSameAnswer(question, survey, record.values[question.key], wanted)
  if (typeof stored !== 'string') return isSameAnswer(question, survey, stored, wanted)
  if (typeof wanted !== 'string' && typeof wanted !== 'number') return false
  const text = String(wanted)
  if (cellText(text) === cellText(stored)) return true
  const choice = listOf(question, survey).find(({ value }) => value === text)
  return Object.values(choice?.labels ?? {}).some((label) => fold(label) === fold(stored))
}
