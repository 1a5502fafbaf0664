import { expect, test } from 'vitest'

import { passwordProblem } from './password-strength.ts'

const ana = ['ana.sitoe@example.org', 'Ana Sitoe']

test.for([
  ['password12', 'common'],
  ['1234567890', 'common'],
  ['qwertyuiop', 'common'],
  ['P4ssw0rd12!', 'common'],
  ['ana.sitoe@example.org', 'personal'],
  ['AnaSitoe2026', 'personal'],
  ['Baseline-2026!', 'personal'],
  ['supervisor1', 'personal'],
  ['senha12345', 'personal'],
  ['aaaaaaaaaaaaaaaa', 'guessable'],
  ['2026-11-16', 'guessable'],
] as const)('refuses %s as %s', ([password, problem]) => {
  expect(passwordProblem(password, ana)).toBe(problem)
})

test.for(['river-kettle-oblique', 'Xe7!qPzw0L', 'o rato roeu a rolha do rei'])('accepts %s', (password) => {
  expect(passwordProblem(password, ana)).toBeUndefined()
})

test('an own name inside a strong password is accepted', () => {
  expect(passwordProblem('Ana-river-kettle-oblique', ana)).toBeUndefined()
})

test('a password of the greatest length is checked in a short time', () => {
  const startedAt = performance.now()
  for (const part of ['4@$1!0', '1', 'p4$$w0rd']) passwordProblem(part.repeat(128).slice(0, 128))
  expect(performance.now() - startedAt).toBeLessThan(3_000)
})
