import { beforeAll, expect, test } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'

import { omitEmptyRest, sortDistricts } from './districts.tsx'

beforeAll(() => loadLanguage('en'))

const district = (name: string | null, count: number, behind?: number) => ({
  name,
  count,
  done: count,
  returned: 1,
  plan: behind === undefined ? null : { target: 2 * count, done: count, expected: count + behind },
})

const districts = [
  district('Boane', 30, -4),
  district('Chókwè', 0, 12),
  district('Ácua', 9),
  district('Magude', 7, 12),
  district(null, 2),
]
const sorted = (column: string, descending: boolean) =>
  sortDistricts(districts, { column, descending }).map(({ name }) => name)

test('sorts districts furthest behind their plan first, and districts without a plan last', () => {
  expect(sorted('balance', false)).toEqual(['Chókwè', 'Magude', 'Boane', 'Ácua', null])
})

test('sorts names by locale, and breaks ties by name', () => {
  expect(sorted('name', false)).toEqual(['Ácua', 'Boane', 'Chókwè', 'Magude', null])
  expect(sorted('returned', true)).toEqual(['Ácua', 'Boane', 'Chókwè', 'Magude', null])
  expect(sorted('count', true)).toEqual(['Boane', 'Ácua', 'Magude', null, 'Chókwè'])
})

test('leaves out the row without a district if it would show 0', () => {
  const rest = (count: number, done: number, returned: number) => ({
    ...district(null, count),
    done,
    returned,
  })
  const shownNames = (row: ReturnType<typeof rest>, hasPlan: boolean) =>
    omitEmptyRest([district('Boane', 0, 4), row], hasPlan).map(({ name }) => name)
  expect(shownNames(rest(0, 0, 0), false)).toEqual(['Boane'])
  expect(shownNames(rest(3, 0, 0), true)).toEqual(['Boane'])
  expect(shownNames(rest(3, 0, 0), false)).toEqual(['Boane', null])
  expect(shownNames(rest(3, 2, 0), true)).toEqual(['Boane', null])
  expect(shownNames(rest(3, 0, 1), true)).toEqual(['Boane', null])
})
