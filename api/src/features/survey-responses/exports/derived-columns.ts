import type { DerivableColumn } from '@baseline/contract/surveys/master.ts'
import { isPersonalInVersions } from '@baseline/contract/surveys/personal-question.ts'

import { columnsByName } from '../columns.ts'
import type { ReadRow } from './column.ts'
import type { MergedQuestion } from './union-of-versions.ts'

const storedColumnsOf = (feeds: DerivableColumn): readonly string[] =>
  feeds === 'location' ? ['latitude', 'longitude', 'accuracy'] : [columnsByName[feeds]]

export const columnsDerivedFrom = ({ feeds }: MergedQuestion): readonly string[] =>
  feeds === undefined ? [] : storedColumnsOf(feeds)

/**
 * Returns the columns of the record that hold answers to a personal question of any version. Such a column is
 * personal in this survey.
 */
export const columnsWithPersonalAnswers = (questions: readonly MergedQuestion[]): ReadonlySet<string> =>
  new Set(
    questions
      .filter(({ items }) => isPersonalInVersions(items))
      .flatMap(({ allFeeds }) => [...allFeeds].flatMap(storedColumnsOf)),
  )

/**
 * Keeps one question per fed column: the latest. A column that another question fed in an older version holds
 * the answers of both, so the older question has no separate column.
 */
export const keepLatestPerColumn = (questions: readonly MergedQuestion[]): MergedQuestion[] => {
  const derivedBefore = new Set<DerivableColumn>()
  return questions.filter(({ feeds }) => {
    if (feeds === undefined) return true
    const isFirst = !derivedBefore.has(feeds)
    derivedBefore.add(feeds)
    return isFirst
  })
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

const readLocation = (row: ReadRow): unknown =>
  isBlank(row['latitude'])
    ? undefined
    : { latitude: row['latitude'], longitude: row['longitude'], accuracy: row['accuracy'] }

/**
 * Returns a function that reads the value of the choice whose label the column holds; the text itself if no
 * choice has that label.
 */
const createChoiceReader = ({ key, spellings }: MergedQuestion, column: string) => {
  const byLabel = new Map(
    [...spellings].toReversed().flatMap(([value, labels]) => [...labels].map((label) => [label, value])),
  )
  return (row: ReadRow): unknown => {
    const [label, answer] = [row[column], row.values[key]]
    if (typeof label !== 'string') return label
    // Two choices may have the same label; the answer says which one it is.
    if (typeof answer === 'string' && spellings.get(answer)?.has(label)) return answer
    return byLabel.get(label) ?? label
  }
}

/**
 * Returns a function that reads the answer to a question. If the question feeds a column, the column has
 * precedence, because lists and filters use it: an import or a correction may have set it to another value
 * than the answer.
 */
export const createAnswerReader = (question: MergedQuestion): ((row: ReadRow) => unknown) => {
  const { key, type, feeds } = question
  const readAnswer = (row: ReadRow): unknown => row.values[key]
  if (feeds === undefined) return readAnswer
  const fromColumn =
    feeds === 'location'
      ? readLocation
      : type === 'choice'
        ? createChoiceReader(question, columnsByName[feeds])
        : (row: ReadRow) => row[columnsByName[feeds]]
  return (row) => {
    const value = fromColumn(row)
    return isBlank(value) ? readAnswer(row) : value
  }
}
