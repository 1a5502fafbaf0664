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
const longestText = 400_000
/**
 * Cells beyond column ZZ make a reader allocate a wide row each; a file may have a few such formatted rows.
 */
const wideColumn = 702
const mostWideRows = 100

/** Matches the end of a complete part: a whole tag that does not belong inside a sheet. */
const closing = /^<(?!\/(?:\w+:)?(?:sheetData|row|c|v|f|is|t)>)[^<>]+>\s*$/

interface Found extends Extent {
  strings: number
  cells: number
  wideRows: number
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
  found: Found,
): Promise<void> => {
  const isXml = /\.xml$/i.test(entry.name)
  let row = 0
  let column = 0
  let lastWide = 0
  const place = (attributes: string, empty: boolean) => {
    const [, letters, digits] = positionOf(attributes)
    column = letters ? columnOf(letters) : column + 1
    if (letters && digits !== undefined) row = Number(digits)
    if (column > wideColumn && row !== lastWide) {
      found.wideRows += 1
      lastWide = row
    }
    // Spreadsheet programs write thousands of cells that have only a border.
    if (empty) return
    found.cells += 1
    found.rows = Math.max(found.rows, row)
    found.columns = Math.max(found.columns, column)
  }
  const isTooMuch = () =>
    found.strings > limits.strings ||
    found.cells > limits.cells ||
    found.rows > limits.rows ||
    found.columns > limits.columns ||
    found.wideRows > mostWideRows
  await scanTags(unpack(bytes, entry), {
    onTag: (name, attributes, empty) => {
      if (name === 'row') {
        const digits = positionOf(attributes)[2]
        row = digits === undefined ? row + 1 : Number(digits)
        column = 0
      } else if (name === 'c') place(attributes, empty)
      else found.strings += 1
      if (isTooMuch()) throw new TabularError('tooLarge')
    },
    onBlank: (last) => {
      row = last
      column = 0
    },
    onText: (length) => {
      if (length > longestText) throw new TabularError('tooLarge')
    },
    // Entities can read other files or expand to gigabytes; spreadsheet programs write no document type.
    onDoctype: () => {
      throw new TabularError('damaged')
    },
    // A truncated sheet would otherwise be read as a shorter one.
    onEnd: (last) => {
      if (isXml && !closing.test(last)) throw new TabularError('damaged')
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
  const found = { rows: 1, columns: 1, strings: 0, cells: 0, wideRows: 0 }
  for (const entry of entries) await examine(bytes, entry, limits, found)
  return { rows: found.rows, columns: found.columns }
}
