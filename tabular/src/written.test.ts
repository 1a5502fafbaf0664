import { crc32 as nativeCrc, inflateRawSync } from 'node:zlib'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { CellTooLong } from './cell-xml.ts'
import { crc32 } from './crc32.ts'
import type { CellValue } from './read-workbook.ts'
import { readWorkbook } from './read-workbook.ts'
import { streamWorkbook } from './stream-workbook.ts'
import { convert, parseCsv } from './testing/office.ts'
import { payloads } from './testing/payloads.ts'
import { writeCsv } from './write-csv.ts'
import { EntryTooLarge, writeZip } from './write-zip.ts'
import { readDirectory } from './zip.ts'

const limits = {
  fileBytes: 50_000_000,
  entries: 100,
  partBytes: 200_000_000,
  totalBytes: 300_000_000,
  strings: 100_000,
  rows: 50_000,
  columns: 100,
  cells: 1_000_000,
}

const concatenate = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return new Uint8Array(Buffer.concat(all))
}

const columns = [
  { header: 'text' },
  { header: 'number' },
  { header: 'day', kind: 'date' as const },
  { header: 'moment', kind: 'time' as const },
  { header: 'yes' },
]

/** One row in five has each kind of problematic text. */
const rowOf = (n: number): CellValue[] => [
  [
    payloads[n % payloads.length] ?? '',
    `00${String(n)}`,
    `1234567890123456${String(10 + (n % 90))}`,
    `नमस्ते दुनिया ${String(n)}`,
    `João & Conceição <${String(n)}> "ção"`,
  ][n % 5] ?? '',
  n % 3 === 0 ? null : (n * 7919) / 4 - 500,
  new Date(Date.UTC(1900, 2, 1) + n * 86_400_000 * 37),
  new Date(Date.UTC(2026, 2, 31, 23, 59) - n * 3_600_000),
  n % 2 === 0,
]

describe('golden files, opened by LibreOffice', () => {
  test('LibreOffice reads every cell of several sheets as written', { timeout: 120_000 }, async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => rowOf(n))
    const notes = payloads.map((payload) => [payload])
    const bytes = await concatenate(
      streamWorkbook([
        { name: 'data', columns, rows },
        { name: 'code & "book"', columns: [{ header: '=1+1' }], rows: notes },
      ]),
    )
    const every = '44,34,76,1,,0,false,true,true,false,false,-1'
    const files = await convert('golden.xlsx', bytes, `csv:Text - txt - csv (StarCalc):${every}`)
    const data = parseCsv(files.get('golden-data.csv') ?? '')
    expect(data[0]).toEqual(columns.map(({ header }) => header))
    const expected = rows.map(([text, number, day, moment, yes]) => [
      // LibreOffice converts a carriage return to a line feed.
      String(text).replaceAll('\r', '\n'),
      number === null || number === undefined ? '' : String(number),
      (day as Date).toISOString().slice(0, 10),
      (moment as Date).toISOString().slice(0, 16).replace('T', ' '),
      yes === true ? 'TRUE' : 'FALSE',
    ])
    expect(data.slice(1).map(([text = '', ...rest]) => [text.replaceAll('\r', '\n'), ...rest])).toEqual(
      expected,
    )
    const book = parseCsv([...files].find(([name]) => name.includes('code'))?.[1] ?? '')
    expect(book.map(([text = '']) => text.replaceAll('\r', '\n'))).toEqual([
      '=1+1',
      ...payloads.map((payload) => payload.replaceAll('\r', '\n')),
    ])
  })

  test(
    'no payload is computed or followed, in a workbook or in a csv file',
    { timeout: 120_000 },
    async () => {
      const rows = payloads.map((payload): CellValue[] => [payload, -1.5])
      const two = [{ header: 'text' }, { header: 'number' }]
      const workbook = await concatenate(streamWorkbook([{ name: 'data', columns: two, rows }]))
      const csv = await concatenate(writeCsv(two, rows, { forSpreadsheets: true }))
      const opened = [
        await convert('a.xlsx', workbook, 'fods'),
        await convert(
          'a.csv',
          csv,
          'fods',
          '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true',
        ),
      ]
      for (const files of opened) {
        const [content = ''] = files.values()
        expect(content).toContain('evil.example')
        expect(content).not.toContain('table:formula')
        expect(content).not.toContain('text:a ')
        expect(content).not.toContain('xlink:href="http://evil')
      }
      // Without the apostrophe the payload is computed, so the check above can fail.
      const raw = await concatenate(writeCsv(two, rows, { forSpreadsheets: false }))
      const [computed = ''] = (
        await convert(
          'a.csv',
          raw,
          'fods',
          '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,0,true',
        )
      ).values()
      expect(computed).toContain('table:formula')
    },
  )
})

test('csv times have seconds, and LibreOffice reads them as times', { timeout: 120_000 }, async () => {
  const two = [
    { header: 'day', kind: 'date' as const },
    { header: 'moment', kind: 'time' as const },
  ]
  const time = new Date('2026-03-31T23:59:58.700Z')
  const csv = await concatenate(writeCsv(two, [[time, time]], { forSpreadsheets: true }))
  expect(parseCsv(new TextDecoder().decode(csv))[1]).toEqual(['2026-03-31', '2026-03-31 23:59:58'])
  const filter = '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true'
  const [opened = ''] = (await convert('a.csv', csv, 'fods', filter)).values()
  const read = [...opened.matchAll(/office:date-value="([^"]+)"/g)].map(([, value]) => value)
  expect(read).toEqual(['2026-03-31', '2026-03-31T23:59:58'])
})

