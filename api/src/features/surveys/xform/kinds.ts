import type { CompiledItem } from '@baseline/contract/surveys/compile-survey.ts'
import { resultOfFunction } from '@baseline/contract/surveys/expression/functions.ts'
import type { FunctionName } from '@baseline/contract/surveys/expression/functions.ts'
import type { Expression, Operator } from '@baseline/contract/surveys/expression/parse.ts'
import type { Question } from '@baseline/contract/surveys/master.ts'

/** Kinds of results of expressions. JavaRosa treats dates and times as objects, not as texts. */
export type Kind = 'number' | 'text' | 'boolean' | 'date' | 'time' | 'dateTime'

type Items = ReadonlyMap<string, CompiledItem>

const kindOfType = ({ type, metadata }: Question): Kind => {
  switch (type) {
    case 'integer':
    case 'number':
    case 'range':
      return 'number'
    case 'date':
    case 'time':
    case 'dateTime':
      return type
    case 'metadata':
      if (metadata === 'today') return 'date'
      return metadata === 'start' || metadata === 'end' ? 'dateTime' : 'text'
    default:
      return 'text'
  }
}

/** Kinds of calculations: each can refer to many others. */
const kindsOfCalculations = new WeakMap<CompiledItem, Kind>()

/**
 * Returns the kind of the answers to a question. The result of a calculation has the kind of its expression; a boolean
 * is stored as a number.
 */
const kindOfAnswer = (key: string, items: Items): Kind => {
  const compiled = items.get(key)
  if (compiled?.item.kind !== 'question') return 'text'
  if (compiled.item.type !== 'calculated' || !compiled.calculation) return kindOfType(compiled.item)
  const known = kindsOfCalculations.get(compiled)
  if (known) return known
  const result = kindOf(compiled.calculation, compiled, items)
  const kind = result === 'boolean' ? 'number' : result
  kindsOfCalculations.set(compiled, kind)
  return kind
}

const booleanFunctions: ReadonlySet<FunctionName> = new Set([
  'selected',
  'is-selected',
  'not',
  'boolean',
  'boolean-from-string',
  'true',
  'false',
  'contains',
  'starts-with',
  'ends-with',
  'checklist',
  'weighted-checklist',
])
const temporalFunctions: ReadonlyMap<FunctionName, Kind> = new Map([
  ['today', 'date'],
  ['date', 'date'],
  ['now', 'dateTime'],
  ['date-time', 'dateTime'],
])

const arithmetic: ReadonlySet<Operator> = new Set(['+', '-', '*', 'div', 'mod'])

/** An empty text is a missing result of any kind. */
const commonKind = (nodes: readonly Expression[], own: CompiledItem, items: Items): Kind => {
  const kinds = new Set(
    nodes.filter((node) => node.kind !== 'text' || node.value !== '').map((node) => kindOf(node, own, items)),
  )
  const [kind = 'text'] = kinds
  return kinds.size > 1 ? 'text' : kind
}

const kindOfCall = ({ name, args }: Expression & { kind: 'call' }, own: CompiledItem, items: Items): Kind => {
  if (name === 'coalesce') return commonKind(args, own, items)
  return booleanFunctions.has(name) ? 'boolean' : (temporalFunctions.get(name) ?? resultOfFunction(name))
}

/** Returns the kind of an expression of the item `own`. */
export const kindOf = (node: Expression, own: CompiledItem, items: Items): Kind => {
  switch (node.kind) {
    case 'number':
    case 'negation':
    case 'position':
      return 'number'
    case 'operation':
      return arithmetic.has(node.operator) ? 'number' : 'boolean'
    case 'match':
      return 'boolean'
    case 'answer':
    case 'row':
      return kindOfAnswer(node.key, items)
    case 'self':
      return kindOfAnswer(own.item.key, items)
    case 'once':
      return kindOf(node.of, own, items)
    case 'if':
      return commonKind(node.args.slice(1), own, items)
    case 'call':
      return kindOfCall(node, own, items)
    default:
      return 'text'
  }
}
