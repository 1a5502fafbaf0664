import { CellTooLong, cellXml, escapeAttribute, sheetLimits, styles } from './cell-xml.ts'
import { columnLetters } from './column-letters.ts'
import type { CellValue } from './read-workbook.ts'
import { writeZip } from './write-zip.ts'
import type { ZipEntry } from './write-zip.ts'

/**
 * `kind` sets the display of a Date: `date` as a day, `time` with hours and minutes. Its UTC fields are
 * written.
 */
export interface SheetColumn {
  header: string
  kind?: 'date' | 'time' | undefined
}

export interface Sheet {
  /** At most 31 characters, none of `[]:*?/\`. */
  name: string
  columns: readonly SheetColumn[]
  /** Read once, when this sheet is written. */
  rows: AsyncIterable<readonly CellValue[]> | Iterable<readonly CellValue[]>
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const format = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relationships = (all: readonly (readonly [type: string, target: string])[]): string =>
  `${xmlDeclaration}<Relationships xmlns="${packages}/relationships">${all
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${String(index + 1)}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const fileOf = (index: number): string => `worksheets/sheet${String(index + 1)}.xml`

/** The parts of the archive other than the sheets. */
const packageParts = (names: readonly string[]): Record<string, string> => ({
  '[Content_Types].xml': `${xmlDeclaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${format}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${format}.styles+xml"/>${names
    .map((_, index) => `<Override PartName="/xl/${fileOf(index)}" ContentType="${format}.worksheet+xml"/>`)
    .join('')}</Types>`,
  '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${xmlDeclaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
    .map(
      (name, index) =>
        `<sheet name="${escapeAttribute(name)}" sheetId="${String(index + 1)}" r:id="rId${String(index + 1)}"/>`,
    )
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships([
    ...names.map((_, index) => ['worksheet', fileOf(index)] as const),
    ['styles', 'styles.xml'],
  ]),
  // `cellXfs` has the same order as `styles`.
  'xl/styles.xml': `${xmlDeclaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
})

const widthOf = ({ header, kind }: SheetColumn): number =>
  kind === undefined ? Math.min(40, Math.max(12, header.length + 2)) : 18

const sheetHead = (columns: readonly SheetColumn[]): string => {
  const widths = columns.map((column, index) => {
    const place = String(index + 1)
    return `<col min="${place}" max="${place}" width="${String(widthOf(column))}" customWidth="1"/>`
  })
  const cells = columns.map(({ header }, index) =>
    cellXml(`${columnLetters(index + 1)}1`, header, 0).replace('<c ', `<c s="${String(styles.head)}" `),
  )
  return `${xmlDeclaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`
}

const pieceCharacters = 65_536

/** Throws if a text, the columns or the rows exceed Excel's limits; nothing is truncated. */
async function* sheetXml({ columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  if (columns.length > sheetLimits.columns) throw new RangeError('too many columns for a sheet')
  const encoder = new TextEncoder()
  const letters = columns.map((_, index) => columnLetters(index + 1))
  const columnStyles = columns.map(({ kind }) => (kind === 'date' ? styles.date : styles.time))
  let piece = sheetHead(columns)
  let line = 1
  for await (const cells of rows) {
    line += 1
    if (line > sheetLimits.rows) throw new RangeError('too many rows for a sheet')
    const place = String(line)
    piece += `<row r="${place}">`
    for (let index = 0; index < cells.length; index += 1) {
      const value = cells[index] ?? null
      if (value === null) continue
      if (typeof value === 'string' && value.length > sheetLimits.characters)
        throw new CellTooLong(columns[index]?.header ?? '', cells)
      piece += cellXml((letters[index] ?? '') + place, value, columnStyles[index] ?? 0)
    }
    piece += '</row>'
    if (piece.length < pieceCharacters) continue
    yield encoder.encode(piece)
    piece = ''
  }
  yield encoder.encode(`${piece}</sheetData></worksheet>`)
}

/** Writes a workbook while its rows are read, sheet by sheet, in constant memory. */
export const streamWorkbook = (sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> => {
  const parts = Object.entries(packageParts(sheets.map(({ name }) => name)))
  return writeZip([
    ...parts.map(([name, xml]): ZipEntry => ({ name, content: [new TextEncoder().encode(xml)] })),
    ...sheets.map((sheet, index): ZipEntry => ({ name: `xl/${fileOf(index)}`, content: sheetXml(sheet) })),
  ])
}
