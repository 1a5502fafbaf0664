import { argumentCountOf, isFunction, listFunctions } from './functions.ts'
import type { FunctionName } from './functions.ts'
import { compilePattern } from './pattern.ts'
import type { Pattern } from './pattern.ts'
import { ExpressionError, throwArguments } from './problem.ts'
import { formatToken, tokenise } from './tokens.ts'
import type { Token } from './tokens.ts'

/** Operators by precedence, lowest first, as in XPath 1.0. */
const levels = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
] as const
export type Operator = (typeof levels)[number][number]

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'answer'; readonly key: string }
  /** `.`, the answer that a constraint checks. */
  | { readonly kind: 'self' }
  | { readonly kind: 'negation'; readonly of: Expression }
  | {
      readonly kind: 'operation'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] }
  | { readonly kind: 'if'; readonly args: readonly [Expression, Expression, Expression] }
  /** `once()`: the answer itself, if there is one. */
  | { readonly kind: 'once'; readonly of: Expression }
  /** A column of the choice that a filter examines. */
  | { readonly kind: 'attribute'; readonly name: string }
  /** `position(..)`: the number of the row. */
  | { readonly kind: 'position' }
  /** `indexed-repeat()`: the answer in a row of the repeat. */
  | { readonly kind: 'row'; readonly key: string; readonly repeat: string; readonly number: Expression }
  /** `jr:choice-name()`: the label of a choice of a question. */
  | { readonly kind: 'choiceName'; readonly of: Expression; readonly key: string }
  /** `pulldata()`, `instance(…)/root/item[…]/…`: a column of the row of a list whose key column has the value. */
  | {
      readonly kind: 'lookup'
      readonly list: string
      readonly column: string
      readonly keyColumn: string
      readonly of: Expression
    }
  /** `regex()`. Its pattern is a literal, so that it is checked when the questionnaire is loaded. */
  | { readonly kind: 'match'; readonly of: Expression; readonly pattern: Pattern }

/** Limits the cost of an expression, which a browser evaluates on every keystroke. */
export const expressionLimits = { characters: 4_000, depth: 50, parts: 500 }

export interface ParseOptions {
  /** The expression is a choice filter: bare names are columns of the choices. */
  attributes?: boolean
}

class Parser {
  readonly #tokens: readonly Token[]
  #position = 0
  #depth = 0
  #partCount = 0
  readonly #options: ParseOptions

  constructor(source: string, options: ParseOptions) {
    this.#options = options
    if (source.length > expressionLimits.characters)
      throw new ExpressionError('entities.surveys.expression.tooLong', { max: expressionLimits.characters })
    this.#tokens = tokenise(source)
  }

  parse(): Expression {
    const expression = this.#parseLevel(0)
    if (this.#position < this.#tokens.length) this.#throwUnexpected()
    return expression
  }

  #throwUnexpected(): never {
    const token = this.#tokens[this.#position]
    if (!token) throw new ExpressionError('entities.surveys.expression.ended')
    if (token.kind === 'sign' && ['/', '..', '['].includes(token.sign))
      throw new ExpressionError('entities.surveys.expression.path')
    throw new ExpressionError('entities.surveys.expression.unexpected', {
      found: formatToken(token),
      at: token.position + 1,
    })
  }

