import { expect, test } from 'vitest'

import { createPseudonyms } from './pseudonyms.ts'

const secret = 'storage-secret-for-tests-0123456789'

test('a person has the same pseudonym in every process, regardless of case, accents and spaces', () => {
  const [pseudonymOf, another] = [createPseudonyms(secret), createPseudonyms(secret)]
  const pseudonym = pseudonymOf('E', 'José  Sitoe')
  expect(pseudonym).toMatch(/^E-[0-9A-HJKMNP-TV-Z]{10}$/)
  for (const spelling of ['José  Sitoe', 'jose sitoe', ' JOSÉ SITOE ', 'Jose\u0301 Sitoe'])
    expect(another('E', spelling)).toBe(pseudonym)
})

test('another secret, role or person has another pseudonym', () => {
  const pseudonymOf = createPseudonyms(secret)
  const all = [
    pseudonymOf('E', 'Ana'),
    pseudonymOf('S', 'Ana'),
    pseudonymOf('E', 'Ana Maria'),
    createPseudonyms('another-secret-for-tests-0123456789')('E', 'Ana'),
  ].map((pseudonym) => pseudonym.slice(2))
  expect(new Set(all).size).toBe(4)
})

test('100,000 persons have 100,000 pseudonyms', () => {
  const pseudonymOf = createPseudonyms(secret)
  const all = Array.from({ length: 100_000 }, (_, n) => pseudonymOf('E', `Person ${String(n)}`))
  expect(new Set(all).size).toBe(100_000)
})
