import { describe, expect, test } from 'vitest'

import { displayName, initials } from './display-name.ts'

const person = (fullName: string | null, firstName: string | null, email = 'ana.lima@example.org') => ({
  fullName,
  firstName,
  email,
})

describe('spec §9 display name', () => {
  test('uses the full name if under 25 characters', () => {
    expect(displayName(person('Ana Lima', 'Ana'))).toBe('Ana Lima')
    expect(displayName(person('x'.repeat(24), 'Ana'))).toBe('x'.repeat(24))
  })

  test('else uses the first name', () => {
    expect(displayName(person('x'.repeat(25), 'Ana'))).toBe('Ana')
    expect(displayName(person(null, 'Ana'))).toBe('Ana')
  })

  test('else uses the prefix of the email', () => {
    expect(displayName(person('x'.repeat(25), null))).toBe('ana.lima')
    expect(displayName(person(null, null))).toBe('ana.lima')
    expect(displayName(person('', ''))).toBe('ana.lima')
  })
})

test.for([
  ['Ana Lima', 'AL'],
  ['Ana Maria Souza Lima', 'AL'],
  ['Érica', 'É'],
  ['𝒜na Lima', '𝒜L'],
] as const)('the initials of %s are %s', ([fullName, letters]) => {
  expect(initials(person(fullName, null))).toBe(letters)
})

test('takes the initials from the email if there is no name', () => {
  expect(initials(person(null, null))).toBe('AL')
  expect(initials(person(null, null, 'manager@example.org'))).toBe('M')
})
