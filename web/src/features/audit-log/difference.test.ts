import { expect, test } from 'vitest'

import { changesOf, valueText } from './difference.ts'

test('spec §3 an update shows the fields that changed, what came or went shows all of them', () => {
  expect(changesOf({ before: { a: 1, b: 2 }, after: { a: 1, b: 3 } })).toEqual([
    { field: 'b', before: 2, after: 3 },
  ])
  expect(changesOf({ before: null, after: { a: 1 } })).toEqual([{ field: 'a', before: undefined, after: 1 }])
  expect(changesOf({ before: { a: 1 }, after: null })).toEqual([{ field: 'a', before: 1, after: undefined }])
  expect(changesOf({ before: { a: ['x'] }, after: { a: ['x'] } })).toEqual([])
  expect(changesOf({ before: 'text', after: null })).toEqual([])
})

test('what every write changes is not told', () => {
  const before = { id: '1', version: 1, updatedAt: 'a', name: 'x' }
  expect(changesOf({ before, after: { ...before, version: 2, updatedAt: 'b', name: 'y' } })).toEqual([
    { field: 'name', before: 'x', after: 'y' },
  ])
})

test('a value reads as its own screen shows it', () => {
  const text = (value: unknown) => valueText(value, (token) => (token === 'male' ? 'Male' : undefined))
  expect([null, undefined, '', []].map(text)).toEqual([undefined, undefined, undefined, undefined])
  expect(text('male')).toBe('Male')
  expect(text(['male', 'other'])).toBe('Male, other')
  expect(text('2026-11-15T05:06:07.422Z')).toBe('2026-11-15 05:06')
  expect(text(false)).toBe('false')
  expect(text({ latitude: 1 })).toBe('{\n  "latitude": 1\n}')
  expect(text([{ id: 1 }])).toContain('"id": 1')
  const file = { id: '019a0000-0000-7000-8000-0123456789ab', name: 'me.png' }
  expect(text([file, { ...file, name: 'b.png' }])).toBe('me.png · 456789ab\nb.png · 456789ab')
})
