import { route } from '@baseline/contract/http.ts'
import { listQuery, pageOf } from '@baseline/contract/list.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { loadLanguage } from '../../i18n.ts'
import { defineList } from '../list-definition.ts'
import { cellsOf } from './cells.ts'
import { isTooLong, toExportColumns } from './export-list.ts'
import { streamRows } from './stream-rows.ts'

const list = defineList({
  name: 'people',
  route: route({
    method: 'GET',
    path: '/people',
    access: 'iamRead',
    summary: 'People',
    query: listQuery({ email: z.string().optional() }, ['email']),
    response: pageOf(z.object({ id: z.string() })),
  }),
  defaultOrder: 'email_ASC',
  search: 'email',
  filters: [],
  count: { one: 'auditLog.count.one', many: 'auditLog.count.many', estimate: 'auditLog.count.estimate' },
})

const collect = async (pieces: Iterable<string>): Promise<unknown[]> => {
  async function* streamPieces() {
    yield* pieces
  }
  const rows: unknown[] = []
  for await (const row of streamRows(streamPieces())) rows.push(row)
  return rows
}

const splitText = (text: string, places: readonly number[]): string[] => {
  const cuts = [0, ...places.map((place) => place % (text.length + 1)), text.length].toSorted((a, b) => a - b)
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end))
}

test('parses rows from chunks of any size', async () => {
  // JSON.parse of V8 13.6 (Node 24) reads the key "\"" as "\\" if a similar object had that key before. Keys
  // therefore have no backslashes; each row has a value that may.
  const unit = fc.string({ minLength: 1, maxLength: 1 }).filter((character) => character !== '\\')
  const row = fc
    .tuple(fc.dictionary(fc.string({ unit }), fc.jsonValue({ stringUnit: unit })), fc.string())
    .map(([values, text]) => ({ ...values, text }))
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.array(fc.nat()), async (rows, places) => {
      const text = `{"rows":[${rows.map((one) => JSON.stringify(one)).join(',')}],"count":${String(rows.length)}}`
      expect(JSON.stringify(await collect(splitText(text, places)))).toBe(JSON.stringify(rows))
    }),
  )
})

test('throws if a list is truncated anywhere, or its count is wrong', async () => {
  const text = '{"rows":[{"a":"]}"},{"b":[{}]}],"count":2}'
  expect(await collect([text])).toHaveLength(2)
  for (let end = 0; end < text.length; end += 1)
    await expect(collect([text.slice(0, end)]), text.slice(0, end)).rejects.toThrow('broke off')
  await expect(collect([text.replace('2}', '3}')])).rejects.toThrow('broke off')
})

test('converts words, times of the zone, days and lists, and marks truncated texts', () => {
  const { toCells: row, counts } = cellsOf(
    [
      { header: 'Status', field: 'status', labels: { approved: 'Approved' } },
      { header: 'Roles', field: 'roles', labels: { manager: 'Manager' } },
      { header: 'Disabled', field: 'disabled', labels: { false: 'Enabled', true: 'Disabled' } },
      { header: 'Start', field: 'start', kind: 'time' },
      { header: 'Day', field: 'day', kind: 'date' },
      { header: 'Change', field: 'values' },
      { header: 'Nothing', field: 'missing' },
    ],
    'Africa/Maputo',
  )
  const cells = row({
    status: 'approved',
    roles: ['manager', 'other'],
    disabled: false,
    start: '2026-03-31T22:30:00Z',
    day: '2026-03-31',
    values: { after: 'x'.repeat(40_000) },
  })
  expect(cells.slice(0, 5)).toEqual([
    'Approved',
    'Manager, other',
    'Enabled',
    new Date('2026-04-01T00:30:00Z'),
    new Date('2026-03-31'),
  ])
  expect(cells[5]).toHaveLength(32_767)
  expect(cells[5]).toMatch(/x… \[cut\]$/)
  expect(cells[6]).toBeNull()
  expect(counts.truncated).toBe(1)
})

test('writes all times of a file in one zone, which the headers name', async () => {
  await loadLanguage('en')
  const columns = toExportColumns(
    list,
    [
      { key: 'startTime', label: 'entities.surveyResponses.fields.startTime', kind: 'time' },
      { key: 'surveyDate', label: 'entities.surveyResponses.fields.surveyDate', kind: 'date' },
    ],
    'Africa/Maputo',
  )
  expect(columns.map(({ header }) => header)).toEqual(['Start (Africa/Maputo)', 'Survey date'])
  const { toCells: row } = cellsOf(columns, 'Africa/Maputo')
  const startTime = '2026-03-31T22:30:00Z'
  for (const timeZone of [null, 'UTC'])
    expect(row({ startTime, timeZone })).toEqual([new Date('2026-04-01T00:30Z'), null])
})

test('refuses a list that exceeds the rows of Excel before reading it', async () => {
  const exportedList = { list, state: list.read({}), zone: 'UTC', countIsEstimate: false }
  const { signal } = new AbortController()
  expect(await isTooLong({ ...exportedList, count: 1_048_575 }, signal)).toBe(false)
  expect(await isTooLong({ ...exportedList, count: 1_048_576 }, signal)).toBe(true)
})
