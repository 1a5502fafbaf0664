import { expect, test } from 'vitest'

import { dataOf, readTarget, sumOfDistricts, valuesOf } from './target-values.ts'

test.for([
  ['', null],
  ['  ', null],
  ['1', 1],
  [' 6500 ', 6500],
  ['1000000000', 1_000_000_000],
  ['0', undefined],
  ['1000000001', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['1,000', undefined],
  ['many', undefined],
] as const)('reads %s as %s', ([text, target]) => {
  expect(readTarget(text)).toBe(target)
})

test('converts targets to fields and back, even for a district named total', () => {
  const data = { total: 50, districts: [{ districtName: 'total', target: 20 }] }
  expect(dataOf(valuesOf(data))).toEqual(data)
  expect(dataOf(valuesOf({ total: null, districts: [] }))).toEqual({ total: null, districts: [] })
})

test('excludes the total and invalid numbers from the sum of the districts', () => {
  expect(sumOfDistricts({ total: '9', 'district A': '20', 'district B': '', 'district C': 'x' })).toBe(20)
})
