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

test('a value reads as text', () => {
  expect([null, undefined, '', []].map(valueText)).toEqual([undefined, undefined, undefined, undefined])
  expect(valueText(['manager', 'monitor'])).toBe('manager, monitor')
  expect(valueText(false)).toBe('false')
  const file = { id: '019a0000-0000-7000-8000-0123456789ab', name: 'me.png' }
  expect(valueText([file, { ...file, name: 'b.png' }])).toBe('me.png · 456789ab\nb.png · 456789ab')
  expect(valueText({ latitude: 1 })).toBe('{\n  "latitude": 1\n}')
})
