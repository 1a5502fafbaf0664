import { RE2JS } from 're2js'

import { ExpressionError } from './problem.ts'
import { tokensOf } from './tokens.ts'
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
const compile = (pattern: string): RE2JS => {
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
  #next = 0
  #depth = 0
  #parts = 0

  constructor(source: string) {
    if (source.length > expressionLimits.characters)
      throw new ExpressionError('entities.surveys.expression.tooLong', { max: expressionLimits.characters })
    this.#tokens = tokensOf(source)
  }

  parse(): Expression {
    const expression = this.#level(0)
    if (this.#next < this.#tokens.length) this.#refuse()
    return expression
  }

  #refuse(): never {
    const token = this.#tokens[this.#next]
    if (!token) throw new ExpressionError('entities.surveys.expression.ended')
    throw new ExpressionError('entities.surveys.expression.unexpected', {
      found: wordsOf(token),
      at: token.at + 1,
    })
  }

  #sign(sign: string): boolean {
    const token = this.#tokens[this.#next]
    const found = token?.kind === 'sign' && token.sign === sign
    if (found) this.#next += 1
    return found
  }

  #expect(sign: string): void {
    if (!this.#sign(sign)) this.#refuse()
  }

  /** After an operand, `div` or `and` is an operator; elsewhere it is a name. */
  #operator(level: readonly Operator[]): Operator | undefined {
    const token = this.#tokens[this.#next]
    const word = token?.kind === 'sign' ? token.sign : token?.kind === 'name' ? token.name : undefined
    const operator = level.find((one) => one === word)
    if (operator) this.#next += 1
    return operator
  }

  #made<E extends Expression>(expression: E): E {
    this.#parts += 1
    if (this.#parts > expressionLimits.parts) throw new ExpressionError('entities.surveys.expression.tooDeep')
    return expression
  }

  #level(index: number): Expression {
    const operators = levels[index]
    if (!operators) return this.#signed()
    let left = this.#level(index + 1)
    for (let operator = this.#operator(operators); operator; operator = this.#operator(operators))
      left = this.#made({ kind: 'operation', operator, left, right: this.#level(index + 1) })
    return left
  }

  #signed(): Expression {
    this.#depth += 1
    if (this.#depth > expressionLimits.depth) throw new ExpressionError('entities.surveys.expression.tooDeep')
    const expression = this.#sign('-')
      ? this.#made({ kind: 'negation', of: this.#signed() })
      : this.#operand()
    this.#depth -= 1
    return expression
  }

  #operand(): Expression {
    if (this.#sign('(')) {
      const inner = this.#level(0)
      this.#expect(')')
      return inner
    }
    if (this.#sign('.')) return this.#made({ kind: 'self' })
    const token = this.#tokens[this.#next]
    if (!token || token.kind === 'sign') this.#refuse()
    this.#next += 1
    switch (token.kind) {
      case 'number':
        return this.#made({ kind: 'number', value: token.value })
      case 'text':
        return this.#made({ kind: 'text', value: token.value })
      case 'answer':
        return this.#made({ kind: 'answer', key: token.key })
      case 'name':
        return this.#call(token)
    }
  }

  #call(token: Token & { kind: 'name' }): Expression {
    const { name } = token
    if (!this.#sign('(')) {
      this.#next -= 1
      this.#refuse()
    }
    const args = this.#arguments()
    if (name === 'regex') return this.#made(matching(args))
    if (!isFunction(name)) throw new ExpressionError('entities.surveys.expression.unknownFunction', { name })
    const [fewest, most] = functions[name]
    if (args.length < fewest || args.length > most)
      throw new ExpressionError('entities.surveys.expression.wrongArguments', { name })
    // `count` and `sum` take the answers to a question, not the result of a calculation.
    if ((name === 'count' || name === 'sum') && args[0]?.kind !== 'answer')
      throw new ExpressionError('entities.surveys.expression.listNeeded', { name })
    return this.#made({ kind: 'call', name, args })
  }

  #arguments(): Expression[] {
    const args: Expression[] = []
    if (this.#sign(')')) return args
    do args.push(this.#level(0))
    while (this.#sign(','))
    this.#expect(')')
    return args
  }
}

const matching = ([of, pattern, ...more]: Expression[]): Expression => {
  if (!of || !pattern || more.length > 0)
    throw new ExpressionError('entities.surveys.expression.wrongArguments', { name: 'regex' })
  if (pattern.kind !== 'text') throw new ExpressionError('entities.surveys.expression.patternLiteral')
  return { kind: 'match', of, pattern: compile(pattern.value) }
}

const wordsOf = (token: Token): string => {
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
