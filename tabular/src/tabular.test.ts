import { deflateRawSync } from 'node:zlib'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { columnLetters } from './column-letters.ts'
import { guardWorkbook } from './guard.ts'
import type { WorkbookLimits } from './limits.ts'
import { readWorkbook } from './read-workbook.ts'
import { archive, sheetXml, text, workbookParts } from './testing/archive.ts'
import { writeWorkbook } from './write-workbook.ts'

const limits: WorkbookLimits = {
  fileBytes: 5_000_000,
  entries: 100,
  partBytes: 20_000_000,
  totalBytes: 30_000_000,
  strings: 100_000,
  rows: 5_000,
  columns: 100,
  cells: 200_000,
}
const read = (bytes: Uint8Array) => readWorkbook(bytes, limits)

describe('round trip', () => {
  test('keeps every kind of value, on several sheets', async () => {
    const day = new Date(Date.UTC(2026, 2, 31))
    const sheets = [
      {
        name: 'survey',
        rows: [
          ['type', null, 'João & <b>"x"</b>'],
          [1, -2.5, true],
          [null, day, '007'],
        ],
      },
      { name: 'choices', rows: [['=1+1'], ['  spaces  '], ['two\nlines'], ['नमस्ते 👩']] },
    ]
    const [survey, choices] = await read(await writeWorkbook(sheets))
    expect(survey?.rows.map((row) => [...row])).toEqual([
      ['type', null, 'João & <b>"x"</b>'],
      [1, -2.5, true],
      [null, day, '007'],
    ])
    expect(choices).toEqual(sheets[1])
  })

  test('keeps any text that XML can contain', { timeout: 30_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 20 }),
        async (texts) => {
          const [sheet] = await read(await writeWorkbook([{ name: 'data', rows: [texts] }]))
          // eslint-disable-next-line no-control-regex -- XML cannot contain these characters
          const expected = texts.map((one) => one.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, ''))
          expect(sheet?.rows[0]?.map((one) => one ?? '')).toEqual(expected)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('keeps a literal escape, removes control characters, replaces a lone surrogate', async () => {
    const rows = [['_x0041_', 'a\u0007b', '\ud800x', '_x_']]
    const [sheet] = await read(await writeWorkbook([{ name: 'data', rows }]))
    expect(sheet?.rows).toEqual([['_x0041_', 'ab', '\ufffdx', '_x_']])
  })

  test('refuses values that a cell cannot store', () => {
    expect(() => writeWorkbook([{ name: 'data', rows: [['x'.repeat(32_768)]] }])).toThrow(RangeError)
    expect(() => writeWorkbook([{ name: 'data', rows: [[Number.NaN]] }])).toThrow(RangeError)
  })
})

describe('files of other programs', () => {
  test('reads cells without a position, single quotes and a prefix', async () => {
    const xml = sheetXml(
      `<x:row><x:c t='inlineStr'><x:is><x:t>a</x:t></x:is></x:c></x:row><row r='2'><c r='C2'><v>5</v></c></row>`,
    )
    expect(await guardWorkbook(archive(workbookParts({ sheet: xml })), limits)).toMatchObject({
      rows: 2,
      columns: 3,
    })
  })

  test('accepts a file with a million styled but empty rows', async () => {
    const blank = Array.from(
      { length: 200_000 },
      (_, i) => `<row r="${String(i + 2)}"><c r="A${String(i + 2)}" s="0"/></row>`,
    )
    const bytes = archive(
      workbookParts({ sheet: sheetXml(`<row r="1">${text('A1', 'h')}</row>${blank.join('')}`) }),
    )
    expect(await read(bytes)).toEqual([{ name: 'data', rows: [['h']] }])
  })
})

const spaces = (megabytes: number) => ' '.repeat(megabytes * 1_048_576)
const head = `<row r="1">${text('A1', 'h')}</row>`
const validFile = archive(workbookParts({ sheet: sheetXml(head) }))
const patched = (patch: (view: DataView, end: number) => void): Uint8Array => {
  const bytes = validFile.slice()
  patch(new DataView(bytes.buffer), bytes.length - 22)
  return bytes
}
const directory = (view: DataView, end: number) => view.getUint32(end + 16, true)

