import { ExpressionError } from './problem.ts'

export type Token = { readonly at: number } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'answer'; readonly key: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'sign'; readonly sign: string }
)

/**
 * Spreadsheet programs turn plain quotes into typographic ones; a text ends with the counterpart of its
 * opening quote.
 */
const closing: Readonly<Record<string, string>> = { "'": "'", '"': '"', '‘': '’', '“': '”' }

const patterns = {
  space: /\s+/y,
  number: /\d+(?:\.\d*)?|\.\d+/y,
  answer: /\$\{\s*([A-Za-z_][\w.-]*)\s*\}/y,
  name: /[A-Za-z_][\w.-]*/y,
  sign: /!=|<=|>=|[=<>+\-*(),.]/y,
} as const

const match = (pattern: RegExp, source: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(source)
}

const readText = (source: string, at: number): { value: string; end: number } | undefined => {
  const quote = closing[source.charAt(at)]
  if (quote === undefined) return undefined
  const end = source.indexOf(quote, at + 1)
  if (end < 0) throw new ExpressionError('entities.surveys.expression.unclosedText', { at: at + 1 })
  return { value: source.slice(at + 1, end), end: end + 1 }
}

const readToken = (source: string, at: number): { token: Token; end: number } => {
  const text = readText(source, at)
  if (text) return { token: { at, kind: 'text', value: text.value }, end: text.end }
  const number = match(patterns.number, source, at)
  if (number) return { token: { at, kind: 'number', value: Number(number[0]) }, end: at + number[0].length }
  const answer = match(patterns.answer, source, at)
  if (answer) return { token: { at, kind: 'answer', key: answer[1] ?? '' }, end: at + answer[0].length }
  const name = match(patterns.name, source, at)
  if (name) return { token: { at, kind: 'name', name: name[0] }, end: at + name[0].length }
  const sign = match(patterns.sign, source, at)
  if (sign) return { token: { at, kind: 'sign', sign: sign[0] }, end: at + sign[0].length }
  throw new ExpressionError('entities.surveys.expression.unexpected', {
    found: source.slice(at, at + 12),
    at: at + 1,
  })
}

/**
 * Splits a source into tokens. Names may contain hyphens, as in XPath: `string-length` is one token, and a
 * minus after a name needs a space.
 */
export const tokensOf = (source: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    const space = match(patterns.space, source, at)
    if (space) {
      at += space[0].length
      continue
    }
    const { token, end } = readToken(source, at)
    tokens.push(token)
    at = end
  }
  return tokens
}
