import type { Answer, Answers } from '@baseline/contract/surveys/answers.ts'
import { listOf } from '@baseline/contract/surveys/choice-lists.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import type { Chance } from '../../../scripts/seed/chance.ts'

const pad = (number: number): string => String(number).padStart(2, '0')

const answerTo = (question: Question, survey: SurveyDefinition, chance: Chance): Answer | undefined => {
  const { pick, integer, pickSome } = chance
  const values = listOf(question, survey).map(({ value }) => value)
  switch (question.type) {
    case 'text':
    case 'barcode':
      return pick(['a', 'abc', 'AB12', 'left', 'yes no', 'x-y', "it's <b>"])
    case 'integer':
      return integer(-2, 9)
    case 'number':
      // The engine writes 10 as 10.0 in a text.
      return integer(-5, 20) + 0.25
    case 'range':
      return integer(1, 5)
    case 'date':
      return `2026-0${String(integer(1, 5))}-${pad(integer(1, 28))}`
    case 'time':
      return `${pad(integer(0, 23))}:${pick(['00', '30', '45'])}`
    case 'dateTime':
      return `2026-03-0${String(integer(1, 3))}T${pad(integer(0, 23))}:30`
    case 'choice':
      return pick(values)
    case 'choices': {
      const selected = pickSome(values, 0.4)
      return selected.length > 0 ? selected : undefined
    }
    case 'rank':
      return values.toReversed()
    case 'acknowledge':
      return 'OK'
    case 'location':
      return { latitude: -25.5, longitude: 32.25, accuracy: 4 }
    // No user answers these questions: the answer is the default.
    case 'hidden':
    case 'calculated':
      return question.default
    default:
      return undefined
  }
}

/** Answers most questions, also all with a default, and adds up to three rows to each repeat. */
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
