import { expect, test } from 'vitest'

import { changesOf, omitRepeats, valueText } from './difference.ts'

test('spec §3 lists the changed fields of an update, and all fields of a created or deleted record', () => {
  expect(changesOf('user', { before: { a: 1, b: 2 }, after: { a: 1, b: 3 } })).toEqual([
    { field: 'b', before: 2, after: 3 },
  ])
  expect(changesOf('user', { before: null, after: { a: 1 } })).toEqual([
    { field: 'a', before: undefined, after: 1 },
  ])
  expect(changesOf('user', { before: { a: 1 }, after: null })).toEqual([
    { field: 'a', before: 1, after: undefined },
  ])
  expect(changesOf('user', { before: { a: ['x'] }, after: { a: ['x'] } })).toEqual([])
  expect(changesOf('user', { before: 'text', after: null })).toEqual([])
})

test('leaves out fields that every write changes', () => {
  const before = { id: '1', version: 1, updatedAt: 'a', name: 'x' }
  expect(changesOf('user', { before, after: { ...before, version: 2, updatedAt: 'b', name: 'y' } })).toEqual([
    { field: 'name', before: 'x', after: 'y' },
  ])
})

test('formats values as the record screens do', () => {
  const text = (value: unknown) =>
    valueText(value, {
      choiceText: (token) => (token === 'male' ? 'Male' : undefined),
      labelOf: (field) => (field === 'latitude' ? 'Latitude' : field),
    })
  expect([null, undefined, '', []].map(text)).toEqual([undefined, undefined, undefined, undefined])
  expect(text('male')).toBe('Male')
  expect(text(['male', 'other'])).toBe('Male, other')
  expect(text('2026-11-15T05:06:07.422Z')).toBe('2026-11-15 05:06')
  expect(text(false)).toBe('false')
  expect(text({ latitude: 1, longitude: null })).toBe('Latitude: 1')
  expect(text([{ latitude: 1 }, { latitude: 2 }])).toBe('Latitude: 1\nLatitude: 2')
  expect(text([{ name: 'a.jpg', publicUrl: 'https://example.org/a.jpg' }])).toBe('https://example.org/a.jpg')
  const file = { id: '019a0000-0000-7000-8000-0123456789ab', name: 'me.png' }
  expect(text([file, { ...file, name: 'b.png' }])).toBe('me.png · 456789ab\nb.png · 456789ab')
})

test('lists each changed answer of a response as a separate field', () => {
  const before = { status: 'verified', values: { age: 40, name: 'Ana', roof: 'tin' } }
  const after = { status: 'submitted', values: { age: 41, name: 'Ana', wall: 'mud' } }
  expect(changesOf('surveyResponse', { before, after })).toEqual([
    { field: 'status', before: 'verified', after: 'submitted' },
    { field: 'values.age', before: 40, after: 41 },
    { field: 'values.roof', before: 'tin', after: undefined },
    { field: 'values.wall', before: undefined, after: 'mud' },
  ])
})

test('lists the version only for surveys, and names instead of the ids of other records', () => {
  expect(changesOf('survey', { before: { version: 1 }, after: { version: 2 } })).toHaveLength(1)
  const after = { surveyId: '1', surveyLabel: 'Household' }
  expect(changesOf('surveyResponse', { before: null, after }).map(({ field }) => field)).toEqual([
    'surveyLabel',
  ])
  const staff = { managerId: '2', managerName: 'Benedita Machava' }
  expect(changesOf('userDetails', { before: null, after: staff }).map(({ field }) => field)).toEqual([
    'managerName',
  ])
  expect(changesOf('userDetails', { before: { managerId: '1' }, after: { managerId: '2' } })).toHaveLength(1)
})

test('leaves out an answer that repeats the change of its column, and keeps an answer that differs', () => {
  const columnOf = (field: string) =>
    new Map([
      ['values.where', 'village'],
      ['values.head', 'householdName'],
    ]).get(field)
  const change = (field: string, after: string) => ({ field, before: null, after })
  const changes = [
    change('village', 'Mucupia'),
    change('values.where', 'Mucupia'),
    change('householdName', 'Lima'),
    change('values.head', 'Sitoe'),
    change('values.roof', 'tin'),
  ]
  expect(omitRepeats(changes, columnOf).map(({ field }) => field)).toEqual([
    'village',
    'householdName',
    'values.head',
    'values.roof',
  ])
})
