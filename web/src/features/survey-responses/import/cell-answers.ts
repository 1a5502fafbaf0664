import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { ReadCells } from '#platform/importer/file-row.ts'

import { choiceListOf, headingOf, placeParts } from './question-columns.ts'
import { questionsOf } from './questions.ts'

/** Answers by question key: null if the cells are blank, missing if there is no cell. */
export type CellAnswers = ReadonlyMap<string, unknown>

type Values = Readonly<Record<string, unknown>>

/** Reads a multiple choice from one column per choice. Choices without a column keep their state. */
const readFlags = (
  question: Question,
  survey: SurveyDefinition,
  heading: string,
  cells: ReadCells,
  storedAnswer: unknown,
) => {
  const current = new Set<unknown>(Array.isArray(storedAnswer) ? storedAnswer : [])
  const choiceCells = choiceListOf(question, survey).map(({ value }) => {
    const cell = cells.get(`${heading}/${value}`)
    return { value, cell, isChosen: cell ? cell.value === true : current.has(value) }
  })
  if (choiceCells.every(({ cell }) => cell === undefined)) return undefined
  const isBlank = choiceCells.every(({ cell, isChosen }) => (cell ? cell.text === '' : !isChosen))
  return { value: isBlank ? null : choiceCells.filter(({ isChosen }) => isChosen).map(({ value }) => value) }
}

const readPlaceParts = (heading: string, cells: ReadCells, storedAnswer: unknown) => {
  const parts = placeParts.map((part) => [part, cells.get(`${heading}/${part}`)] as const)
  if (parts.every(([, cell]) => cell === undefined)) return undefined
  const current: Values = typeof storedAnswer === 'object' && storedAnswer !== null ? { ...storedAnswer } : {}
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
  {
    takenHeadings,
    repeat,
    storedValues = {},
  }: { takenHeadings: ReadonlySet<string>; repeat?: string; storedValues?: Values },
): CellAnswers => {
  const answers = new Map<string, unknown>()
  for (const item of questionsOf(survey, repeat)) {
    const { key } = item
    const heading = headingOf(key, { takenHeadings })
    const cell = cells.get(heading)
    const answer = cell
      ? { value: cell.text === '' ? null : cell.value }
      : item.type === 'choices'
        ? readFlags(item, survey, heading, cells, storedValues[key])
        : item.type === 'location'
          ? readPlaceParts(heading, cells, storedValues[key])
          : undefined
    if (answer) answers.set(key, answer.value)
  }
  return answers
}

/** Returns the answers that are not blank. */
export const filledAnswers = (answers: CellAnswers): Record<string, unknown> =>
  Object.fromEntries([...answers].filter(([, value]) => value !== null))
