import { expect, test } from 'vitest'

import { middleOf } from './bounds.ts'
import { nameOf } from './localities.ts'
import type { Locality } from './localities.ts'

const cell = '13/4842/4692'
const middle = middleOf(cell)

const at = (name: string, n: number, east: number, more: Partial<Locality> = {}): Locality => ({
  key: name,
  kind: 'village',
  name,
  district: 'Manhiça',
  n,
  latitude: middle.latitude,
  longitude: middle.longitude + east,
  ...more,
})

test('names a cell after its only village', () => {
  expect(nameOf({ cell }, [at('Xinavane', 4, 0), at('Calanga', 90, 0.5)])).toEqual({
    name: 'Xinavane',
    district: 'Manhiça',
    isAround: false,
  })
})

test('names a cell with several villages after the largest one', () => {
  const named = nameOf({ cell }, [at('Calanga', 4, 0.01), at('Xinavane', 9, -0.01)])
  expect(named).toMatchObject({ name: 'Xinavane', isAround: true })
})

test('names a cell without a village after the nearest one, unless it is far away', () => {
  const far = at('Xinavane', 900, 0.2)
  expect(nameOf({ cell }, [far, at('Calanga', 1, -0.1)])).toMatchObject({ name: 'Calanga', isAround: true })
  expect(nameOf({ cell }, [at('Xinavane', 900, 3)])).toBeUndefined()
  expect(nameOf({ cell }, [])).toBeUndefined()
})

test('uses the name of a district only if no village is known', () => {
  const { district: _of, ...district } = at('Manhiça', 900, 0, { kind: 'district' })
  expect(nameOf({ cell }, [district])).toEqual({ name: 'Manhiça', district: undefined, isAround: true })
  expect(nameOf({ cell }, [district, at('Calanga', 1, 0.1)])).toMatchObject({ name: 'Calanga' })
})

test('names a single response after its village', () => {
  expect(nameOf({ cell, village: 'Bilene', district: 'Gaza' }, [at('Xinavane', 4, 0)])).toEqual({
    name: 'Bilene',
    district: 'Gaza',
    isAround: false,
  })
})
