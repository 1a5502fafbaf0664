import { expect, test } from 'vitest'

import { placesOf, wrapText } from './wrap-text.ts'

/** Monospace: every letter has the width 1. */
const widthOf = (text: string) => Array.from(text.normalize()).length

test.for([
  ['', 8, ['']],
  ['two words', 9, ['two words']],
  ['two words', 8, ['two', 'words']],
  ['Llanfairpwllgwyn', 6, ['Llanfa', 'irpwll', 'gwyn']],
  ['of Llanfairpw now', 8, ['of', 'Llanfair', 'pw now']],
  ['🌍🌍🌍', 2, ['🌍🌍', '🌍']],
  ['e\u0301e\u0301e\u0301', 2, ['e\u0301e\u0301', 'e\u0301']],
  ['ab', 0, ['a', 'b']],
] as const)('breaks %s into lines of %s', ([text, width, lines]) => {
  expect(wrapText(text, width, widthOf)).toEqual(lines)
})

test('starts a new row when an item does not fit', () => {
  expect(placesOf([40, 50, 30], 100)).toEqual([
    { x: 0, row: 0 },
    { x: 40, row: 0 },
    { x: 0, row: 1 },
  ])
  expect(placesOf([140, 50], 100).map(({ row }) => row)).toEqual([0, 1])
})
