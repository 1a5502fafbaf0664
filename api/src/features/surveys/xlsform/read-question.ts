import { feeds } from '@baseline/contract/surveys/master.ts'
import type { Feed, Question, QuestionType, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { Row } from './sheet.ts'

interface Surroundings {
  choices: SurveyDefinition['choices']
  defaultLanguage: string
  /** Whether the surrounding section is flagged as personal. */
  personal: boolean
  inRepeat: boolean
  /** The feeds of earlier questions. */
  fed: Set<Feed>
}

/** Question types for feeds of a location or a date; all other feeds are names. */
const feedTypes: Readonly<Partial<Record<Feed, readonly QuestionType[]>>> = {
  location: ['location'],
  surveyDate: ['date'],
}
const named: readonly QuestionType[] = ['text', 'choice']

const readFeed = (row: Row, type: QuestionType, { inRepeat, fed }: Surroundings): Feed | undefined => {
  const column = 'baseline::feeds'
  const text = row.text(column)
  if (text === undefined) return undefined
  const feed = feeds.find((one) => one.toLowerCase() === text.toLowerCase())
  if (!feed) {
    row.tell(column, 'entities.surveys.xlsform.feed', { feed: text, feeds: feeds.join(', ') })
    return undefined
  }
  if (!(feedTypes[feed] ?? named).includes(type))
    row.tell(column, 'entities.surveys.xlsform.feedType', { feed })
  if (inRepeat) row.tell(column, 'entities.surveys.xlsform.feedInRepeat', { feed })
  if (fed.has(feed)) row.tell(column, 'entities.surveys.xlsform.feedTwice', { feed })
  fed.add(feed)
  return feed
}

const checkList = (row: Row, list: string | undefined, { choices }: Surroundings): void => {
  if (list !== undefined && !Object.hasOwn(choices, list))
    row.tell('type', 'entities.surveys.xlsform.list', { list })
}

/** A photo, a location and the name of a household identify people, even if the author did not flag them. */
const isPersonal = (type: QuestionType, feed: Feed | undefined): boolean =>
  type === 'photo' || type === 'location' || feed === 'householdName'

/** Removes undefined fields. */
const given = <T extends object>(fields: T): T => {
  const kept = { ...fields }
  for (const name in kept) if (kept[name] === undefined) delete kept[name]
  return kept
}

export const readQuestion = (
  row: Row,
  key: string,
  { type, list }: { type: QuestionType; list?: string },
  around: Surroundings,
): Question => {
  const { defaultLanguage } = around
  const feed = readFeed(row, type, around)
  const constraint = row.text('constraint')
  checkList(row, list, around)
  if (type === 'note' && constraint !== undefined) row.tell('constraint', 'entities.surveys.xlsform.noAnswer')
  return given({
    kind: 'question',
    key,
    type,
    labels: row.texts('label', defaultLanguage) ?? {},
    hints: row.texts('hint', defaultLanguage),
    list,
    required: row.flag('required') && type !== 'note',
    requiredMessages: row.texts('required_message', defaultLanguage),
    relevant: row.text('relevant'),
    constraint,
    constraintMessages: row.texts('constraint_message', defaultLanguage),
    personal: row.flag('baseline::personal') || around.personal || isPersonal(type, feed),
    feeds: feed,
  })
}
