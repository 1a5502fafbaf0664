import { expect, test } from 'vitest'

import { middleOf } from './bounds.ts'
import { nameOf } from './localities.ts'
import type { Locality } from './localities.ts'

const cell = '13/4842/4692'
const middle = middleOf(cell)

const locality = (name: string, n: number, east: number, extraFields: Partial<Locality> = {}): Locality => ({
  key: name,
  kind: 'village',
  name,
  district: 'Manhiça',
  n,
  latitude: middle.latitude,
  longitude: middle.longitude + east,
  ...extraFields,
})

test('names a cell after its only village', () => {
  expect(nameOf({ cell }, [locality('Xinavane', 4, 0), locality('Calanga', 90, 0.5)])).toEqual({
    name: 'Xinavane',
    district: 'Manhiça',
    isApproximate: false,
  })
})

test('names a cell with several villages after the largest one', () => {
  const naming = nameOf({ cell }, [locality('Calanga', 4, 0.01), locality('Xinavane', 9, -0.01)])
  expect(naming).toMatchObject({ name: 'Xinavane', isApproximate: true })
})

test('names a cell without a village after the nearest one, unless it is far away', () => {
  const far = locality('Xinavane', 900, 0.2)
  expect(nameOf({ cell }, [far, locality('Calanga', 1, -0.1)])).toMatchObject({
    name: 'Calanga',
    isApproximate: true,
  })
  expect(nameOf({ cell }, [locality('Xinavane', 900, 3)])).toBeUndefined()
  expect(nameOf({ cell }, [])).toBeUndefined()
})

test('uses the name of a district only if no village is known', () => {
  const { district: _of, ...district } = locality('Manhiça', 900, 0, { kind: 'district' })
  expect(nameOf({ cell }, [district])).toEqual({ name: 'Manhiça', district: undefined, isApproximate: true })
  expect(nameOf({ cell }, [district, locality('Calanga', 1, 0.1)])).toMatchObject({ name: 'Calanga' })
})

test('names a single response after its village', () => {
  expect(nameOf({ cell, village: 'Bilene', district: 'Gaza' }, [locality('Xinavane', 4, 0)])).toEqual({
    name: 'Bilene',
    district: 'Gaza',
    isApproximate: false,
  })
})