const hostile: Record<string, [string, () => Uint8Array]> = {
  'an empty file': ['notExcel', () => new Uint8Array()],
  'some text': ['notExcel', () => new TextEncoder().encode('type,name,label\n'.repeat(20))],
  'a picture': ['notExcel', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, ...Array(100).fill(0)])],
  'an archive of something else': ['notExcel', () => archive({ 'a.txt': 'a' })],
  'a workbook with a password': [
    'protected',
    () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(4096).fill(0)]),
  ],
  'an encrypted part': [
    'protected',
    () => patched((view, end) => view.setUint16(directory(view, end) + 8, 1, true)),
  ],
  'a truncated archive': ['damaged', () => validFile.slice(0, -60)],
  'a directory with an invalid offset': [
    'damaged',
    () => patched((view, end) => view.setUint32(end + 16, 5, true)),
  ],
  'a part with an invalid offset': [
    'damaged',
    () => patched((view, end) => view.setUint32(directory(view, end) + 42, 9_999_999, true)),
  ],
  'a part with an unknown compression method': [
    'damaged',
    () => patched((view, end) => view.setUint16(directory(view, end) + 10, 99, true)),
  ],
  'a part with a false size': [
    'damaged',
    () =>
      archive(workbookParts({ sheet: sheetXml(head + spaces(0.3)) }), { 'xl/worksheets/sheet1.xml': 1_000 }),
  ],
  'a file that is too big': ['tooLarge', () => new Uint8Array(limits.fileBytes + 1)],
  'ten thousand parts': [
    'tooLarge',
    () =>
      archive({
        ...workbookParts({ sheet: sheetXml(head) }),
        ...Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`junk/${String(i)}`, ''])),
      }),
  ],
  'an archive beyond 4 GiB': [
    'unpacked',
    () => patched((view, end) => view.setUint32(directory(view, end) + 24, 0xffffffff, true)),
  ],
  'a bomb of spaces': ['unpacked', () => archive(workbookParts({ sheet: sheetXml(head + spaces(60)) }))],
  'one enormous cell': [
    'unpacked',
    () =>
      archive(workbookParts({ sheet: sheetXml(`<row r="1">${text('A1', 'A'.repeat(25_000_000))}</row>`) })),
  ],
  'parts with a large total size': [
    'unpacked',
    () =>
      archive({
        ...workbookParts({ sheet: sheetXml(head) }),
        ...Object.fromEntries([1, 2, 3, 4].map((i) => [`xl/media/${String(i)}.xml`, spaces(10)])),
      }),
  ],
  'a million texts': [
    'unpacked',
    () =>
      archive(
        workbookParts({
          sheet: sheetXml(head),
          strings: `<sst>${'<si><t>a</t></si>'.repeat(1_000_000)}</sst>`,
        }),
      ),
  ],
  'shared strings under another name': [
    'unpacked',
    () =>
      archive({
        ...workbookParts({ sheet: sheetXml(head) }),
        'xl/other.xml': `<sst>${'<si/>'.repeat(200_000)}</sst>`,
      }),
  ],
  'a cell in the last corner': [
    'tooLarge',
    () =>
      archive(workbookParts({ sheet: sheetXml(`${head}<row r="1048576">${text('XFD1048576', 'z')}</row>`) })),
  ],
  'a cell in the last row': [
    'tooLarge',
    () =>
      archive(workbookParts({ sheet: sheetXml(`${head}<row r="1048576">${text('A1048576', 'z')}</row>`) })),
  ],
  'wide rows': [
    'tooLarge',
    () =>
      archive(
        workbookParts({
          sheet: sheetXml(
            head +
              Array.from(
                { length: 3_000 },
                (_, i) => `<row r="${String(i + 2)}">${text(`XFD${String(i + 2)}`, 'z')}</row>`,
              ).join(''),
          ),
        }),
      ),
  ],
  'a row beyond the last': [
    'tooLarge',
    () =>
      archive(
        workbookParts({ sheet: sheetXml(`${head}<row r="99999999999">${text('A99999999999', 'z')}</row>`) }),
      ),
  ],
  'too many cells without a position': [
    'tooLarge',
    () => archive(workbookParts({ sheet: sheetXml(`<row>${'<c><v>1</v></c>'.repeat(101)}</row>`) })),
  ],
  'a document type with an entity': [
    'damaged',
    () =>
      archive(
        workbookParts({
          sheet: `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${sheetXml(`<row r="1">${text('A1', 'v&x;')}</row>`)}`,
        }),
      ),
  ],
  'a workbook with macros': [
    'notExcel',
    () => archive({ ...workbookParts({ sheet: sheetXml(head) }), 'xl/vbaProject.bin': 'x' }),
  ],
  'one cell repeated many times': [
    'unpacked',
    () => archive(workbookParts({ sheet: sheetXml(`<row r="1">${text('A1', 'z').repeat(201_000)}</row>`) })),
  ],
  'blank rows of maximum width': [
    'tooLarge',
    () =>
      archive(
        workbookParts({
          sheet: sheetXml(
            head +
              Array.from(
                { length: 200 },
                (_, i) => `<row r="${String(i + 2)}"><c r="XFD${String(i + 2)}"/></row>`,
              ).join(''),
          ),
        }),
      ),
  ],
  'no sheet at all': ['damaged', () => archive({ 'xl/workbook.xml': '<workbook/>' })],
  'invalid XML': ['damaged', () => archive(workbookParts({ sheet: '<worksheet><sheetData><row><c' }))],
}

