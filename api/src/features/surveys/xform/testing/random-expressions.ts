import type { Question } from '@baseline/contract/surveys/master.ts'

import type { Chance } from '../../../../../../scripts/seed/chance.ts'

/** A question or a repeat that an expression can refer to. */
export interface KnownQuestion {
  key: string
  type: Question['type'] | 'repeat'
  repeat: string | undefined
  list?: string
  /** A condition can hide it, or its repeat. The engine then counts it, unlike JavaRosa and the server. */
  canBeHidden: boolean
}

export interface RandomExpressions {
  condition: () => string
  constraint: (own: Pick<KnownQuestion, 'type'>) => string
  filter: () => string
  rowCount: () => string
  calculation: () => string
  label: () => string
}

type Type = KnownQuestion['type']
const numberTypes: readonly Type[] = ['integer', 'number', 'range']
const maxDepth = 3

const ref = ({ key }: KnownQuestion): string => `\${${key}}`
const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const

/**
 * Random expressions at a place: in a repeat, or outside of repeats. `avoidsQuirks` leaves out what ODK's web engine
 * evaluates differently from JavaRosa; docs/operations/questionnaires.md lists it.
 */
export const randomExpressions = (
  chance: Chance,
  known: readonly KnownQuestion[],
  { repeat, avoidsQuirks }: { repeat: string | undefined; avoidsQuirks: boolean },
): RandomExpressions => {
  const { pick, integer, happens } = chance
  /** Questions with one answer here. */
  const single = (...types: Type[]): KnownQuestion[] =>
    known.filter(
      (question) =>
        types.includes(question.type) && (question.repeat === undefined || question.repeat === repeat),
    )
  /** Questions with one answer per row, seen from here. */
  const inRows = (...types: Type[]): KnownQuestion[] =>
    known.filter(
      (question) =>
        types.includes(question.type) && question.repeat !== undefined && question.repeat !== repeat,
    )
  const always = (questions: readonly KnownQuestion[]): KnownQuestion[] =>
    questions.filter(({ canBeHidden }) => !canBeHidden || !avoidsQuirks)
  /** Picks one of the makers that apply. */
  const oneOf = (makers: readonly (false | undefined | (() => string))[]): string =>
    pick(makers.filter((maker): maker is () => string => typeof maker === 'function'))()
  const when = (questions: readonly KnownQuestion[], make: (question: KnownQuestion) => string) =>
    questions.length > 0 && (() => make(pick(questions)))
  const literalOf = (list: string | undefined): string =>
    `'${pick(list === 'letters' ? ['a', 'b', 'c', 'd'] : ['yes', 'no', 'maybe'])}'`

  const date = (): string =>
    oneOf([() => 'today()', () => "date('2026-02-10')", when(single('date'), ref), when(single('date'), ref)])

  /** A number that is never blank: the engine and JavaRosa differ in `min()` of a blank. */
  const filledNumber = (): string =>
    oneOf([
      !avoidsQuirks && (() => number(2)),
      () => String(integer(0, 9)),
      when(single(...numberTypes), (question) => `coalesce(${ref(question)}, ${String(integer(0, 9))})`),
      when(single('text'), (question) => `string-length(${ref(question)})`),
    ])

  const number = (depth = 0): string => {
    const leaf = [
      () => String(integer(0, 9)),
      when(single(...numberTypes), ref),
      when(single(...numberTypes), ref),
      when(always(single('repeat')), (question) => `count(${ref(question)})`),
      // The engine has no sum of no rows.
      when(inRows(...numberTypes), (question) =>
        avoidsQuirks
          ? `if(count-non-empty(${ref(question)}) > 0, sum(${ref(question)}), 0)`
          : `sum(${ref(question)})`,
      ),
      when(inRows(...numberTypes), (question) => `${pick(['min', 'max'])}(${ref(question)})`),
      when(single('choices'), (question) => `count-selected(${ref(question)})`),
      when(single('text', 'barcode'), (question) => `string-length(${ref(question)})`),
      when(single('date'), (question) => `(${date()} - ${ref(question)})`),
      when(single('time'), (question) => `round((${ref(question)} - '06:00') * 24, 2)`),
      repeat !== undefined && (() => 'position(..)'),
    ]
    if (depth >= maxDepth) return oneOf(leaf)
    const inner = (): string => number(depth + 1)
    return oneOf([
      ...leaf,
      () => `${inner()} + ${inner()}`,
      () => `${inner()} - ${inner()}`,
      () => `(${inner()}) * ${String(integer(2, 4))}`,
      () => `(${inner()}) div ${String(integer(2, 4))}`,
      () => `(${inner()}) mod ${String(integer(2, 4))}`,
      () => `-(${inner()})`,
      () => `int(${inner()})`,
      () => `round(${inner()}, ${String(integer(0, 2))})`,
      () => `abs(${inner()})`,
      () => `min(${filledNumber()}, ${filledNumber()})`,
      () => `max(${filledNumber()}, ${filledNumber()})`,
      () => `if(${condition(depth + 1)}, ${inner()}, ${inner()})`,
      when(single(...numberTypes), (question) => `coalesce(${ref(question)}, ${inner()})`),
    ])
  }

  const text = (depth = 0): string => {
    const leaf = [
      () => pick(["'x'", "'it is'", '"o\'clock"', "'<b>&amp;'"]),
      when(single('text', 'barcode'), ref),
      when(single('choice'), ref),
      when(single('choice'), (question) => `jr:choice-name(${ref(question)}, '${ref(question)}')`),
      when(single('choices'), (question) => `selected-at(${ref(question)}, ${String(integer(0, 2))})`),
      when(single('choices', 'rank'), ref),
      when(single('date'), (question) => `format-date(${ref(question)}, '%Y-%m')`),
      when(single('date'), (question) => `string(${ref(question)})`),
      when(always(inRows('text')), (question) => `join(', ', ${ref(question)})`),
      when(inRows('text', 'choice'), (question) => {
        const rows = question.repeat ?? ''
        return `indexed-repeat(${ref(question)}, \${${rows}}, ${String(integer(0, 2))})`
      }),
      when(
        single('choice').filter(({ list }) => list === 'letters'),
        (question) => `pulldata('letters', '${pick(['weight', 'side', 'label'])}', 'name', ${ref(question)})`,
      ),
    ]
    if (depth >= maxDepth) return oneOf(leaf)
    const inner = (): string => text(depth + 1)
    return oneOf([
      ...leaf,
      () => `concat(${inner()}, '-', ${inner()})`,
      () => `substr(${inner()}, ${String(integer(0, 1))}, ${String(integer(2, 4))})`,
      () => `if(${condition(depth + 1)}, ${inner()}, ${inner()})`,
      () => `coalesce(${inner()}, 'none')`,
      () => `translate(${inner()}, 'abc', 'AB')`,
      () => `substring-before(${inner()}, '-')`,
      () => `substring-after(${inner()}, '-')`,
      () => `normalize-space(${inner()})`,
      () => `string(${avoidsQuirks ? filledNumber() : number(depth + 1)})`,
    ])
  }

  const condition = (depth = 0): string => {
    const compared = pick(comparisons)
    const leaf = [
      () => `${number(maxDepth)} ${compared} ${number(maxDepth)}`,
      when(
        single('choice'),
        (question) => `${ref(question)} ${pick(['=', '!='])} ${literalOf(question.list)}`,
      ),
      when(
        single('choice', 'text', 'integer', 'date', 'time'),
        (question) => `${ref(question)} ${pick(['=', '!='])} ''`,
      ),
      when(
        single('choices', 'choice'),
        (question) => `selected(${ref(question)}, ${literalOf(question.list)})`,
      ),
      when(
        single('text'),
        (question) => `regex(${ref(question)}, '${pick(['[a-z]+', '.*s', '[A-Z]{2}[0-9]{1,3}'])}')`,
      ),
      when(
        single('text'),
        (question) => `${pick(['contains', 'starts-with', 'ends-with'])}(${ref(question)}, 'a')`,
      ),
      when(single('date'), (question) => `${ref(question)} ${compared} ${date()}`),
      when(single('date'), (question) => `${ref(question)} ${compared} '2026-02-10'`),
      when(single('time'), (question) => `${ref(question)} ${compared} '09:00'`),
      when(
        single('dateTime'),
        (question) =>
          `${ref(question)} ${pick(['<', '>='])} ${pick(["'2026-03-01T12:00'", 'now()', 'today()'])}`,
      ),
      when(
        always(inRows(...numberTypes)),
        (question) => `${ref(question)} ${compared} ${String(integer(0, 9))}`,
      ),
      when(
        inRows(...numberTypes),
        (question) => `${ref(question)} ${pick(['<', '>='])} ${String(integer(0, 9))}`,
      ),
      when(always(inRows('choice')), (question) => `${ref(question)} != ${literalOf(question.list)}`),
      when(inRows('choice'), (question) => `${ref(question)} = ${literalOf(question.list)}`),
      when(always(inRows('time')), (question) => `${ref(question)} ${compared} '12:00'`),
      when(single('text', 'choice', 'acknowledge', 'integer', 'photo', 'location'), ref),
      when(
        single('calculated'),
        (question) => `${ref(question)} ${pick(['=', '!='])} ${pick(["''", "'x'", '1'])}`,
      ),
      when(inRows('text'), (question) => `count-non-empty(${ref(question)}) ${compared} 1`),
    ]
    if (depth >= maxDepth) return oneOf(leaf)
    const inner = (): string => condition(depth + 1)
    return oneOf([
      ...leaf,
      ...leaf,
      () => `${inner()} and ${inner()}`,
      () => `${inner()} or ${inner()}`,
      () => `(${inner()} or ${inner()}) and ${inner()}`,
      () => `not(${inner()})`,
      () => `boolean(${inner()})`,
      () => `if(${inner()}, ${inner()}, ${inner()})`,
      () => `(${inner()}) = (${inner()})`,
      () => `${number(depth + 1)} ${compared} ${number(depth + 1)}`,
      () => `${text(depth + 1)} ${pick(['=', '!='])} ${text(depth + 1)}`,
      () => `checklist(1, 2, ${inner()}, ${inner()})`,
    ])
  }

  const constraint = ({ type }: Pick<KnownQuestion, 'type'>): string => {
    const own = oneOf([
      numberTypes.includes(type) && (() => `. ${pick(comparisons)} ${number(2)}`),
      type === 'date' && (() => `. <= ${date()}`),
      type === 'time' && (() => `. ${pick(['<', '>='])} '12:00'`),
      (type === 'text' || type === 'barcode') && (() => `string-length(.) ${pick(['<', '>'])} 3`),
      type === 'text' && (() => "regex(., '[a-z]*')"),
      (type === 'choices' || type === 'choice') && (() => "not(selected(., 'a'))"),
      type === 'choices' && (() => 'count-selected(.) <= 1'),
      () => ". != ''",
    ])
    return happens(0.3) ? `${own} ${pick(['and', 'or'])} (${condition(1)})` : own
  }

  return {
    condition: () => condition(),
    constraint,
    filter: () =>
      oneOf([
        () => `side = '${pick(['left', 'right'])}'`,
        () => `weight ${pick(['<', '>=', '!='])} ${number(maxDepth)}`,
        () => `name != 'b' and (${condition(1)})`,
        when(single('choice'), (question) => `name != ${ref(question)}`),
        when(single('text'), (question) => `side = ${ref(question)} or weight > 2`),
        when(inRows('choice'), (question) => `name = ${ref(question)}`),
      ]),
    rowCount: () =>
      oneOf([() => String(integer(0, 3)), () => `min(${filledNumber()}, 4)`, when(single('range'), ref)]),
    calculation: () => {
      if (happens(0.5)) return text()
      return happens(0.7) ? number() : condition(1)
    },
    label: () => {
      const questions = single('text', 'integer', 'choice', 'calculated', 'date')
      return questions.length > 0 && happens(0.3) ? `About ${ref(pick(questions))} & <more>?` : 'Question'
    },
  }
}
