import { textIn } from './master.ts'
import type { Choice, Question, SurveyDefinition } from './master.ts'

type List = readonly Choice[]

const noChoices: List = []

/** Returns all choices of a question, before its filter. */
export const listOf = ({ list }: Pick<Question, 'list'>, { choices }: SurveyDefinition): List =>
  (list === undefined ? undefined : choices[list]) ?? noChoices

/** Returns a column of a choice, as filters and lookups name it. Labels are in the default language. */
export const columnOf = (choice: Choice, column: string, survey: SurveyDefinition): string => {
  const attribute = choice.attributes?.[column]
  if (attribute !== undefined) return attribute
  if (column === 'name') return choice.value
  return column === 'label' ? (textIn(choice.labels, survey.defaultLanguage, survey) ?? choice.value) : ''
}

/** Choices by list, column and text of the column. Lists must not change after the first use. */
const indexes = new WeakMap<List, Map<string, ReadonlyMap<string, List>>>()

/** Returns the choices with a text in a column. Builds an index on the first use: lists can have 20,000 choices. */
export const choicesWith = (list: List, column: string, text: string, survey: SurveyDefinition): List => {
  const columns = indexes.get(list) ?? new Map<string, ReadonlyMap<string, List>>()
  indexes.set(list, columns)
  const index = columns.get(column) ?? Map.groupBy(list, (choice) => columnOf(choice, column, survey))
  columns.set(column, index)
  return index.get(text) ?? noChoices
}

const values = new WeakMap<List, ReadonlyMap<string, number>>()

/** Returns the values of a list with their positions. */
export const positionsIn = (list: List): ReadonlyMap<string, number> => {
  const known = values.get(list) ?? new Map(list.map(({ value }, index) => [value, index]))
  values.set(list, known)
  return known
}

/** Names of the columns that a list has. */
const columnNames = new WeakMap<List, ReadonlySet<string>>()

export const columnsOf = (list: List): ReadonlySet<string> => {
  const known =
    columnNames.get(list) ??
    new Set(['name', 'label', ...list.flatMap(({ attributes = {} }) => Object.keys(attributes))])
  columnNames.set(list, known)
  return known
}