describe('refuses hostile and damaged files quickly', () => {
  test.for(Object.entries(hostile))('%s', { timeout: 5_000 }, async ([, [problem, make]]) => {
    const bytes = make()
    const before = process.memoryUsage().rss
    await expect(read(bytes)).rejects.toMatchObject({ problem })
    expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000)
  })

  test(
    'reads or refuses a file with any changed bytes, without other errors',
    { timeout: 30_000 },
    async () => {
      let refused = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(validFile.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
          async (changes) => {
            const bytes = validFile.slice()
            for (const [offset, value] of changes) bytes[offset] = value
            await read(bytes).catch((error: unknown) => {
              refused += 1
              expect(error).toHaveProperty('problem')
            })
          },
        ),
        { numRuns: 500 },
      )
      expect(refused).toBeGreaterThan(50)
    },
  )
})

test('accepts the same part with its true size, so the refusal comes from unpacking', async () => {
  const parts = workbookParts({ sheet: sheetXml(head + spaces(0.3)) })
  expect(await read(archive(parts))).toEqual([{ name: 'data', rows: [['h']] }])
  expect(deflateRawSync(spaces(5)).length).toBeLessThan(10_000)
})

test.for<[number, string]>([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [702, 'ZZ'],
  [703, 'AAA'],
  [16_384, 'XFD'],
])('column %i is %s', ([column, letters]) => {
  expect(columnLetters(column)).toBe(letters)
})

test('reads rows that a program formatted up to column AMJ', async () => {
  const blank = Array.from(
    { length: 900 },
    (_, i) => `<row r="${String(i + 2)}"><c r="A${String(i + 2)}"/><c r="AMJ${String(i + 2)}" s="1"/></row>`,
  )
  const [sheet] = await read(archive(workbookParts({ sheet: sheetXml(head + blank.join('')) })))
  expect(sheet?.rows).toHaveLength(1)
})

test('reads a workbook with data of another program in another encoding', async () => {
  const parts = workbookParts({ sheet: sheetXml(head) })
  const data = Buffer.from('\uFEFF<?xml version="1.0" encoding="utf-16"?><state/>', 'utf16le').toString(
    'latin1',
  )
  const [sheet] = await read(archive({ ...parts, 'customXml/item1.xml': data }))
  expect(sheet?.rows).toHaveLength(1)
})
