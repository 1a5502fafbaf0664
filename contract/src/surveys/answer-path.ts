import { hasAnswer, textIn } from './master.ts'
import type { Item, Question, Repeat, SurveyDefinition } from './master.ts'

/** The question of an answer, with its row if the question is in a repeat. */
export interface AnswerPlace {
  question: Question
  row?: { repeat: Repeat; index: number }
}

const findItem = (items: readonly Item[], key: string): Question | Repeat | undefined => {
  for (const item of items) {
    if (item.kind !== 'group' && item.key === key) return item
    const inner = item.kind === 'group' ? findItem(item.items, key) : undefined
    if (inner) return inner
  }
  return undefined
}

/** Finds the question of a path in the answers: `head`, or `members.0.age`. Undefined if it has no answer. */
export const findAnswerPlace = (
  { items }: Pick<SurveyDefinition, 'items'>,
  path: string,
): AnswerPlace | undefined => {
  const [key = '', index, inner, ...rest] = path.split('.')
  const item = findItem(items, key)
  if (item?.kind === 'question')
    return hasAnswer(item) && index === undefined ? { question: item } : undefined
  if (!item || inner === undefined || rest.length > 0 || !/^\d{1,5}$/.test(index ?? '')) return undefined
  const question = findItem(item.items, inner)
  return question?.kind === 'question' && hasAnswer(question)
    ? { question, row: { repeat: item, index: Number(index) } }
    : undefined
}

/** Returns the label of a question in a language, as `Members 2, Age` within a repeat. */
export const answerLabel = (survey: SurveyDefinition, path: string, language: string): string => {
  const place = findAnswerPlace(survey, path)
  if (!place) return path
  const labelOf = ({ labels, key }: Question | Repeat) => textIn(labels, language, survey) ?? key
  const label = labelOf(place.question)
  return place.row ? `${labelOf(place.row.repeat)} ${String(place.row.index + 1)}, ${label}` : label
}

type Values = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withEntry = (values: Values, key: string, value: unknown): Values => {
  const { [key]: _previous, ...others } = values
  return value === null || value === undefined ? others : { ...others, [key]: value }
}

/** Returns the answers with another value at a place; null removes the answer. Undefined if the row does not exist. */
export const withAnswer = (
  values: Values,
  { question, row }: AnswerPlace,
  value: unknown,
): Values | undefined => {
  if (!row) return withEntry(values, question.key, value)
  const rows: unknown = values[row.repeat.key]
  if (!Array.isArray(rows)) return undefined
  const current: unknown = rows[row.index]
  if (!isRow(current)) return undefined
  return { ...values, [row.repeat.key]: rows.with(row.index, withEntry(current, question.key, value)) }
}
