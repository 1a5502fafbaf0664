import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { Chance } from '../../../../../../scripts/seed/chance.ts'
import { withResults } from './probes.ts'
import { randomExpressions } from './random-expressions.ts'
import type { KnownQuestion, RandomExpressions } from './random-expressions.ts'

const letters = ['a', 'b', 'c', 'd'] as const

/** Two lists: one with a column for filters, one without. */
const choices: SurveyDefinition['choices'] = {
  letters: letters.map((value, index) => ({
    value,
    labels: { en: `Letter ${value.toUpperCase()}`, 'pt-BR': `Letra ${value.toUpperCase()}` },
    attributes: { side: index < 2 ? 'left' : 'right', weight: String(index + 1) },
  })),
  answers: ['yes', 'no', 'maybe'].map((value) => ({ value, labels: { en: `Answer ${value}` } })),
}

/** Types that a random questionnaire asks, and how often. */
const typeWeights = {
  text: 4,
  integer: 5,
  number: 3,
  date: 2,
  time: 2,
  dateTime: 1,
  choice: 4,
  choices: 3,
  rank: 1,
  range: 1,
  acknowledge: 1,
  barcode: 1,
  photo: 1,
  location: 1,
  calculated: 5,
  note: 1,
} as const satisfies Partial<Record<Question['type'], number>>

class DefinitionBuilder {
  readonly #chance: Chance
  readonly #known: KnownQuestion[] = []
  #count = 0

  readonly #avoidsQuirks: boolean

  constructor(chance: Chance, avoidsQuirks: boolean) {
    this.#chance = chance
    this.#avoidsQuirks = avoidsQuirks
  }

  build(): SurveyDefinition {
    const before = this.#questions(3, 6)
    const isNested = this.#chance.happens(0.4)
    const group = this.#section('group', false)
    const repeat = this.#section('repeat', isNested && group.relevant !== undefined)
    const after = this.#questions(2, 4)
    const items: Item[] = isNested
      ? [...before, { ...group, items: [...group.items, repeat] }, ...after]
      : [...before, group, repeat, ...after]
    return withResults({
      formId: 'random',
      label: 'Random',
      formVersion: null,
      timeZone: null,
      languages: ['en', 'pt-BR'],
      defaultLanguage: 'en',
      choices,
      items,
    })
  }

  #questions(min: number, max: number, repeat?: string, isHideable = false): Question[] {
    return Array.from({ length: this.#chance.integer(min, max) }, () => this.#question(repeat, isHideable))
  }

  #key(prefix: string): string {
    this.#count += 1
    return `${prefix}${String(this.#count)}`
  }

  #expressions(repeat: string | undefined): RandomExpressions {
    return randomExpressions(this.#chance, this.#known, { repeat, avoidsQuirks: this.#avoidsQuirks })
  }

  #section(kind: 'group' | 'repeat', isInHideable: boolean): Item & { kind: 'group' | 'repeat' } {
    const key = this.#key(kind)
    const relevant = this.#chance.happens(0.3) ? this.#expressions(undefined).condition() : undefined
    const count =
      kind === 'repeat' && this.#chance.happens(0.4) ? this.#expressions(undefined).rowCount() : undefined
    const canBeHidden = isInHideable || relevant !== undefined
    const items = this.#questions(2, 4, kind === 'repeat' ? key : undefined, canBeHidden)
    if (kind === 'repeat') this.#known.push({ key, type: 'repeat', repeat: undefined, canBeHidden })
    const labels = { en: `Section ${key}` }
    const common = { key, labels, items, ...(relevant !== undefined && { relevant }) }
    return kind === 'group' ? { kind, ...common } : { kind, ...common, ...(count !== undefined && { count }) }
  }

  #contentOf(type: Question['type'], expressions: RandomExpressions): Partial<Question> {
    const { happens } = this.#chance
    switch (type) {
      case 'choice':
      case 'choices':
        return happens(0.4)
          ? { list: 'letters', choiceFilter: expressions.filter() }
          : { list: this.#chance.pick(['letters', 'answers']) }
      case 'rank':
        return { list: 'answers' }
      case 'range':
        return { range: { start: 1, end: 5, step: 1 } }
      case 'calculated':
        return { calculation: expressions.calculation() }
      default:
        return {}
    }
  }

  #question(repeat: string | undefined, isInHideable: boolean): Question {
    const { happens, pickWeighted } = this.#chance
    const type = pickWeighted(typeWeights)
    const key = this.#key(type)
    const expressions = this.#expressions(repeat)
    const isAnswered = type !== 'note' && type !== 'calculated'
    const question: Question = {
      kind: 'question',
      key,
      type,
      labels: { en: expressions.label(), 'pt-BR': `Pergunta ${key}` },
      required: isAnswered && happens(0.2),
      personal: false,
      ...this.#contentOf(type, expressions),
      ...(happens(0.35) && { relevant: expressions.condition() }),
      ...(isAnswered && happens(0.35) && { constraint: expressions.constraint({ type }) }),
      ...(isAnswered && happens(0.15) && { requiredIf: expressions.condition() }),
    }
    const canBeHidden = isInHideable || question.relevant !== undefined
    const { list } = question
    if (type !== 'note')
      this.#known.push({ key, type, repeat, canBeHidden, ...(list !== undefined && { list }) })
    return question
  }
}

/** Returns a random questionnaire whose expressions refer to earlier questions, so that there is no cycle. */
export const randomDefinition = (chance: Chance, avoidsQuirks: boolean): SurveyDefinition =>
  new DefinitionBuilder(chance, avoidsQuirks).build()
