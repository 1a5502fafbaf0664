import { dateText, dateTimeText, formatDate, toBoolean, toList, toNumber, toText } from './convert.ts'
import type { Value } from './convert.ts'

/** Values that a function can use besides its arguments. */
export interface FunctionContext {
  /** `.`, the answer that a constraint checks. */
  readonly self: Value
  /** Current date, YYYY-MM-DD, in the time zone of the survey. */
  readonly today: string
  /** Current date and time, YYYY-MM-DDTHH:mm, in the time zone of the survey. */
  readonly now: string
}

/** Maximum length of a concatenated text. */
const maxTextLength = 100_000

const splitWords = (value: Value): string[] =>
  toText(value)
    .split(/\s+/)
    .filter((word) => word !== '')

/** Counts code points, so a character outside the Basic Multilingual Plane counts once. */
const countCharacters = (text: string): number => text.replaceAll(/./gsu, '.').length

/**
 * Rounds halves towards positive infinity, as XPath does. Shifts the decimal point in text form, to avoid
 * binary errors.
 */
const round = (value: number, places: number): number => {
  if (places === 0 || !Number.isFinite(value)) return Math.round(value)
  if (!Number.isInteger(places) || Math.abs(places) > 15) return value
  const [digits = '0', exponent = '0'] = String(value).split('e')
  const [rounded = '0', power = '0'] = String(
    Math.round(Number(`${digits}e${String(Number(exponent) + places)}`)),
  ).split('e')
  return Number(`${rounded}e${String(Number(power) - places)}`)
}

const joinTexts = (values: readonly Value[], separator = ''): string => {
  let text = ''
  for (const [index, value] of values.flatMap(toList).entries()) {
    if (text.length >= maxTextLength) break
    text += (index === 0 ? '' : separator) + toText(value).slice(0, maxTextLength)
  }
  return text.slice(0, maxTextLength)
}

const numbersIn = (args: readonly Value[]): number[] =>
  args
    .flatMap(toList)
    .map(toNumber)
    .filter((number) => !Number.isNaN(number))

/** Positions count from 0; negative ones from the end, as in JavaRosa. */
const slice = (text: string, start: number, end: number): string => {
  const place = (position: number): number =>
    Math.min(Math.max(0, position < 0 ? text.length + position : position), text.length)
  return Number.isNaN(start) || Number.isNaN(end)
    ? ''
    : text.slice(place(start), Math.max(place(start), place(end)))
}

/** Replaces single characters; the first of several equal characters in `from` counts. */
const translateCharacters = (text: string, from: string, to: string): string => {
  const targets = Array.from(to)
  const replacements = new Map<string, string>()
  Array.from(from).forEach((one, index) => {
    if (!replacements.has(one)) replacements.set(one, targets[index] ?? '')
  })
  return Array.from(text, (one) => replacements.get(one) ?? one).join('')
}

const isBetween = (value: number, min: number, max: number): boolean => value >= min && value <= max

const checklist = ([min = '', max = '', ...factors]: readonly Value[]): boolean => {
  const count = factors.flatMap(toList).filter(toBoolean).length
  const limit = toNumber(max)
  return count >= toNumber(min) && (limit < 0 || count <= limit)
}

const weightedChecklist = ([min = '', max = '', ...pairs]: readonly Value[]): boolean => {
  const weights = pairs.map((flag, index) =>
    index % 2 === 0 && toBoolean(flag) ? toNumber(pairs[index + 1] ?? '') : 0,
  )
  return isBetween(
    weights.reduce((sum, weight) => sum + weight, 0),
    toNumber(min),
    toNumber(max),
  )
}

type Apply = (args: readonly Value[], context: FunctionContext) => Value
interface FunctionRule {
  /** Minimum and maximum number of arguments. */
  count: readonly [number, number]
  result: 'number' | 'text'
  apply: Apply
}

const first = (args: readonly Value[]): Value => args[0] ?? ''
const second = (args: readonly Value[]): Value => args[1] ?? ''
const firstText = (args: readonly Value[]): string => toText(first(args))
const secondText = (args: readonly Value[]): string => toText(second(args))
const many = 100

const numeric = (min: number, max: number, apply: Apply): FunctionRule => ({
  count: [min, max],
  result: 'number',
  apply,
})
const textual = (min: number, max: number, apply: Apply): FunctionRule => ({
  count: [min, max],
  result: 'text',
  apply,
})
const ofNumber = (apply: (value: number) => number): FunctionRule =>
  numeric(1, 1, (args) => apply(toNumber(first(args))))

/** `uuid(5)` is a text of five letters and digits. */
const randomText = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(Math.min(Math.max(0, length || 0), 100))), (byte) =>
    (byte % 36).toString(36).toUpperCase(),
  ).join('')

