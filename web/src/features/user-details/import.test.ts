// @vitest-environment node
import { UserDetailsData, genders } from '@baseline/contract/user-details/contract.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { CheckedRow, ImportContext } from '#platform/importer/checked-row.ts'
import type { ImportColumn } from '#platform/importer/columns.ts'
import { openFile } from '#platform/importer/open-import.ts'
import { checkRows } from '#platform/importer/read-import.ts'
import type { ImportReader } from '#platform/importer/read-import.ts'

import { importColumns } from './import-columns.ts'

const reader: ImportReader<ImportContext, typeof UserDetailsData> = {
  columns: importColumns,
  schema: UserDetailsData,
  headings: [{ firstName: 'First name' }],
  choiceNames: [{ female: 'Feminino' }],
}
const header = importColumns.map(({ key }) => key)
const importContext: ImportContext = { timeZone: 'Africa/Maputo', extra: {} }

const readFile = async (
  rows: readonly (readonly CellValue[])[],
  context: ImportContext = importContext,
  head: readonly string[] = header,
): Promise<CheckedRow[]> => {
  const bytes = await writeWorkbook([{ name: 'data', rows: [[...head], ...rows.map((row) => [...row])] }])
  const table = await openFile(new File([new Uint8Array(bytes)], 'staff.xlsx'), reader)
  if ('key' in table) throw new Error(table.key)
  const checkedRows: CheckedRow[] = []
  for await (const { rows: batch } of checkRows(table, reader, context)) checkedRows.push(...batch)
  return checkedRows
}

const good: CellValue[] = ['Ana', null, '0841', null, null, new Date(Date.UTC(2026, 2, 1)), 'female']
const hashOf = async (...args: Parameters<typeof readFile>) => (await readFile(...args))[0]?.hash

