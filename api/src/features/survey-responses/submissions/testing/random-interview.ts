import type { Answer, AnswerRow, Answers } from '@baseline/contract/surveys/answers.ts'
import { metadataKinds } from '@baseline/contract/surveys/master.ts'
import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import type { Position } from '@baseline/contract/surveys/shapes.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import { ask, group } from '@baseline/contract/surveys/testing/household.ts'

import type { Chance } from '../../../../../../scripts/seed/chance.ts'
import { randomAnswers } from '../../../surveys/xform/testing/random-answers.ts'
import { randomDefinition } from '../../../surveys/xform/testing/random-definition.ts'
import { isFile } from './phone-text.ts'

const fileTypes = ['photo', 'audio', 'video', 'file'] as const

/** Types that the comparison with the engines of ODK leaves out, because they have no rules. */
const furtherQuestions = (suffix: string): Question[] => [
  ...[...fileTypes, 'line' as const, 'area' as const, 'hidden' as const, 'location' as const].map((type) =>
    ask(type, `${type}_${suffix}`),
  ),
  ask('range', `steps_${suffix}`, { range: { start: 0, end: 1, step: 0.25 } }),
  ask('number', `weight_${suffix}`),
  ask('choices', `sides-${suffix}`, { list: 'letters' }),
  ask('text', `sides-${suffix}_other`, { relevant: `selected(\${sides-${suffix}}, 'a')` }),
]

const metadataQuestions = metadataKinds.map((metadata) => ask('metadata', `meta_${metadata}`, { metadata }))

const withFurther = (item: Item): Item =>
  item.kind === 'repeat'
    ? { ...item, items: [...item.items, group('row_group', furtherQuestions('row'))] }
    : item.kind === 'group'
      ? { ...item, items: item.items.map(withFurther) }
      : item

/** Returns a random questionnaire with every type of questions, in groups and in a repeat. */
export const randomQuestionnaire = (chance: Chance): SurveyDefinition => {
  const definition = randomDefinition(chance, false)
  const further = group('outer', [group('inner', furtherQuestions('once'))])
  return { ...definition, items: [...metadataQuestions, ...definition.items.map(withFurther), further] }
}

const texts = [
  'Ana',
  'a@b.co',
  'linha 1\nlinha 2',
  '<b>&amp;</b> ]]> "\'',
  'ação 👍 漢字',
  'x'.repeat(500),
  '__proto__',
  '0042',
  '2026-03-31',
]

const randomPosition = ({ fraction }: Chance): Position => [
  Number((fraction() * 360 - 180).toFixed(7)),
  Number((fraction() * 180 - 90).toFixed(7)),
]

const randomId = ({ integer }: Chance): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => integer(0, 15).toString(16))

const randomMetadata = ({ metadata }: Question, { integer, pick }: Chance): string => {
  if (metadata === 'today') return `2026-11-1${String(integer(0, 9))}`
  if (metadata === 'start' || metadata === 'end') return `2026-11-18T1${String(integer(0, 9))}:05`
  if (metadata === 'start-geopoint') return '-25.5 32.25 0.0 4.75'
  return pick(['collect:abc', 'ana@example.org', '258841234567'])
}

/** Collect writes very large and small numbers with an exponent, and no expression refers to `weight_…`. */
const randomNumber = ({ key }: Question, { pick }: Chance): number =>
  key.startsWith('weight_')
    ? pick([0.000_012_5, 12_345_678.25, -1e15])
    : pick([0, -0.5, 0.1 + 0.2, 100, -1234.5])

/** Returns an answer with unusual values, in the form in which it is stored; undefined for other types. */
const randomAnswer = (question: Question, chance: Chance): Answer | undefined => {
  const { integer, pick } = chance
  if (isFile(question)) return randomId(chance)
  switch (question.type) {
    case 'text':
    case 'hidden':
    case 'barcode':
      return pick(texts)
    case 'integer':
      return pick([0, -1, 999_999_999, 2 ** 31 - 1, -(2 ** 31)])
    case 'number':
      return randomNumber(question, chance)
    case 'range':
      return question.range?.step === 0.25 ? integer(0, 4) / 4 : undefined
    case 'metadata':
      return randomMetadata(question, chance)
    case 'location': {
      const [longitude, latitude] = randomPosition(chance)
      return { latitude, longitude, accuracy: chance.happens(0.5) ? integer(1, 200) / 8 : 0 }
    }
    case 'line':
      return {
        type: 'LineString',
        coordinates: Array.from({ length: integer(2, 30) }, () => randomPosition(chance)),
      }
    case 'area': {
      const ring = Array.from({ length: integer(3, 30) }, () => randomPosition(chance))
      return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] }
    }
    default:
      return undefined
  }
}

/** Returns random answers to a random questionnaire, of which some have unusual values. */
export const randomInterviewAnswers = (definition: SurveyDefinition, chance: Chance): Answers => {
  const answers = randomAnswers(definition, chance)
  const addTo = (row: AnswerRow | Answers, repeat: string | undefined): void => {
    for (const { item, repeat: enclosing } of itemsOf(definition).values()) {
      if (item.kind !== 'question' || enclosing !== repeat || !chance.happens(0.6)) continue
      const answer = randomAnswer(item, chance)
      if (answer !== undefined) row[item.key] = answer
    }
  }
  addTo(answers, undefined)
  for (const { item } of itemsOf(definition).values())
    if (item.kind === 'repeat')
      // Type cast: the key is that of a repeat.
      for (const row of answers[item.key] as AnswerRow[]) addTo(row, item.key)
  return answers
}
