import { toBoolean, toList, toNumber, toText } from './convert.ts'
import type { Scalar, Value } from './convert.ts'
import { applyFunction, resultOfFunction, volatileFunctions } from './functions.ts'
import type { FunctionContext } from './functions.ts'
import type { Expression, Operator } from './parse.ts'

/** Values that an expression can refer to. */
export interface Scope extends FunctionContext {
  /**
   * Returns the answer to a question, blank without one. From outside a repeat: the answers of all its rows.
   */
  answer: (key: string) => Value
  /** Returns the answer in a row of a repeat, counted from 1; blank if there is no such row. */
  answerInRow: (key: string, number: number) => Value
  /** Number of the row in its repeat, counted from 1; 0 outside repeats. */
  position: number
  /** Returns a column of the choice that a filter examines. */
  attribute: (name: string) => string
  /** Returns a column of the row of a list whose key column has the value; blank if no row has it. */
  lookUp: (list: string, column: string, keyColumn: string, value: string) => string
  /** Returns the label of a choice of a question. */
  choiceLabel: (key: string, value: string) => string
}

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

/** Terms that depend on the questionnaire, beyond its answers. */
type FormTerm = Extract<
  Expression,
  { kind: 'once' | 'attribute' | 'position' | 'row' | 'choiceName' | 'lookup' }
>

const evaluateFormTerm = (expression: FormTerm, scope: Scope): Value => {
  switch (expression.kind) {
    case 'once':
      return toText(scope.self) === '' ? evaluate(expression.of, scope) : scope.self
    case 'attribute':
      return scope.attribute(expression.name)
    case 'position':
      return scope.position
    case 'row':
      return scope.answerInRow(expression.key, toNumber(evaluate(expression.number, scope)))
    case 'choiceName':
      return scope.choiceLabel(expression.key, toText(evaluate(expression.of, scope)))
    case 'lookup': {
      const { list, column, keyColumn } = expression
      return scope.lookUp(list, column, keyColumn, toText(evaluate(expression.of, scope)))
    }
  }
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
    case 'call': {
      const args = expression.args.map((argument) => evaluate(argument, scope))
      return applyFunction(expression.name, args, scope)
    }
    // Evaluates only one of the branches.
    case 'if': {
      const [condition, then, otherwise] = expression.args
      return evaluate(toBoolean(evaluate(condition, scope)) ? then : otherwise, scope)
    }
    default:
      return evaluateFormTerm(expression, scope)
  }
}

/** Whether a condition is true. */
export const holds = (expression: Expression, scope: Scope): boolean => toBoolean(evaluate(expression, scope))

const childrenOf = (node: Expression): readonly Expression[] => {
  switch (node.kind) {
    case 'negation':
    case 'match':
    case 'once':
    case 'choiceName':
    case 'lookup':
      return [node.of]
    case 'row':
      return [node.number]
    case 'operation':
      return [node.left, node.right]
    case 'call':
    case 'if':
      return node.args
    default:
      return []
  }
}

const refersToSelf = (node: Expression): boolean =>
  node.kind === 'self' ||
  (node.kind === 'call' &&
    (node.name === 'string-length' || node.name === 'normalize-space') &&
    node.args.length === 0)

export interface References {
  keys: Set<string>
  /** The expression refers to its own answer with `.`. */
  self: boolean
  /** Columns of the choices in a filter. */
  attributes: Set<string>
  lookups: (Expression & { kind: 'lookup' })[]
  /** The expression has a function with another result on each call. */
  isVolatile: boolean
}

/** Returns what an expression refers to. */
export const referencesOf = (expression: Expression): References => {
  const references: References = {
    keys: new Set(),
    self: false,
    attributes: new Set(),
    lookups: [],
    isVolatile: false,
  }
  const walk = (node: Expression): void => {
    if (node.kind === 'answer' || node.kind === 'row' || node.kind === 'choiceName')
      references.keys.add(node.key)
    if (node.kind === 'row') references.keys.add(node.repeat)
    if (node.kind === 'attribute') references.attributes.add(node.name)
    if (node.kind === 'lookup') references.lookups.push(node)
    if (node.kind === 'call' && volatileFunctions.has(node.name)) references.isVolatile = true
    if (refersToSelf(node)) references.self = true
    childrenOf(node).forEach(walk)
  }
  walk(expression)
  return references
}

export type ResultType = 'number' | 'text'

/**
 * Returns the type of the results of a calculation; booleans are numbers. An empty text is a missing result of
 * either type: `if(${a} > 0, ${a}, '')` is a number.
 */
export const resultTypeOf = (expression: Expression, typeOf: (key: string) => ResultType): ResultType =>
  possibleTypes(expression, typeOf).has('text') ? 'text' : 'number'

const numberKinds = new Set<Expression['kind']>(['number', 'negation', 'operation', 'match', 'position'])

const possibleTypes = (node: Expression, typeOf: (key: string) => ResultType): ReadonlySet<ResultType> => {
  const typesOf = (nodes: readonly Expression[]): Set<ResultType> =>
    new Set(nodes.flatMap((one) => [...possibleTypes(one, typeOf)]))
  if (numberKinds.has(node.kind)) return new Set(['number'])
  if (node.kind === 'answer' || node.kind === 'row') return new Set([typeOf(node.key)])
  if (node.kind === 'if') return typesOf(node.args.slice(1))
  if (node.kind === 'once') return typesOf([node.of])
  if (node.kind === 'call')
    return node.name === 'coalesce' ? typesOf(node.args) : new Set([resultOfFunction(node.name)])
  return new Set(node.kind === 'text' && node.value === '' ? [] : ['text'])
}
