import { columnLetters } from '../column-letters.ts'
import { archive, sheetXml, text, workbookParts } from './archive.ts'

/** Why a file must be refused: wrong type, unreadable, or empty. */
export type Refused = 'excel' | 'upload' | 'empty'

export interface HostileFile {
  refused: Refused
  /** File name, if it matters. */
  name?: string
  make: () => Uint8Array
}

const spaces = (megabytes: number): string => ' '.repeat(megabytes * 1_048_576)
const times = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('')
const bytesOf = (content: string): Uint8Array => new TextEncoder().encode(content)
const ole = (length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  return bytes
}

const rowXml = (row: number, cells: readonly string[]): string =>
  `<row r="${String(row)}">${cells.map((cell, index) => text(`${columnLetters(index + 1)}${String(row)}`, cell)).join('')}</row>`
const sheet = (rows: string): Uint8Array => archive(workbookParts({ sheet: sheetXml(rows) }))

/** Files that are not workbooks, or not .xlsx workbooks. */
const wrongKinds = (
  validWorkbook: Uint8Array,
  parts: Record<string, string>,
): Record<string, HostileFile> => ({
  'some text': { refused: 'upload', make: () => bytesOf('firstName;gender\n'.repeat(20)) },
  'a page': {
    refused: 'upload',
    make: () => bytesOf('<html><table><tr><td>firstName</td></tr></table></html>'),
  },
  'a picture': {
    refused: 'upload',
    make: () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, ...Array<number>(100).fill(0)),
  },
  'an archive that is not a workbook': { refused: 'excel', make: () => archive({ 'a.txt': 'a' }) },
  'a spreadsheet of another program': {
    refused: 'excel',
    make: () =>
      archive({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
  },
  'a letter': { refused: 'excel', make: () => archive({ 'word/document.xml': '<w:document/>' }) },
  'a binary workbook': { refused: 'excel', make: () => archive({ 'xl/workbook.bin': 'x' }) },
  'a workbook with a password': { refused: 'upload', make: () => ole(40_000) },
  'a workbook of 1997': { refused: 'upload', make: () => ole(4_096) },
  'a workbook with macros': {
    refused: 'excel',
    make: () => archive({ ...parts, 'xl/vbaProject.bin': 'Attribute VB_Name' }),
  },
  'a good workbook named .xls': { refused: 'excel', name: 'staff.xls', make: () => validWorkbook },
  'a good workbook named .xlsm': { refused: 'excel', name: 'staff.xlsm', make: () => validWorkbook },
  'a good workbook named .csv': { refused: 'excel', name: 'staff.csv', make: () => validWorkbook },
})

type Patch = (view: DataView, end: number) => void
const directory = (view: DataView, end: number): number => view.getUint32(end + 16, true)

/** Truncated, modified and misleading archives. */
const brokenArchives = (
  validWorkbook: Uint8Array,
  parts: Record<string, string>,
): Record<string, HostileFile> => {
  const patched = (patch: Patch) => (): Uint8Array => {
    const bytes = validWorkbook.slice()
    patch(new DataView(bytes.buffer), bytes.length - 22)
    return bytes
  }
  const upload = (make: () => Uint8Array): HostileFile => ({ refused: 'upload', make })
  return {
    'an encrypted part': {
      refused: 'upload',
      make: patched((view, end) => view.setUint16(directory(view, end) + 8, 1, true)),
    },
    'a truncated archive': upload(() => validWorkbook.slice(0, -60)),
    'half of an archive': upload(() => validWorkbook.slice(0, validWorkbook.length / 2)),
    'a directory with an invalid offset': upload(patched((view, end) => view.setUint32(end + 16, 5, true))),
    'a directory with a wrong count': upload(patched((view, end) => view.setUint16(end + 10, 90, true))),
    'a part with an invalid offset': upload(
      patched((view, end) => view.setUint32(directory(view, end) + 42, 9_999_999, true)),
    ),
    'a part with an unknown compression method': upload(
      patched((view, end) => view.setUint16(directory(view, end) + 10, 99, true)),
    ),
    'parts beyond 4 GiB': upload(
      patched((view, end) => view.setUint32(directory(view, end) + 24, 0xffffffff, true)),
    ),
    'damaged compressed data': upload(() =>
      validWorkbook.map((byte, index) => (index > 60 && index < 400 ? index & 255 : byte)),
    ),
    'a part with a false size': upload(() =>
      archive({ ...parts, 'xl/media/a.xml': spaces(0.9) }, { 'xl/media/a.xml': 1_000 }),
    ),
    'ten thousand parts': upload(() =>
      archive({
        ...parts,
        ...Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`junk/${String(i)}`, ''])),
      }),
    ),
    'parts with a large total size': upload(() => {
      const lines = times(1_000_000, (n) => `Household number ${String(n)}\n`)
      return archive({
        ...parts,
        ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((i) => [`xl/media/${String(i)}.bin`, lines])),
      })
    }),
    'a bomb of spaces': upload(() => archive({ ...parts, 'xl/media/a.xml': spaces(110) })),
    'a file of 21 MB': upload(() => new Uint8Array(21_000_000).fill(0x50)),
    'a missing sheet': upload(() => {
      const { 'xl/worksheets/sheet1.xml': _gone, ...others } = parts
      return archive(others)
    }),
    'no sheet at all': upload(() => archive({ 'xl/workbook.xml': '<workbook/>' })),
  }
}

