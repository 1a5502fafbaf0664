import type { FunctionName } from '@baseline/contract/surveys/expression/functions.ts'

/**
 * How a function reads an argument. JavaRosa does not convert in each of these cases, so that the generator does:
 * `word` must be a text there, also if it is a number.
 */
export type ArgumentUse = 'number' | 'text' | 'word' | 'condition' | 'value' | 'rows'

const number: readonly ArgumentUse[] = ['number']
const text: readonly ArgumentUse[] = ['text']

/** The uses of the arguments in their order. The last one applies to all further arguments. */
const argumentUses: Readonly<Record<FunctionName, readonly ArgumentUse[]>> = {
  selected: ['word', 'word'],
  'is-selected': ['word', 'word'],
  'count-selected': ['word'],
  'selected-at': ['word', 'number'],
  not: ['condition'],
  boolean: ['condition'],
  'boolean-from-string': text,
  true: [],
  false: [],
  coalesce: ['value'],
  'string-length': text,
  'normalize-space': text,
  int: number,
  number,
  string: text,
  round: number,
  abs: number,
  sqrt: number,
  exp: number,
  exp10: number,
  log: number,
  log10: number,
  sin: number,
  cos: number,
  tan: number,
  asin: number,
  acos: number,
  atan: number,
  atan2: number,
  pow: number,
  pi: [],
  min: number,
  max: number,
  concat: text,
  join: text,
  substr: ['text', 'number'],
  'substring-before': text,
  'substring-after': text,
  contains: text,
  'starts-with': text,
  'ends-with': text,
  translate: text,
  checklist: ['number', 'number', 'condition'],
  'weighted-checklist': ['number', 'number'],
  count: ['rows'],
  'count-non-empty': ['rows'],
  sum: ['rows'],
  today: [],
  now: [],
  date: ['value'],
  'date-time': ['value'],
  'decimal-date-time': ['value'],
  'decimal-time': ['value'],
  'format-date': ['value', 'text'],
  'format-date-time': ['value', 'text'],
  random: [],
  uuid: [],
}

/** Functions that accept the rows of a repeat beside single values. JavaRosa accepts rows only as the sole value. */
export const rowFunctions: ReadonlySet<FunctionName> = new Set(['min', 'max', 'concat', 'join'])

/** Functions that leave out blank rows. */
export const numberRows: ReadonlySet<FunctionName> = new Set(['sum', 'min', 'max'])

/** Returns how a function reads one of its arguments. */
export const argumentUse = (name: FunctionName, index: number): ArgumentUse => {
  // Pairs of a condition and its weight follow the two limits.
  if (name === 'weighted-checklist' && index >= 2) return index % 2 === 0 ? 'condition' : 'number'
  const uses = argumentUses[name]
  return uses[index] ?? uses.at(-1) ?? 'value'
}
