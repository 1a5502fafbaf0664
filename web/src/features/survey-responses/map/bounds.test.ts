import { expect, test } from 'vitest'

import { boundsOf, middleOf } from './bounds.ts'

const rounded = (bounds: readonly number[] | undefined) => bounds?.map((one) => Math.round(one * 10) / 10)

test('returns the bounds of nearly all responses, without outliers', () => {
  const maputo = { n: 900, cell: '8/151/146' }
  const beira = { n: 90, cell: '8/152/142' }
  const nowhere = { n: 9, cell: '8/128/128' }
  const both = rounded(boundsOf([nowhere, maputo, beira]))
  expect(both).toEqual([32.3, -25.8, 35.2, -19.3].map((one) => expect.closeTo(one, 0)))
  expect(rounded(boundsOf([maputo, beira]))).toEqual(both)
  expect(boundsOf([])).toBeUndefined()
})

test('converts cells to bounds and centres', () => {
  expect(rounded(boundsOf([{ n: 1, cell: '0/0/0' }]))).toEqual([-180, -85.1, 180, 85.1])
  expect(middleOf('0/0/0')).toEqual({ latitude: 0, longitude: 0 })
  expect(middleOf('1/1/1')).toEqual({ latitude: expect.closeTo(-66.5, 1), longitude: 90 })
})