/** Sheets that would exhaust the memory or refer to other resources. */
const hostileSheets = (header: readonly string[]): Record<string, HostileFile> => {
  const head = rowXml(1, header)
  const upload = (rows: () => string): HostileFile => ({ refused: 'upload', make: () => sheet(rows()) })
  const strings = (all: () => string): HostileFile => ({
    refused: 'upload',
    make: () => archive(workbookParts({ sheet: sheetXml(head), strings: `<sst>${all()}</sst>` })),
  })
  const raw = (xml: () => string): HostileFile => ({
    refused: 'upload',
    make: () => archive(workbookParts({ sheet: xml() })),
  })
  const entities = times(9, (n) => `<!ENTITY l${String(n + 1)} "${`&l${String(n)};`.repeat(10)}">`)
  return {
    'an entity of another file': raw(
      () => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${sheetXml(rowXml(1, ['&x;']))}`,
    ),
    'an entity of another server': raw(
      () => `<!DOCTYPE r SYSTEM "https://example.org/x.dtd">${sheetXml(head)}`,
    ),
    'a billion laughs': raw(
      () => `<!DOCTYPE r [<!ENTITY l0 "ha">${entities}]>${sheetXml(rowXml(1, ['&l9;']))}`,
    ),
    'invalid XML': raw(() => '<worksheet><sheetData><row><c'),
    'a truncated sheet': raw(() => sheetXml(head + rowXml(2, ['Ana'])).split('</sheetData>')[0] ?? ''),
    'spaces between rows, then an invalid row': upload(
      () => `<row r="1"/>${' '.repeat(300_000)}<x/>${rowXml(2, ['Ana'])}`,
    ),
    'two million texts': strings(() => '<si><t>a</t></si>'.repeat(2_000_000)),
    'two million empty texts': strings(() => '<si/>'.repeat(2_000_000)),
    'a text of two million pieces': strings(() => `<si>${'<r><t>a</t></r>'.repeat(2_000_000)}</si>`),
    'one enormous cell': upload(() => rowXml(1, [times(3_000_000, String)])),
    'a cell in the last corner': upload(() => `${head}<row r="1048576">${text('XFD1048576', 'z')}</row>`),
    'a cell in the last row': upload(() => `${head}<row r="1048576">${text('A1048576', 'z')}</row>`),
    'a row beyond the last': upload(() => `${head}<row r="99999999999">${text('A99999999999', 'z')}</row>`),
    'twenty thousand wide rows': upload(
      () =>
        head + times(20_000, (i) => `<row r="${String(i + 2)}">${text(`XFD${String(i + 2)}`, 'z')}</row>`),
    ),
    'wide blank rows': upload(
      () => head + times(40_000, (i) => `<row r="${String(i + 2)}"><c r="XFD${String(i + 2)}"/></row>`),
    ),
    'wide rows without positions': upload(
      () =>
        head +
        times(20_000, (i) => `<row r="${String(i + 2)}"><c x=">" r="XFD${String(i + 2)}"><v>1</v></c></row>`),
    ),
    'ten thousand cells without a position': upload(
      () => `${head}<row>${'<c><v>1</v></c>'.repeat(10_000)}</row>`,
    ),
    'the same cell two million times': upload(
      () => `<row r="1">${'<c r="A1"><v>1</v></c>'.repeat(2_000_000)}</row>`,
    ),
    'one row too many': upload(() => head + times(50_001, (i) => rowXml(i + 2, ['Ana']))),
    'the same row twice': upload(() => head + rowXml(2, ['Ana']).repeat(2)),
    'rows in reverse': upload(() => head + rowXml(3, ['Ana']) + rowXml(2, ['Rui'])),
  }
}

/** Files that do not match the template, or are empty. */
const wrongTables = (header: readonly string[]): Record<string, HostileFile> => {
  const table = (...rows: (readonly string[])[]): HostileFile => ({
    refused: 'upload',
    make: () => sheet(rows.map((row, index) => rowXml(index + 1, row)).join('')),
  })
  const [first = '', ...others] = header
  return {
    'another template': table(['name', 'age'], ['Ana', '3']),
    'a heading twice': table([...header, first], ['Ana']),
    'headings from Object.prototype': table(['__proto__', 'constructor', 'toString'], ['a', 'b', 'c']),
    'a heading too many': table([...header, 'salary'], ['Ana']),
    'a heading that is __proto__': table([...header, '__proto__'], ['Ana']),
    'a heading missing': table(others, ['Ana']),
    'headings in the second row': table([], header, ['Ana']),
    'a value outside the table': table(header, [...header, 'x']),
    'seventy headings': table(
      Array.from({ length: 70 }, (_, index) => `column ${String(index)}`),
      ['Ana'],
    ),
    'a heading of maximum length': table(['x'.repeat(32_767), ...others], ['Ana']),
    'nothing but headings': { refused: 'empty', make: () => sheet(rowXml(1, header)) },
    'headings and a million blank rows': {
      refused: 'empty',
      make: () =>
        sheet(
          rowXml(1, header) +
            times(1_048_575, (i) => `<row r="${String(i + 2)}"><c r="A${String(i + 2)}" s="0"/></row>`),
        ),
    },
    'headings and spaces': {
      refused: 'empty',
      make: () =>
        sheet(
          rowXml(1, header) +
            rowXml(
              2,
              header.map(() => '  '),
            ),
        ),
    },
    'an empty sheet': { refused: 'empty', make: () => sheet('') },
    'an empty file': { refused: 'empty', make: () => new Uint8Array() },
  }
}

/** Files that every importer must refuse, each with the expected reason. */
export const hostileFiles = (header: readonly string[]): Readonly<Record<string, HostileFile>> => {
  const parts = workbookParts({ sheet: sheetXml(rowXml(1, header) + rowXml(2, header)) })
  const validWorkbook = archive(parts)
  return {
    ...wrongKinds(validWorkbook, parts),
    ...brokenArchives(validWorkbook, parts),
    ...hostileSheets(header),
    ...wrongTables(header),
  }
}