test('a thousand random rows survive a round trip', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  const cell = fc.oneof(
    text,
    fc.constantFrom(...payloads),
    fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
      .map((one) => (one === 0 ? 0 : one)),
    fc.boolean(),
    fc.integer({ min: 0, max: 40_000 }).map((days) => new Date(Date.UTC(1900, 2, 1) + days * 86_400_000)),
    fc.constant(null),
  )
  const rows = fc.sample(fc.array(cell, { minLength: 6, maxLength: 6 }), { numRuns: 1000, seed: 7 })
  const six = Array.from({ length: 6 }, (_, index) => ({
    header: `column ${String(index)}`,
    kind: 'date' as const,
  }))
  const [sheet] = await readWorkbook(
    await concatenate(streamWorkbook([{ name: 'data', columns: six, rows }])),
    limits,
  )
  const storable = (one: CellValue) =>
    // eslint-disable-next-line no-control-regex -- XML cannot contain these characters
    typeof one === 'string' ? one.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '') || null : one
  expect(sheet?.rows.slice(1).map((row) => Array.from(six, (_, index) => row[index] ?? null))).toEqual(
    rows.map((row) => row.map(storable)),
  )
})

describe('limits of a workbook', () => {
  const writeOneSheet = (rows: Iterable<CellValue[]>, columnCount = 1) =>
    concatenate(
      streamWorkbook([
        { name: 'data', columns: Array.from({ length: columnCount }, () => ({ header: 'x' })), rows },
      ]),
    )

  test('refuses a text that is too long, with its column and row', async () => {
    const failed = await writeOneSheet([['a', 'x'.repeat(32_768)]], 2).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(CellTooLong)
    expect(failed).toMatchObject({ header: 'x', row: ['a', expect.any(String)] })
  })
  test('refuses too many columns, non-finite numbers and invalid dates', async () => {
    await expect(writeOneSheet([], 16_385)).rejects.toThrow(RangeError)
    await expect(writeOneSheet([[Number.NaN]])).rejects.toThrow(RangeError)
    await expect(writeOneSheet([[new Date(Number.NaN)]])).rejects.toThrow(RangeError)
  })
  test('refuses too many rows', { timeout: 60_000 }, async () => {
    const cells = [1]
    const rows = function* (count: number) {
      for (let n = 0; n < count; n += 1) yield cells
    }
    await expect(writeOneSheet(rows(1_048_576))).rejects.toThrow(RangeError)
    expect((await writeOneSheet(rows(1_048_575))).length).toBeGreaterThan(1_000_000)
  })
  test('writes a date before March 1900 as text', async () => {
    const [sheet] = await readWorkbook(
      await concatenate(
        streamWorkbook([
          { name: 'data', columns: [{ header: 'day', kind: 'date' }], rows: [[new Date('1899-12-31')]] },
        ]),
      ),
      limits,
    )
    expect(sheet?.rows[1]).toEqual(['1899-12-31'])
  })
})

describe('archives', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  test('reads back compressed, stored and large entries, and writes the same bytes each time', async () => {
    const make = () =>
      concatenate(
        writeZip([
          { name: 'João.txt', content: [bytes('one '), bytes('two')] },
          { name: 'stored', content: [new Uint8Array(200_000).fill(7)], stored: true },
          { name: 'empty', content: [] },
        ]),
      )
    const zipFile = await make()
    expect(Buffer.compare(zipFile, await make())).toBe(0)
    const [first, second, third] = readDirectory(zipFile, limits)
    expect([first, second, third]).toMatchObject([
      { name: 'João.txt', unpacked: 7 },
      { name: 'stored', unpacked: 200_000 },
      { name: 'empty', unpacked: 0 },
    ])
    const start = (second?.headerOffset ?? 0) + 30 + 'stored'.length
    const inner = inflateRawSync(zipFile.subarray(start, start + (second?.packed ?? 0)))
    expect(inner.equals(Buffer.alloc(200_000, 7))).toBe(true)
  })

  test('allows more than 4 GiB only for a large entry', { timeout: 60_000 }, async () => {
    const piece = new Uint8Array(67_108_864)
    const pieces = function* () {
      for (let n = 0; n < 65; n += 1) yield piece
    }
    const drain = async (large: boolean) => {
      let last = new Uint8Array()
      for await (const chunk of writeZip([{ name: 'a', content: pieces(), stored: true, large }]))
        last = Uint8Array.from(chunk.subarray(0, 64))
      return last.length
    }
    await expect(drain(false)).rejects.toThrow(EntryTooLarge)
    expect(await drain(true)).toBeGreaterThan(0)
  })

  test('the checksum equals that of zlib, for any chunks', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (all, position) => {
        const cut = Math.min(position, all.length)
        expect(crc32(all.subarray(cut), crc32(all.subarray(0, cut)))).toBe(nativeCrc(all))
      }),
    )
  })

  test('stops the source when the reader stops', async () => {
    let ended = false
    async function* source() {
      try {
        for (;;) yield crypto.getRandomValues(new Uint8Array(60_000))
      } finally {
        ended = true
      }
    }
    for await (const chunk of writeZip([{ name: 'a', content: source() }])) if (chunk.length > 1000) break
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(ended).toBe(true)
  })

  test('fails if a source fails', async () => {
    // oxlint-disable-next-line require-yield -- throws before its first yield
    async function* source(): AsyncGenerator<Uint8Array> {
      throw new Error('gone')
    }
    await expect(concatenate(writeZip([{ name: 'a', content: source() }]))).rejects.toThrow('gone')
  })
})