describe('§5 a row', () => {
  test('contains the values of its cells, and counts lines from 2', async () => {
    const [row] = await readFile([good])
    expect(row).toMatchObject({
      line: 2,
      data: { firstName: 'Ana', mobileNumber: '0841', onboardingDate: '2026-03-01', gender: 'female' },
      problems: [],
      numbers: [],
    })
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('has the same hash regardless of spaces, column order, cell types and Unicode form', async () => {
    const hash = await hashOf([good])
    expect(await hashOf([['  Ana ', '', '0841', null, null, '2026-03-01', 'Feminino']])).toBe(hash)
    const reorderedHeader = header.toReversed()
    expect(await hashOf([good.toReversed()], importContext, reorderedHeader)).toBe(hash)
    expect(await hashOf([['Jose\u0301', ...good.slice(1)]])).toBe(
      await hashOf([['Jos\u00e9', ...good.slice(1)]]),
    )
  })

  test('has another hash if any value differs, including values chosen on the screen', async () => {
    const hash = await hashOf([good])
    expect(await hashOf([['Ane', ...good.slice(1)]])).not.toBe(hash)
    expect(await hashOf([['Ana', '0841', null, ...good.slice(3)]])).not.toBe(hash)
    expect(await hashOf([good], { ...importContext, extra: { managerName: 'Rui' } })).not.toBe(hash)
  })

  test('reports problems by cell, in column order', async () => {
    const [row] = await readFile([['A', null, null, 'x', null, '31/12/2026', 'other']])
    expect(row?.problems.map(({ column, key }) => [column, key])).toEqual([
      ['firstName', 'validation.string.min'],
      ['managerId', 'validation.mixed.default'],
      ['onboardingDate', 'validation.mixed.default'],
      ['gender', 'validation.mixed.oneOf'],
    ])
    const [blank] = await readFile([[null, 'Lima', null, null, null, null, null]])
    expect(blank?.problems.map(({ column, key }) => [column, key])).toEqual([
      ['firstName', 'validation.mixed.required'],
      ['gender', 'validation.string.selected'],
    ])
  })

  test('reports a repeated row with the line of the first one', async () => {
    const [first, second] = await readFile([good, good])
    expect(first?.problems).toEqual([])
    expect(second?.problems).toEqual([
      { column: undefined, key: 'importer.errors.repeated', params: { line: 2 } },
    ])
  })

  test('keeps numbers, and marks cells where leading zeros may be missing', async () => {
    const [row] = await readFile([['Ana', null, 841_234_567, null, null, null, 'male']])
    expect(row).toMatchObject({
      data: { mobileNumber: '841234567' },
      numbers: ['mobileNumber'],
      problems: [],
    })
    const [longNumberRow] = await readFile([['Ana', null, 1e17, null, null, null, 'male']])
    expect(longNumberRow?.problems).toMatchObject([{ column: 'mobileNumber', key: 'importer.errors.number' }])
    const [formulaErrorRow] = await readFile([['Ana', '#REF!', null, null, null, null, 'male']])
    expect(formulaErrorRow?.problems).toMatchObject([{ column: 'lastName', key: 'importer.errors.formula' }])
  })
})

test('reads 1,000 random rows back as they were written', async () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 2, maxLength: 60 })
    .map((text) => text.trim().normalize('NFC'))
  const record = fc.record({
    firstName: name.filter(
      (text) => text.length >= 2 && UserDetailsData.shape.firstName.safeParse(text).success,
    ),
    lastName: fc.option(name, { nil: null }),
    mobileNumber: fc.option(fc.stringMatching(/^[0+][0-9 ]{3,20}[0-9]$/), { nil: null }),
    managerName: fc.option(name, { nil: null }),
    onboardingDate: fc.option(
      fc.date({ min: new Date('1900-03-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      { nil: null },
    ),
    gender: fc.constantFrom(...genders),
  })
  const records = fc.sample(record, { numRuns: 1_000, seed: 7 })
  const rows = await readFile(
    records.map(({ onboardingDate, ...one }) => [
      one.firstName,
      one.lastName,
      one.mobileNumber,
      null,
      one.managerName,
      // As a date cell or as text, because an export can use either.
      onboardingDate &&
        (one.gender === 'male'
          ? new Date(onboardingDate.setUTCHours(0, 0, 0, 0))
          : onboardingDate.toISOString().slice(0, 10)),
      one.gender,
    ]),
  )
  expect(rows).toHaveLength(1_000)
  const isBlank = (text: string | null) => text === null || text.trim() === ''
  for (const [index, { onboardingDate, ...one }] of records.entries()) {
    const filledFields = Object.entries(one).filter(([, value]) => !isBlank(value))
    const expected = {
      ...Object.fromEntries(filledFields),
      ...(onboardingDate && { onboardingDate: onboardingDate.toISOString().slice(0, 10) }),
    }
    expect(rows[index]?.data).toEqual(expected)
  }
})

describe('§5 times', () => {
  const times: ImportColumn[] = [{ key: 'startTime', kind: 'time', label: 'common.edit' }]
  const readTime = async (cell: CellValue) => {
    const bytes = await writeWorkbook([{ name: 'data', rows: [['startTime'], [cell]] }])
    const timeReader = { ...reader, columns: times }
    const table = await openFile(new File([new Uint8Array(bytes)], 'a.xlsx'), timeReader)
    if ('key' in table) throw new Error(table.key)
    for await (const {
      rows: [row],
    } of checkRows(table, timeReader, importContext))
      return { text: row?.texts[0], value: row?.data['startTime'] }
    return undefined
  }

  test.for<[string, CellValue, string, string]>([
    ['typed as text', '2026-11-14 09:30', '2026-11-14 09:30', '2026-11-14T07:30:00.000Z'],
    ['with seconds', '2026-11-14T09:30:15', '2026-11-14 09:30:15', '2026-11-14T07:30:15.000Z'],
    ['of a date', new Date(Date.UTC(2026, 10, 14, 9, 30)), '2026-11-14 09:30', '2026-11-14T07:30:00.000Z'],
    ['without a time of day', '2026-11-14', '2026-11-14 00:00', '2026-11-13T22:00:00.000Z'],
    ['that do not exist', '2026-02-31 09:30', '2026-02-31 09:30', '2026-02-31 09:30'],
    ['in another format', '14.11.2026', '14.11.2026', '14.11.2026'],
  ])('%s', async ([, cell, text, value]) => {
    expect(await readTime(cell)).toEqual({ text, value })
  })
})
