import { describe, expect, test } from 'vitest'

import type { WorkbookLimits } from './limits.ts'
import { HeaderError, isBlankSheet, openWorkbook, readSheet, readTable } from './read-table.ts'
import { readWorkbook } from './read-workbook.ts'
import { archive, sheetXml, text, workbookParts } from './testing/archive.ts'
import { writeTemplate } from './write-template.ts'
import type { TemplateColumn } from './write-template.ts'
import { writeWorkbook } from './write-workbook.ts'
import { readDirectory, unpack } from './zip.ts'

const limits: WorkbookLimits = {
  fileBytes: 20_000_000,
  entries: 100,
  partBytes: 120_000_000,
  totalBytes: 150_000_000,
  strings: 1_000_000,
  rows: 5_000,
  columns: 64,
  cells: 200_000,
}
const shape = {
  columns: [
    { key: 'firstName', names: ['First name', 'Nome'] },
    { key: 'gender', names: ['Gender'] },
  ],
  ignored: ['error'],
}
const read = (bytes: Uint8Array) => readTable(bytes, shape, limits)
const readRows = async (...rows: (string | null)[][]) => read(await writeWorkbook([{ name: 'data', rows }]))

describe('table with a header', () => {
  test('is read with columns in any order, by key or name, without blank rows', async () => {
    const { header, rows } = await readRows(
      ['error', ' NOME ', 'gender'],
      ['why', 'Ana', 'female'],
      [null, '  ', null],
      [null, 'Rui', null],
    )
    expect(header.map(({ key }) => key)).toEqual([undefined, 'firstName', 'gender'])
    expect(rows.map(({ line }) => line)).toEqual([2, 4])
    expect(rows[0]?.cells).toEqual(['why', 'Ana', 'female'])
  })

  test.for<[string, (string | null)[][], Partial<HeaderError>]>([
    ['an unknown column', [['firstName', 'gender', 'salary']], { unknown: ['salary'] }],
    ['a missing column', [['firstName']], { missing: ['gender'] }],
    ['a column twice, once by its name', [['firstName', 'gender', 'Gender']], { repeated: ['gender'] }],
    ['names of Object.prototype', [['__proto__', 'constructor']], { unknown: ['__proto__', 'constructor'] }],
    [
      'a value outside the table',
      [
        ['firstName', 'gender'],
        ['Ana', 'female', null, 'x'],
      ],
      { unknown: ['D'] },
    ],
    ['no header in the first row', [[], ['firstName', 'gender']], { missing: ['firstName', 'gender'] }],
  ])('reports %s', async ([, rows, problem]) => {
    const error: unknown = await readRows(...rows).catch((one: unknown) => one)
    expect(error).toBeInstanceOf(HeaderError)
    expect(error).toMatchObject(problem)
  })

  test('a row with values only in ignored columns is not a record', async () => {
    const { rows } = await readRows(
      ['firstName', 'gender', 'error'],
      ['Ana', 'female', null],
      [null, ' ', 'why'],
    )
    expect(rows.map(({ line }) => line)).toEqual([2])
  })

  test('an empty sheet has no rows', async () => {
    expect(await readRows()).toEqual({ header: [], rows: [] })
  })

  test('does not read a million blank rows below it', { timeout: 20_000 }, async () => {
    const blank = Array.from(
      { length: 1_000_000 },
      (_, i) => `<row r="${String(i + 3)}"><c r="A${String(i + 3)}" s="0"/></row>`,
    )
    const cells = (row: number, ...values: string[]) =>
      `<row r="${String(row)}">${values.map((value, i) => text(`${'AB'[i] ?? ''}${String(row)}`, value)).join('')}</row>`
    const sheet = sheetXml(cells(1, 'firstName', 'gender') + cells(2, 'Ana', 'female') + blank.join(''))
    const bytes = archive(workbookParts({ sheet }))
    const before = performance.now()
    expect((await read(bytes)).rows).toEqual([{ line: 2, cells: ['Ana', 'female'] }])
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  test('refuses a repeated row as damaged', async () => {
    const row = `<row r="2">${text('A2', 'Ana')}</row>`
    const header = `<row r="1">${text('A1', 'firstName')}${text('B1', 'gender')}</row>`
    await expect(read(archive(workbookParts({ sheet: sheetXml(header + row + row) })))).rejects.toMatchObject(
      {
        problem: 'damaged',
      },
    )
  })
})

describe('workbook with several sheets', () => {
  const opened = async () =>
    openWorkbook(
      await writeWorkbook([
        { name: 'data', rows: [['firstName', 'gender']] },
        {
          name: 'A & "B" <é>',
          rows: [
            ['age', 'Name of the child'],
            [7, 'Eva'],
          ],
        },
        { name: 'blank', rows: [] },
      ]),
      limits,
    )

  test('lists the sheets and reads the requested one', async () => {
    const workbook = await opened()
    expect(workbook.sheetNames).toEqual(['data', 'A & "B" <é>', 'blank'])
    const children = {
      columns: [
        { key: 'age', names: [], labels: ['Age'] },
        { key: 'name', names: [], labels: ['Name of the child'] },
      ],
      ignored: [],
    }
    const { header, rows } = await readSheet(workbook, children, 'A & "B" <é>')
    expect(header.map(({ key }) => key)).toEqual(['age', 'name'])
    expect(rows).toEqual([{ line: 2, cells: [7, 'Eva'] }])
    expect(await isBlankSheet(workbook, 'blank')).toBe(true)
    expect(await isBlankSheet(workbook, 'data')).toBe(false)
  })

  test('a label shared by two columns is unknown, but the key of each is accepted', async () => {
    const two = {
      columns: ['a', 'b'].map((key) => ({ key, names: [], labels: ['Name of the child'] })),
      ignored: [],
      missing: () => [],
    }
    const workbook = await opened()
    await expect(readSheet(workbook, two, 'A & "B" <é>')).rejects.toMatchObject({
      unknown: ['age', 'Name of the child'],
    })
  })
})

describe('template', () => {
  const column = (header: string, more: Partial<TemplateColumn> = {}): TemplateColumn => ({
    header,
    format: 'text',
    width: 20,
    hint: { title: header, text: 'What to enter' },
    ...more,
  })

  test('has the header, drop-downs and a guide, but no rows to import', async () => {
    const columns = [
      column('firstName'),
      column('gender', { choices: { values: ['male', 'female'], open: false } }),
    ]
    const bytes = await writeTemplate({
      sheets: [
        { name: 'data', columns },
        { name: 'children', columns: [column('age')] },
      ],
      guide: { name: 'Guide', rows: [['Column', 'Name', 'What to enter']] },
    })
    expect((await read(bytes)).rows).toEqual([])
    expect((await readWorkbook(bytes, limits)).map(({ name }) => name)).toEqual(['data', 'children', 'Guide'])
    const part = readDirectory(bytes, limits).find(({ name }) => name.endsWith('/sheet1.xml'))
    let xml = ''
    if (part) for await (const piece of unpack(bytes, part)) xml += piece
    expect(xml).toContain('<formula1>"male,female"</formula1>')
    expect(xml).toContain('sqref="B2:B50001"')
  })

  test('keeps the cells of given rows', async () => {
    const day = new Date(Date.UTC(2026, 2, 1))
    const columns = [column('firstName'), column('gender'), column('error', { format: 'date' })]
    const rows = [{ cells: ['0042', 'x', day], wrong: new Set([1]) }]
    const bytes = await writeTemplate({ sheets: [{ name: 'data', columns, rows }] })
    expect((await read(bytes)).rows).toEqual([{ line: 2, cells: ['0042', 'x', day] }])
  })
})
