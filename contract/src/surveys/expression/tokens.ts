import { ExpressionError } from './problem.ts'

export type Token = { readonly position: number } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'answer'; readonly key: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'sign'; readonly sign: string }
)

/**
 * Spreadsheet programs turn plain quotes into typographic ones, sometimes only one of a pair. A text ends with the
 * counterpart of its opening quote. If that is missing, it ends with the other closing quote.
 */
const closingQuotes: Readonly<Record<string, readonly [string, string]>> = {
  "'": ["'", '’'],
  '"': ['"', '”'],
  '‘': ['’', "'"],
  '’': ['’', "'"],
  '“': ['”', '"'],
  '”': ['”', '"'],
}

const patterns = {
  space: /\s+/y,
  number: /\d+(?:\.\d*)?|\.\d+/y,
  answer: /\$\{\s*([A-Za-z_][\w.-]*)\s*\}/y,
  name: /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y,
  sign: /!=|<=|>=|\.\.|[=<>+\-*(),./[\]]/y,
} as const

const match = (pattern: RegExp, source: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position
  return pattern.exec(source)
}

const readText = (source: string, position: number): { value: string; end: number } | undefined => {
  const quotes = closingQuotes[source.charAt(position)]
  if (quotes === undefined) return undefined
  const end = quotes.map((quote) => source.indexOf(quote, position + 1)).find((found) => found >= 0) ?? -1
  if (end < 0) throw new ExpressionError('entities.surveys.expression.unclosedText', { at: position + 1 })
  return { value: source.slice(position + 1, end), end: end + 1 }
}

const readToken = (source: string, position: number): { token: Token; end: number } => {
  const text = readText(source, position)
  if (text) return { token: { position, kind: 'text', value: text.value }, end: text.end }
  const number = match(patterns.number, source, position)
  if (number)
    return { token: { position, kind: 'number', value: Number(number[0]) }, end: position + number[0].length }
  const answer = match(patterns.answer, source, position)
  if (answer)
    return { token: { position, kind: 'answer', key: answer[1] ?? '' }, end: position + answer[0].length }
  const name = match(patterns.name, source, position)
  if (name) return { token: { position, kind: 'name', name: name[0] }, end: position + name[0].length }
  const sign = match(patterns.sign, source, position)
  if (sign) return { token: { position, kind: 'sign', sign: sign[0] }, end: position + sign[0].length }
  throw new ExpressionError('entities.surveys.expression.unexpected', {
    found: source.slice(position, position + 12),
    at: position + 1,
  })
}

/**
 * Splits a source into tokens. Names may contain hyphens, as in XPath: `string-length` is one token, and a
 * minus after a name needs a space.
 */
export const tokenise = (source: string): Token[] => {
  const tokens: Token[] = []
  let position = 0
  while (position < source.length) {
    const space = match(patterns.space, source, position)
    if (space) {
      position += space[0].length
      continue
    }
    const { token, end } = readToken(source, position)
    tokens.push(token)
    position = end
  }
  return tokens
}

/** Returns the token as an author wrote it, shortened. */
export const formatToken = (token: Token): string => {
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
