import { RE2JS } from 're2js'

import { ExpressionError } from './problem.ts'
import { tokenise } from './tokens.ts'
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

/** Minimum and maximum number of arguments of each function. */
const functions = {
  selected: [2, 2],
  'count-selected': [1, 1],
  not: [1, 1],
  if: [3, 3],
  coalesce: [2, 2],
  'string-length': [0, 1],
  int: [1, 1],
  number: [1, 1],
  string: [1, 1],
  round: [1, 2],
  concat: [1, 100],
  today: [0, 0],
  true: [0, 0],
  false: [0, 0],
  count: [1, 1],
  sum: [1, 1],
} as const
export type FunctionName = keyof typeof functions

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
  /** `regex()`. Its pattern is a literal, so that it is checked when the questionnaire is loaded. */
  | { readonly kind: 'match'; readonly of: Expression; readonly pattern: RE2JS }

/** Limits the cost of an expression, which a browser evaluates on every keystroke. */
export const expressionLimits = { characters: 4_000, depth: 50, parts: 500, pattern: 300, program: 1_000 }

const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name)

/** Matching time grows with the length of the answer times the compiled size of the pattern. */
const compilePattern = (pattern: string): RE2JS => {
  if (pattern.length <= expressionLimits.pattern) {
    try {
      const compiled = RE2JS.compile(pattern)
      if (compiled.programSize() <= expressionLimits.program) return compiled
    } catch {
      // The library's own message is English only and names neither sheet nor row.
    }
  }
  throw new ExpressionError('entities.surveys.expression.badPattern', { pattern: pattern.slice(0, 60) })
}

class Parser {
  readonly #tokens: readonly Token[]
  #position = 0
  #depth = 0
  #partCount = 0

  constructor(source: string) {
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
    if (!token || token.kind === 'sign') this.#throwUnexpected()
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
      this.#position -= 1
      this.#throwUnexpected()
    }
    const args = this.#parseArguments()
    if (name === 'regex') return this.#countPart(toMatch(args))
    if (!isFunction(name)) throw new ExpressionError('entities.surveys.expression.unknownFunction', { name })
    const [minArguments, maxArguments] = functions[name]
    if (args.length < minArguments || args.length > maxArguments)
      throw new ExpressionError('entities.surveys.expression.wrongArguments', { name })
    // `count` and `sum` take the answers to a question, not the result of a calculation.
    if ((name === 'count' || name === 'sum') && args[0]?.kind !== 'answer')
      throw new ExpressionError('entities.surveys.expression.listNeeded', { name })
    return this.#countPart({ kind: 'call', name, args })
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

const toMatch = ([of, pattern, ...more]: Expression[]): Expression => {
  if (!of || !pattern || more.length > 0)
    throw new ExpressionError('entities.surveys.expression.wrongArguments', { name: 'regex' })
  if (pattern.kind !== 'text') throw new ExpressionError('entities.surveys.expression.patternLiteral')
  return { kind: 'match', of, pattern: compilePattern(pattern.value) }
}

const formatToken = (token: Token): string => {
  switch (token.kind) {
    case 'number':
      return String(token.value)
    case 'text':
      return `'${token.value.slice(0, 20)}'`
    case 'answer':
      return `\${${token.key}}`
    case 'name':
      return token.name
    case 'sign':
      return token.sign
  }
}

/** Parses an expression in XLSForm syntax. Throws only ExpressionError. */
export const parseExpression = (source: string): Expression => new Parser(source).parse()
