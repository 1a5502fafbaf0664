import type { WorkbookLimits } from './limits.ts'
import { TabularError } from './problem.ts'
import { scanTags } from './scan-tags.ts'
import { readDirectory, unpack } from './zip.ts'
import type { Entry } from './zip.ts'

/** The rectangle that contains all cells of every sheet. */
export interface Extent {
  rows: number
  columns: number
}

/** Maximum characters of a cell's text in XML: 32,767 characters, each written as an escape. */
const maxTextLength = 400_000
/**
 * Cells beyond column ZZ make a reader allocate a wide row each. A file may have 100 rows that are formatted up to
 * the last column of Excel, or 1,600 up to the last column of older programs, which is 1,024.
 */
const wideColumn = 702
const maxWideCells = 100 * 16_384

/** Matches the end of a complete part: a whole tag that does not belong inside a sheet. */
const closingTag = /^<(?!\/(?:\w+:)?(?:sheetData|row|c|v|f|is|t)>)[^<>]+>\s*$/

/** Attributes that refer to a sheet: the id of its relationship, and its part. */
const sheetReference = { sheet: /\sr:id=["']([^"']*)["']/, Relationship: /\sTarget=["']([^"']*)["']/ }
const workbookPart = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels)$/i

interface Totals extends Extent {
  strings: number
  cells: number
  writtenRows: number
  /** Sum of the lengths of wide rows. */
  wideCells: number
  sheetReferences: Set<string>
}

/** Refuses several names of one sheet, which would be read once per name. */
const countSheet = (
  name: keyof typeof sheetReference,
  attributes: string,
  { sheetReferences }: Totals,
): void => {
  const text = sheetReference[name].exec(attributes)?.[1]
  if (text === undefined) return
  const reference = name === 'sheet' ? text : new URL(text, 'file:///xl/').pathname
  if (sheetReferences.has(reference)) throw new TabularError('damaged')
  sheetReferences.add(reference)
}

const columnOf = (letters: string): number => {
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return column
}

const positionOf = (attributes: string): readonly (string | undefined)[] =>
  /(?:^|\s)r=["']([A-Z]{0,3})(\d+)["']/.exec(attributes) ?? []

/**
 * Counts texts and cells. A cell counts at the position where the reader will place it: its `r` attribute,
 * else after the previous cell. Examines every part, because a part's name does not determine its use.
 */
const examine = async (
  bytes: Uint8Array,
  entry: Entry,
  limits: WorkbookLimits,
  totals: Totals,
): Promise<void> => {
  // Other parts can have another encoding, which programs use for their own data.
  const isChecked = /^xl\/.*\.xml$/i.test(entry.name)
  let row = 0
  let column = 0
  let wideRow = 0
  let wideLength = 0
  const countCell = (attributes: string, isEmpty: boolean) => {
    const [, letters, digits] = positionOf(attributes)
    column = letters ? columnOf(letters) : column + 1
    if (letters && digits !== undefined) row = Number(digits)
    if (column > wideColumn) {
      if (row !== wideRow) wideLength = 0
      totals.wideCells += Math.max(0, column - wideLength)
      wideRow = row
      wideLength = Math.max(wideLength, column)
    }
    // Spreadsheet programs write thousands of cells that have only a border.
    if (isEmpty) return
    totals.cells += 1
    totals.rows = Math.max(totals.rows, row)
    totals.columns = Math.max(totals.columns, column)
  }
  const isOverLimit = () =>
    totals.strings > limits.strings ||
    totals.cells > limits.cells ||
    totals.rows > limits.rows ||
    totals.columns > limits.columns ||
    totals.wideCells > maxWideCells ||
    totals.writtenRows > (limits.writtenRows ?? Infinity)
  await scanTags(unpack(bytes, entry), {
    onTag: (name, attributes, isEmpty) => {
      if (name === 'row') {
        const digits = positionOf(attributes)[2]
        row = digits === undefined ? row + 1 : Number(digits)
        column = 0
        totals.writtenRows += 1
      } else if (name === 'c') countCell(attributes, isEmpty)
      else if (name === 'sheet' || name === 'Relationship') {
        if (workbookPart.test(entry.name)) countSheet(name, attributes, totals)
      } else totals.strings += 1
      if (isOverLimit()) throw new TabularError('tooLarge')
    },
    onBlank: (last) => {
      totals.writtenRows += Math.max(0, last - row)
      if (isOverLimit()) throw new TabularError('tooLarge')
      row = last
      column = 0
    },
    onText: (length) => {
      if (length > maxTextLength) throw new TabularError('tooLarge')
    },
    // Entities can read other files or expand to gigabytes; spreadsheet programs write no document type.
    onDoctype: () => {
      throw new TabularError('damaged')
    },
    // A truncated sheet would otherwise be read as a shorter one.
    onEnd: (last) => {
      if (isChecked && !closingTag.test(last)) throw new TabularError('damaged')
    },
  })
}

/**
 * Examines a workbook before any reader opens it. No reader is safe with every file: a few kilobytes can
 * expand to gigabytes, or name a cell so far away that its rectangle exhausts the memory.
 */
export const guardWorkbook = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<Extent> => {
  const entries = readDirectory(bytes, limits)
  const has = (name: RegExp) => entries.some((entry) => name.test(entry.name))
  // A workbook with macros is not an .xlsx, even if its name says so.
  if (!has(/^xl\/workbook\.xml$/i) || has(/vbaProject\.bin$/i)) throw new TabularError('notExcel')
  const totals = {
    rows: 1,
    columns: 1,
    strings: 0,
    cells: 0,
    writtenRows: 0,
    wideCells: 0,
    sheetReferences: new Set<string>(),
  }
  for (const entry of entries) await examine(bytes, entry, limits, totals)
  return { rows: totals.rows, columns: totals.columns }
}
