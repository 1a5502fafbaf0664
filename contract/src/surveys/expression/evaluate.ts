import { toBoolean, toList, toNumber, toText } from './convert.ts'
import type { Scalar, Value } from './convert.ts'
import type { Expression, FunctionName, Operator } from './parse.ts'

/** Values that an expression can refer to. */
export interface Scope {
  /**
   * Returns the answer to a question, blank without one. From outside a repeat: the answers of all its rows.
   */
  answer: (key: string) => Value
  /** `.`, the answer that a constraint checks. */
  self: Value
  /** Current date, YYYY-MM-DD, in the time zone of the survey. */
  today: string
}

/** Maximum length of a concatenated text. */
const maxTextLength = 100_000

type Comparison = Extract<Operator, '=' | '!=' | '<' | '<=' | '>' | '>='>

const isEqual = (a: Scalar, b: Scalar): boolean => {
  if (typeof a === 'boolean' || typeof b === 'boolean') return toBoolean(a) === toBoolean(b)
  if (typeof a === 'number' || typeof b === 'number') return toNumber(a) === toNumber(b)
  return a === b
}

const compareOne = (operator: Comparison, a: Scalar, b: Scalar): boolean => {
  switch (operator) {
    case '=':
      return isEqual(a, b)
    case '!=':
      return !isEqual(a, b)
    case '<':
      return toNumber(a) < toNumber(b)
    case '<=':
      return toNumber(a) <= toNumber(b)
    case '>':
      return toNumber(a) > toNumber(b)
    case '>=':
      return toNumber(a) >= toNumber(b)
  }
}

/** Compares lists like XPath node-sets: true if any two members match. */
const compare = (operator: Comparison, left: Value, right: Value): boolean => {
  const others = toList(right)
  return toList(left).some((a) => others.some((b) => compareOne(operator, a, b)))
}

const calculate = (operator: '+' | '-' | '*' | 'div' | 'mod', a: number, b: number): number => {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case 'div':
      return a / b
    case 'mod':
      return a % b
  }
}

const operate = (expression: Expression & { kind: 'operation' }, scope: Scope): Value => {
  const { operator } = expression
  const left = evaluate(expression.left, scope)
  if (operator === 'and') return toBoolean(left) && toBoolean(evaluate(expression.right, scope))
  if (operator === 'or') return toBoolean(left) || toBoolean(evaluate(expression.right, scope))
  const right = evaluate(expression.right, scope)
  switch (operator) {
    case '+':
    case '-':
    case '*':
    case 'div':
    case 'mod':
      return calculate(operator, toNumber(left), toNumber(right))
    default:
      return compare(operator, left, right)
  }
}

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

const concatenate = (values: readonly Value[]): string => {
  let text = ''
  for (const value of values.flatMap(toList)) {
    if (text.length >= maxTextLength) break
    text += toText(value).slice(0, maxTextLength)
  }
  return text.slice(0, maxTextLength)
}

type Apply = (args: readonly Value[], scope: Scope) => Value
const first = (args: readonly Value[]): Value => args[0] ?? ''
const second = (args: readonly Value[]): Value => args[1] ?? ''

/** Without `if`, which evaluates only one of its branches. */
const applications: Readonly<Record<Exclude<FunctionName, 'if'>, Apply>> = {
  selected: (args) => splitWords(first(args)).includes(toText(second(args)).trim()),
  'count-selected': (args) => splitWords(first(args)).length,
  not: (args) => !toBoolean(first(args)),
  coalesce: (args) => (toText(first(args)) === '' ? second(args) : first(args)),
  'string-length': (args, { self }) => countCharacters(toText(args[0] ?? self)),
  int: (args) => Math.trunc(toNumber(first(args))),
  number: (args) => toNumber(first(args)),
  string: (args) => toText(first(args)),
  round: (args) => round(toNumber(first(args)), args.length > 1 ? toNumber(second(args)) : 0),
  concat: concatenate,
  today: (_, scope) => scope.today,
  true: () => true,
  false: () => false,
  count: (args) => toList(first(args)).length,
  sum: (args) => toList(first(args)).reduce<number>((sum, item) => sum + toNumber(item), 0),
}

const evaluateCall = ({ name, args }: Expression & { kind: 'call' }, scope: Scope): Value => {
  if (name !== 'if')
    return applications[name](
      args.map((argument) => evaluate(argument, scope)),
      scope,
    )
  const [condition, then, otherwise] = args
  const branch = condition && toBoolean(evaluate(condition, scope)) ? then : otherwise
  return branch ? evaluate(branch, scope) : ''
}

/** Evaluates XPath 1.0 with ODK's functions over the answers of a questionnaire. Never throws. */
export const evaluate = (expression: Expression, scope: Scope): Value => {
  switch (expression.kind) {
    case 'number':
    case 'text':
      return expression.value
    case 'answer':
      return scope.answer(expression.key)
    case 'self':
      return scope.self
    case 'negation':
      return -toNumber(evaluate(expression.of, scope))
    case 'operation':
      return operate(expression, scope)
    case 'match':
      return expression.pattern.matches(toText(evaluate(expression.of, scope)))
    case 'call':
      return evaluateCall(expression, scope)
  }
}

/** Whether a condition is true. */
export const holds = (expression: Expression, scope: Scope): boolean => toBoolean(evaluate(expression, scope))

/** Returns the questions that an expression refers to, and whether it refers to its own answer. */
export const referencesOf = (expression: Expression): { keys: Set<string>; self: boolean } => {
  const keys = new Set<string>()
  let self = false
  const walk = (node: Expression): void => {
    if (node.kind === 'answer') keys.add(node.key)
    if (
      node.kind === 'self' ||
      (node.kind === 'call' && node.name === 'string-length' && node.args.length === 0)
    )
      self = true
    if (node.kind === 'negation' || node.kind === 'match') walk(node.of)
    if (node.kind === 'operation') [node.left, node.right].forEach(walk)
    if (node.kind === 'call') node.args.forEach(walk)
  }
  walk(expression)
  return { keys, self }
}
