import { expect, test } from 'vitest'

import { shareColour } from './share-steps.ts'
import type { Share } from './share-steps.ts'

/** Evaluates the operators that the expression uses, as the style specification of MapLibre defines them. */
const evaluate = (expression: unknown, properties: Record<string, number>): unknown => {
  if (!Array.isArray(expression)) return expression
  const [operator, ...operands] = expression as [string, ...unknown[]]
  if (operator === 'get') return properties[String(operands[0])] ?? null
  const values = operands.map((operand) => evaluate(operand, properties))
  const numbers = values.map(Number)
  switch (operator) {
    case 'coalesce':
      return values.find((value) => value !== null)
    case '+':
      return numbers.reduce((sum, value) => sum + value)
    case '*':
      return numbers.reduce((product, value) => product * value)
    case '/':
      return (numbers[0] ?? 0) / (numbers[1] ?? 1)
    case 'step': {
      const [input, first, ...stops] = values
      const reached = stops.filter((_, nth) => nth % 2 === 0 && Number(stops[nth]) <= Number(input))
      return reached.length === 0 ? first : stops[2 * reached.length - 1]
    }
    default:
      throw new Error(`no operator ${operator}`)
  }
}

const stepOf = (share: Share, counts: Record<string, number>): unknown => {
  const n = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return evaluate(
    shareColour(share, (step) => `step ${String(step)}`),
    { n, ...counts },
  )
}

test('counts submitted and resubmitted responses as waiting', () => {
  expect(stepOf('waiting', { approved: 10 })).toBe('step 0')
  expect(stepOf('waiting', { approved: 99_999, submitted: 1 })).toBe('step 1')
  expect(stepOf('waiting', { approved: 9, submitted: 1 })).toBe('step 2')
  expect(stepOf('waiting', { approved: 7, submitted: 1, resubmitted: 2 })).toBe('step 3')
  expect(stepOf('waiting', { approved: 1, submitted: 1 })).toBe('step 4')
  expect(stepOf('waiting', { resubmitted: 3 })).toBe('step 4')
})

test('counts only returned responses as returned', () => {
  expect(stepOf('returned', { submitted: 5, onHold: 5 })).toBe('step 0')
  expect(stepOf('returned', { submitted: 3, returned: 1 })).toBe('step 3')
  expect(stepOf('returned', { returned: 1 })).toBe('step 4')
})
