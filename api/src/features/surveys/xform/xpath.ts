import type { Operator } from '@baseline/contract/surveys/expression/parse.ts'

/** An expression, and how strongly its outermost operator binds. */
export interface Written {
  xpath: string
  level: number
}

const levels: Readonly<Record<Operator, number>> = {
  or: 0,
  and: 1,
  '=': 2,
  '!=': 2,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '+': 4,
  '-': 4,
  '*': 5,
  div: 5,
  mod: 5,
}
export const operandLevel = 7

export const operand = (xpath: string): Written => ({ xpath, level: operandLevel })
export const call = (name: string, ...args: readonly Written[]): Written =>
  operand(`${name}(${args.map(({ xpath }) => xpath).join(', ')})`)
export const atLevel = ({ xpath, level }: Written, minLevel: number): string =>
  level >= minLevel ? xpath : `(${xpath})`
export const operate = (operator: Operator, left: Written, right: Written): Written => {
  const level = levels[operator]
  return { xpath: `${atLevel(left, level)} ${operator} ${atLevel(right, level + 1)}`, level }
}

/** Writes a text. XPath has no escape for quotes: a text with both kinds is joined from parts. */
export const literal = (text: string): string => {
  if (!text.includes("'")) return `'${text}'`
  if (!text.includes('"')) return `"${text}"`
  return `concat(${text
    .split(/('+)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith("'") ? `"${part}"` : `'${part}'`))
    .join(', ')})`
}
