import { isDynamicDefault } from './compile-survey.ts'
import { inputOf, SurveyState } from './evaluate-survey.ts'
import type { Clock, InputValues } from './evaluate-survey.ts'
import { evaluate } from './expression/evaluate.ts'
import type { Question, SurveyDefinition } from './master.ts'
import { itemsOf } from './survey-items.ts'

const isRows = (value: unknown): value is InputValues[] => Array.isArray(value)

/** Metadata that a form can record itself. */
const metadataOf = ({ metadata }: Question, { today, now }: Clock): string | undefined => {
  if (metadata === 'today') return today
  return metadata === 'start' ? now : undefined
}

const constantOf = (question: Question, clock: Clock): unknown => {
  if (question.type === 'metadata') return metadataOf(question, clock)
  const { default: text } = question
  return text === undefined || isDynamicDefault(text) ? undefined : inputOf(question, text)
}

/**
 * Returns the first answers of a new response, or of a new row of a repeat: constants, then the results of
 * expressions, which can refer to the answers that the response has already.
 */
export const defaultAnswers = (
  survey: SurveyDefinition,
  clock: Clock,
  { values = {}, repeat }: { values?: InputValues; repeat?: string } = {},
): Record<string, unknown> => {
  const questions = [...itemsOf(survey).values()].flatMap((placed) =>
    placed.item.kind === 'question' && placed.repeat === repeat ? [placed.item] : [],
  )
  const answers: Record<string, unknown> = {}
  const add = (question: Question, input: unknown): void => {
    if (input !== undefined && input !== '') answers[question.key] = input
  }
  for (const question of questions) add(question, constantOf(question, clock))
  const dynamicQuestions = questions.filter(
    ({ default: text }) => text !== undefined && isDynamicDefault(text),
  )
  if (dynamicQuestions.length === 0) return answers
  const rowsIn = (key: string): readonly InputValues[] => {
    const rows = values[key]
    const known = isRows(rows) ? rows : []
    return key === repeat ? [...known, answers] : known
  }
  const state = new SurveyState(
    survey,
    clock,
    repeat === undefined ? { ...values, ...answers } : values,
    rowsIn,
  )
  for (const question of dynamicQuestions) {
    const compiled = state.compiled.items.get(question.key)
    if (!compiled?.default) continue
    const row = repeat === undefined ? 0 : state.rowCount(repeat) - 1
    add(question, inputOf(question, evaluate(compiled.default, state.scope(compiled, row, ''))))
  }
  return answers
}
