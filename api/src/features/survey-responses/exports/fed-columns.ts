import type { Feed } from '@baseline/contract/surveys/master.ts'

import type { ReadRow } from './column.ts'
import type { AskedQuestion } from './union-of-versions.ts'

/** Columns of a response that each feed fills. */
const columnsOf: Readonly<Record<Feed, readonly string[]>> = {
  districtName: ['district_name'],
  village: ['village'],
  villageType: ['village_type'],
  villageCategory: ['village_category'],
  householdName: ['household_name'],
  location: ['latitude', 'longitude', 'accuracy'],
  surveyDate: ['survey_date'],
  investigatorName: ['investigator_name'],
  investigatorMobileNumber: ['investigator_mobile_number'],
  supervisorName: ['supervisor_name'],
}

export const fedColumns = ({ feeds }: AskedQuestion): readonly string[] => (feeds ? columnsOf[feeds] : [])

/**
 * Keeps one question per fed column: the latest. A column that another question fed in an older version holds
 * the answers of both, so the older question has no separate column.
 */
export const withoutRepeatedFeeds = (questions: readonly AskedQuestion[]): AskedQuestion[] => {
  const fed = new Set<Feed>()
  return questions.filter(({ feeds }) => {
    if (feeds === undefined) return true
    const isFirst = !fed.has(feeds)
    fed.add(feeds)
    return isFirst
  })
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

const placeIn = (row: ReadRow): unknown =>
  isBlank(row['latitude'])
    ? undefined
    : { latitude: row['latitude'], longitude: row['longitude'], accuracy: row['accuracy'] }

/**
 * Returns the value of the choice whose label the column holds; the text itself if no choice has that label.
 */
const choiceNamed = ({ key, spellings }: AskedQuestion, column: string) => {
  const byLabel = new Map(
    [...spellings].toReversed().flatMap(([value, labels]) => [...labels].map((label) => [label, value])),
  )
  return (row: ReadRow): unknown => {
    const [named, answer] = [row[column], row.values[key]]
    if (typeof named !== 'string') return named
    // Two choices may have the same label; the answer says which one it is.
    if (typeof answer === 'string' && spellings.get(answer)?.has(named)) return answer
    return byLabel.get(named) ?? named
  }
}

/**
 * Reads the answer to a question. If the question feeds a column, the column has precedence, because lists
 * and filters use it: an import or a correction may have set it to another value than the answer.
 */
export const readFact = (question: AskedQuestion): ((row: ReadRow) => unknown) => {
  const { key, type, feeds } = question
  const answer = (row: ReadRow): unknown => row.values[key]
  if (feeds === undefined) return answer
  const [column = ''] = columnsOf[feeds]
  const fromColumn =
    feeds === 'location'
      ? placeIn
      : type === 'choice'
        ? choiceNamed(question, column)
        : (row: ReadRow) => row[column]
  return (row) => {
    const fact = fromColumn(row)
    return isBlank(fact) ? answer(row) : fact
  }
}
