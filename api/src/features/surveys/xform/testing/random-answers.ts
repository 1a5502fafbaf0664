import type { Answer, Answers } from '@baseline/contract/surveys/answers.ts'
import { listOf } from '@baseline/contract/surveys/choice-lists.ts'
import type { Question, QuestionType, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import type { Chance } from '../../../../../../scripts/seed/chance.ts'

const pad = (number: number): string => String(number).padStart(2, '0')

type Maker = (question: Question, values: readonly string[], chance: Chance) => Answer | undefined

const makeText: Maker = (_, __, { pick }) => pick(['a', 'abc', 'AB12', 'left', 'yes no', 'x-y', "it's <b>"])
/** No user answers these questions. */
const makeDefault: Maker = ({ default: text }) => text

const makers: Readonly<Partial<Record<QuestionType, Maker>>> = {
  text: makeText,
  barcode: makeText,
  integer: (_, __, { integer }) => integer(-2, 9),
  // The web engine writes 10 as 10.0 in a text.
  number: (_, __, { integer }) => integer(-5, 20) + 0.25,
  range: (_, __, { integer }) => integer(1, 5),
  date: (_, __, { integer }) => `2026-0${String(integer(1, 5))}-${pad(integer(1, 28))}`,
  time: (_, __, { integer, pick }) => `${pad(integer(0, 23))}:${pick(['00', '30', '45'])}`,
  dateTime: (_, __, { integer }) => `2026-03-0${String(integer(1, 3))}T${pad(integer(0, 23))}:30`,
  choice: (_, values, { pick }) => (values.length > 0 ? pick(values) : undefined),
  choices: (_, values, { pickSome }) => {
    const selected = pickSome(values, 0.4)
    return selected.length > 0 ? selected : undefined
  },
  rank: (_, values) => values.toReversed(),
  acknowledge: () => 'OK',
  location: () => ({ latitude: -25.5, longitude: 32.25, accuracy: 4 }),
  hidden: makeDefault,
  calculated: makeDefault,
}

const answerTo = (question: Question, survey: SurveyDefinition, chance: Chance): Answer | undefined =>
  makers[question.type]?.(
    question,
    listOf(question, survey).map(({ value }) => value),
    chance,
  )

/** Answers most questions, and all that have a default. Each repeat gets at most three rows. */
export const randomAnswers = (survey: SurveyDefinition, chance: Chance): Answers => {
  const placed = [...itemsOf(survey).values()]
  const answerAll = (repeat: string | undefined): Record<string, Answer> =>
    Object.fromEntries(
      placed.flatMap(({ item, repeat: enclosing }): [string, Answer][] => {
        if (item.kind !== 'question' || enclosing !== repeat || item.calculation !== undefined) return []
        const answer =
          chance.happens(0.75) || item.default !== undefined ? answerTo(item, survey, chance) : undefined
        return answer === undefined ? [] : [[item.key, answer]]
      }),
    )
  const rows = placed.flatMap(({ item }): [string, Record<string, Answer>[]][] =>
    item.kind === 'repeat'
      ? [[item.key, Array.from({ length: chance.integer(0, 3) }, () => answerAll(item.key))]]
      : [],
  )
  return { ...answerAll(undefined), ...Object.fromEntries(rows) }
}