  #acceptSign(sign: string): boolean {
    const token = this.#tokens[this.#position]
    const isMatch = token?.kind === 'sign' && token.sign === sign
    if (isMatch) this.#position += 1
    return isMatch
  }

  #expectSign(sign: string): void {
    if (!this.#acceptSign(sign)) this.#throwUnexpected()
  }

  /** After an operand, `div` or `and` is an operator; elsewhere it is a name. */
  #acceptOperator(level: readonly Operator[]): Operator | undefined {
    const token = this.#tokens[this.#position]
    const word = token?.kind === 'sign' ? token.sign : token?.kind === 'name' ? token.name : undefined
    const operator = level.find((candidate) => candidate === word)
    if (operator) this.#position += 1
    return operator
  }

  #countPart<E extends Expression>(expression: E): E {
    this.#partCount += 1
    if (this.#partCount > expressionLimits.parts)
      throw new ExpressionError('entities.surveys.expression.tooDeep')
    return expression
  }

  #parseLevel(index: number): Expression {
    const operators = levels[index]
    if (!operators) return this.#parseSigned()
    let left = this.#parseLevel(index + 1)
    for (let operator = this.#acceptOperator(operators); operator; operator = this.#acceptOperator(operators))
      left = this.#countPart({ kind: 'operation', operator, left, right: this.#parseLevel(index + 1) })
    return left
  }

  #parseSigned(): Expression {
    this.#depth += 1
    if (this.#depth > expressionLimits.depth) throw new ExpressionError('entities.surveys.expression.tooDeep')
    const expression = this.#acceptSign('-')
      ? this.#countPart({ kind: 'negation', of: this.#parseSigned() })
      : this.#parseOperand()
    this.#depth -= 1
    return expression
  }

  #parseOperand(): Expression {
    if (this.#acceptSign('(')) {
      const inner = this.#parseLevel(0)
      this.#expectSign(')')
      return inner
    }
    if (this.#acceptSign('.')) return this.#countPart({ kind: 'self' })
    const token = this.#tokens[this.#position]
    if (!token || token.kind === 'sign') return this.#throwUnexpected()
    this.#position += 1
    switch (token.kind) {
      case 'number':
        return this.#countPart({ kind: 'number', value: token.value })
      case 'text':
        return this.#countPart({ kind: 'text', value: token.value })
      case 'answer':
        return this.#countPart({ kind: 'answer', key: token.key })
      case 'name':
        return this.#parseCall(token)
    }
  }

  #parseCall(token: Token & { kind: 'name' }): Expression {
    const { name } = token
    if (!this.#acceptSign('(')) {
      // XPath reads it as a path that does not exist, which is blank.
      if (name === 'null') return this.#countPart({ kind: 'text', value: '' })
      if (this.#options.attributes) return this.#countPart({ kind: 'attribute', name })
      this.#position -= 1
      return this.#throwUnexpected()
    }
    if (name === 'position') return this.#parsePosition()
    if (name === 'instance') return this.#parseInstance()
    if (name === 'current') throw new ExpressionError('entities.surveys.expression.path')
    const args = this.#parseArguments()
    return this.#countPart(toSpecialCall(name, args) ?? toCall(name, args))
  }

  /** Only the number of the own row has a meaning without paths. */
  #parsePosition(): Expression {
    if (!this.#acceptSign('..')) throw new ExpressionError('entities.surveys.expression.path')
    this.#expectSign(')')
    return this.#countPart({ kind: 'position' })
  }

  #expectName(expected?: string): string {
    const token = this.#tokens[this.#position]
    if (token?.kind !== 'name' || (expected !== undefined && token.name !== expected))
      throw new ExpressionError('entities.surveys.expression.path')
    this.#position += 1
    return token.name
  }

  /** Parses `instance('list')/root/item[name = ${x}]/label`, the lookup that XForms offer for lists. */
  #parseInstance(): Expression {
    const list = literalOf(this.#parseArguments(), 0)
    this.#expectSign('/')
    this.#expectName('root')
    this.#expectSign('/')
    this.#expectName('item')
    this.#expectSign('[')
    const keyColumn = this.#expectName()
    this.#expectSign('=')
    const of = this.#parseLevel(0)
    this.#expectSign(']')
    this.#expectSign('/')
    return this.#countPart({ kind: 'lookup', list, column: this.#expectName(), keyColumn, of })
  }

  #parseArguments(): Expression[] {
    const args: Expression[] = []
    if (this.#acceptSign(')')) return args
    do args.push(this.#parseLevel(0))
    while (this.#acceptSign(','))
    this.#expectSign(')')
    return args
  }
}

const literalOf = (args: readonly Expression[], index: number): string => {
  const argument = args[index]
  if (argument?.kind !== 'text') throw new ExpressionError('entities.surveys.expression.literal')
  return argument.value
}

const toMatch = ([of, pattern, ...more]: readonly Expression[]): Expression => {
  if (!of || !pattern || more.length > 0) return throwArguments('regex')
  if (pattern.kind !== 'text') throw new ExpressionError('entities.surveys.expression.patternLiteral')
  return { kind: 'match', of, pattern: compilePattern(pattern.value) }
}

const toIf = (args: readonly Expression[]): Expression => {
  const [condition, then, otherwise] = args
  if (!condition || !then || !otherwise || args.length > 3) return throwArguments('if')
  return { kind: 'if', args: [condition, then, otherwise] }
}

/** The second argument is a reference in quotes: `jr:choice-name(${x}, '${x}')`. */
const toChoiceName = ([of, question, ...more]: readonly Expression[]): Expression => {
  if (!of || !question || more.length > 0) return throwArguments('jr:choice-name')
  const key =
    question.kind === 'answer' ? question.key : /^\$\{\s*([\w.-]+)\s*\}$/.exec(literalOf([question], 0))?.[1]
  if (key === undefined) throw new ExpressionError('entities.surveys.expression.literal')
  return { kind: 'choiceName', of, key }
}

const toRow = ([question, repeat, number, ...more]: readonly Expression[]): Expression => {
  if (question?.kind !== 'answer' || repeat?.kind !== 'answer' || !number || more.length > 0)
    throw new ExpressionError('entities.surveys.expression.indexedRepeat')
  return { kind: 'row', key: question.key, repeat: repeat.key, number }
}

const toPulledData = (args: readonly Expression[]): Expression => {
  const of = args[3]
  if (!of || args.length > 4) return throwArguments('pulldata')
  return {
    kind: 'lookup',
    list: literalOf(args, 0),
    column: literalOf(args, 1),
    keyColumn: literalOf(args, 2),
    of,
  }
}

const toOnce = ([of, ...more]: readonly Expression[]): Expression =>
  of && more.length === 0 ? { kind: 'once', of } : throwArguments('once')

/** `jr:itext(instance(…)/root/item[…]/itextId)` is the label of the choice. */
const toText = ([of, ...more]: readonly Expression[]): Expression => {
  if (of?.kind !== 'lookup' || more.length > 0) throw new ExpressionError('entities.surveys.expression.path')
  return { ...of, column: of.column === 'itextId' ? 'label' : of.column }
}

const specialCalls: Readonly<Record<string, (args: readonly Expression[]) => Expression>> = {
  regex: toMatch,
  if: toIf,
  once: toOnce,
  'indexed-repeat': toRow,
  'jr:choice-name': toChoiceName,
  'jr:itext': toText,
  pulldata: toPulledData,
}

const toSpecialCall = (name: string, args: readonly Expression[]): Expression | undefined =>
  Object.hasOwn(specialCalls, name) ? specialCalls[name]?.(args) : undefined

const toCall = (name: string, args: readonly Expression[]): Expression => {
  if (!isFunction(name)) throw new ExpressionError('entities.surveys.expression.unknownFunction', { name })
  const [minArguments, maxArguments] = argumentCountOf(name)
  if (args.length < minArguments || args.length > maxArguments) return throwArguments(name)
  if (listFunctions.has(name) && args[0]?.kind !== 'answer')
    throw new ExpressionError('entities.surveys.expression.listNeeded', { name })
  return { kind: 'call', name, args }
}

/** Parses an expression in XLSForm syntax. Throws only ExpressionError. */
export const parseExpression = (source: string, options: ParseOptions = {}): Expression =>
  new Parser(source, options).parse()