/** ODK's functions with the semantics of JavaRosa, except functions that need more than values. */
const functions = {
  selected: numeric(2, 2, (args) => splitWords(first(args)).includes(secondText(args).trim())),
  'is-selected': numeric(2, 2, (args) => splitWords(first(args)).includes(secondText(args).trim())),
  'count-selected': numeric(1, 1, (args) => splitWords(first(args)).length),
  'selected-at': textual(2, 2, (args) => splitWords(first(args))[Math.trunc(toNumber(second(args)))] ?? ''),
  not: numeric(1, 1, (args) => !toBoolean(first(args))),
  boolean: numeric(1, 1, (args) => toBoolean(first(args))),
  'boolean-from-string': numeric(1, 1, (args) => ['true', '1'].includes(firstText(args).toLowerCase())),
  true: numeric(0, 0, () => true),
  false: numeric(0, 0, () => false),
  coalesce: textual(2, 2, (args) => (firstText(args) === '' ? second(args) : first(args))),
  'string-length': numeric(0, 1, (args, { self }) => countCharacters(toText(args[0] ?? self))),
  'normalize-space': textual(0, 1, (args, { self }) => splitWords(args[0] ?? self).join(' ')),
  int: ofNumber(Math.trunc),
  number: ofNumber((value) => value),
  string: textual(1, 1, firstText),
  round: numeric(1, 2, (args) => round(toNumber(first(args)), args.length > 1 ? toNumber(second(args)) : 0)),
  abs: ofNumber(Math.abs),
  sqrt: ofNumber(Math.sqrt),
  exp: ofNumber(Math.exp),
  exp10: ofNumber((value) => 10 ** value),
  log: ofNumber(Math.log),
  log10: ofNumber(Math.log10),
  sin: ofNumber(Math.sin),
  cos: ofNumber(Math.cos),
  tan: ofNumber(Math.tan),
  asin: ofNumber(Math.asin),
  acos: ofNumber(Math.acos),
  atan: ofNumber(Math.atan),
  atan2: numeric(2, 2, (args) => Math.atan2(toNumber(first(args)), toNumber(second(args)))),
  pow: numeric(2, 2, (args) => toNumber(first(args)) ** toNumber(second(args))),
  pi: numeric(0, 0, () => Math.PI),
  min: numeric(1, many, (args) => {
    const numbers = numbersIn(args)
    return numbers.length === 0 ? Number.NaN : Math.min(...numbers)
  }),
  max: numeric(1, many, (args) => {
    const numbers = numbersIn(args)
    return numbers.length === 0 ? Number.NaN : Math.max(...numbers)
  }),
  concat: textual(1, many, (args) => joinTexts(args)),
  join: textual(1, many, ([separator = '', ...values]) => joinTexts(values, toText(separator))),
  substr: textual(2, 3, (args) => {
    const text = firstText(args)
    const end = args[2] === undefined ? text.length : Math.trunc(toNumber(args[2]))
    return slice(text, Math.trunc(toNumber(second(args))), end)
  }),
  'substring-before': textual(2, 2, (args) => {
    const at = firstText(args).indexOf(secondText(args))
    return at < 0 ? '' : firstText(args).slice(0, at)
  }),
  'substring-after': textual(2, 2, (args) => {
    const at = firstText(args).indexOf(secondText(args))
    return at < 0 ? '' : firstText(args).slice(at + secondText(args).length)
  }),
  contains: numeric(2, 2, (args) => firstText(args).includes(secondText(args))),
  'starts-with': numeric(2, 2, (args) => firstText(args).startsWith(secondText(args))),
  'ends-with': numeric(2, 2, (args) => firstText(args).endsWith(secondText(args))),
  translate: textual(3, 3, (args) =>
    translateCharacters(firstText(args), secondText(args), toText(args[2] ?? '')),
  ),
  checklist: numeric(2, many, checklist),
  'weighted-checklist': numeric(2, many, weightedChecklist),
  count: numeric(1, 1, (args) => toList(first(args)).length),
  'count-non-empty': numeric(
    1,
    1,
    (args) => toList(first(args)).filter((value) => toText(value) !== '').length,
  ),
  sum: numeric(1, 1, (args) => numbersIn(args).reduce((sum, number) => sum + number, 0)),
  today: textual(0, 0, (_, { today }) => today),
  now: textual(0, 0, (_, { now }) => now),
  date: textual(1, 1, (args) => dateText(first(args))),
  'date-time': textual(1, 1, (args) => dateTimeText(first(args))),
  'decimal-date-time': numeric(1, 1, (args) => toNumber(first(args))),
  'decimal-time': numeric(1, 1, (args) => {
    const days = toNumber(first(args))
    return days - Math.floor(days)
  }),
  'format-date': textual(2, 2, (args) => formatDate(first(args), secondText(args))),
  'format-date-time': textual(2, 2, (args) => formatDate(first(args), secondText(args))),
  random: numeric(0, 0, () => Math.random()),
  uuid: textual(0, 1, (args) =>
    args.length === 0 ? crypto.randomUUID() : randomText(toNumber(first(args))),
  ),
} as const satisfies Record<string, FunctionRule>

export type FunctionName = keyof typeof functions

/** Functions with another result on each call: an answer that they calculated once is kept. */
export const volatileFunctions: ReadonlySet<FunctionName> = new Set(['now', 'random', 'uuid'])

/** Whether the function exists. */
export const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name)

/** Returns the minimum and the maximum number of arguments. */
export const argumentCountOf = (name: FunctionName): readonly [number, number] => functions[name].count

export const applyFunction = (name: FunctionName, args: readonly Value[], context: FunctionContext): Value =>
  functions[name].apply(args, context)

export const resultOfFunction = (name: FunctionName): 'number' | 'text' => functions[name].result

/** Functions over the rows of a repeat, which take a reference and not the result of a calculation. */
export const listFunctions: ReadonlySet<FunctionName> = new Set<FunctionName>([
  'count',
  'sum',
  'count-non-empty',
])
