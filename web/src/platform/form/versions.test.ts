import { expect, test } from 'vitest'

import { conflictsOf, isSame } from './versions.ts'

const base = { firstName: 'Rui', mobile: '1', gender: 'male', roles: ['monitor'] }
const names = Object.keys(base)

test('keeps theirs if only they changed a field, else mine', () => {
  const ownVersion = { ...base, firstName: 'Ruizinho', gender: 'female' }
  const otherVersion = { ...base, firstName: 'Rui M.', mobile: '2', gender: 'female' }
  expect(conflictsOf(names, { base, mine: ownVersion, theirs: otherVersion })).toEqual([
    { name: 'firstName', mine: 'Ruizinho', theirs: 'Rui M.', keep: 'mine' },
    { name: 'mobile', mine: '1', theirs: '2', keep: 'theirs' },
  ])
})

test('equal values are no conflict, and all blank values are equal', () => {
  expect(conflictsOf(names, { base, mine: base, theirs: base })).toEqual([])
  for (const emptyValue of [undefined, null, '']) expect(isSame(emptyValue, null)).toBe(true)
  expect(isSame(' Rui ', 'Rui')).toBe(true)
  expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false)
  expect(isSame(0, null)).toBe(false)
  const file = { id: '1', name: 'a.jpg', publicUrl: 'https://a/1' }
  expect(isSame([file], [{ ...file, publicUrl: 'https://a/2' }])).toBe(true)
  expect(isSame([file], [{ ...file, id: '2' }])).toBe(false)
})

test('distinguishes equal names by their ids, and shows both', () => {
  const leadingFields = { bossId: 'boss' }
  const one = { bossId: '1', boss: 'Ana Lima' }
  const other = { bossId: '2', boss: 'Ana Lima' }
  const conflicts = (mine: typeof one, theirs: typeof one) =>
    conflictsOf(['bossId', 'boss'], { base: one, mine, theirs }, leadingFields)
  const field = { name: 'boss', mine: 'Ana Lima', theirs: 'Ana Lima' }
  expect(conflicts(one, other)).toEqual([
    { ...field, keep: 'theirs', distinction: { mine: '1', theirs: '2' } },
  ])
  expect(conflicts(other, one)).toEqual([{ ...field, keep: 'mine', distinction: { mine: '2', theirs: '1' } }])
  expect(conflicts(one, { bossId: '3', boss: 'Rui' })).toEqual([
    { name: 'boss', mine: 'Ana Lima', theirs: 'Rui', keep: 'theirs' },
  ])
  expect(conflicts(other, other)).toEqual([])
})
