import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { ReadCells } from '#platform/importer/file-row.ts'

import { headingOf, listOf, placeParts } from './question-columns.ts'
import { questionsOf } from './questions.ts'

/** Answers by question key: null if the cells are blank, missing if there is no cell. */
export type CellAnswers = ReadonlyMap<string, unknown>

type Given = Readonly<Record<string, unknown>>

/** Reads a multiple choice from one column per choice. Choices without a column keep their state. */
const flagged = (
  question: Question,
  survey: SurveyDefinition,
  heading: string,
  cells: ReadCells,
  now: unknown,
) => {
  const current = new Set<unknown>(Array.isArray(now) ? now : [])
  const found = listOf(question, survey).map(({ value }) => {
    const cell = cells.get(`${heading}/${value}`)
    return { value, cell, isChosen: cell ? cell.value === true : current.has(value) }
  })
  if (found.every(({ cell }) => cell === undefined)) return undefined
  const isBlank = found.every(({ cell, isChosen }) => (cell ? cell.text === '' : !isChosen))
  return { value: isBlank ? null : found.filter(({ isChosen }) => isChosen).map(({ value }) => value) }
}

const numbered = (heading: string, cells: ReadCells, now: unknown) => {
  const parts = placeParts.map((part) => [part, cells.get(`${heading}/${part}`)] as const)
  if (parts.every(([, cell]) => cell === undefined)) return undefined
  const current: Given = typeof now === 'object' && now !== null ? { ...now } : {}
  const place = Object.fromEntries(
    parts
      .map(([part, cell]) => [part, cell ? cell.value : current[part]] as const)
      .filter(([, value]) => value !== undefined),
  )
  return { value: Object.keys(place).length === 0 ? null : place }
}

/** Returns the answers in the cells of a row to the questions of the survey, or of one of its repeats. */
export const cellAnswers = (
  survey: SurveyDefinition,
  cells: ReadCells,
  { taken, repeat, now = {} }: { taken: ReadonlySet<string>; repeat?: string; now?: Given },
): CellAnswers => {
  const answers = new Map<string, unknown>()
  for (const item of questionsOf(survey, repeat)) {
    const { key } = item
    const heading = headingOf(key, { taken })
    const cell = cells.get(heading)
    const found = cell
      ? { value: cell.text === '' ? null : cell.value }
      : item.type === 'choices'
        ? flagged(item, survey, heading, cells, now[key])
        : item.type === 'location'
          ? numbered(heading, cells, now[key])
          : undefined
    if (found) answers.set(key, found.value)
  }
  return answers
}

/** Returns the answers that are not blank. */
export const filledAnswers = (answers: CellAnswers): Record<string, unknown> =>
  Object.fromEntries([...answers].filter(([, value]) => value !== null))
