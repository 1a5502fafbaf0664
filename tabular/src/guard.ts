import type { WorkbookLimits } from './limits.ts'
import { TabularError } from './problem.ts'
import { scanTags } from './scan-tags.ts'
import { readDirectory, unpack } from './zip.ts'
import type { Entry } from './zip.ts'

/** The rectangle that holds everything on any sheet. */
export interface Extent {
  rows: number
  columns: number
}

/** A cell holds at most 32,767 characters, each written as an escape at worst. */
const longestText = 400_000
/** Blank cells beyond column ZZ cost a reader a wide row each; some formatted rows are no reason to refuse a file. */
const wideColumn = 702
const mostWideRows = 100

/** What a whole part ends with: a tag that is complete and none of those inside of a sheet. */
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
 * Counts texts and cells, the latter where the reader will place them: where they say they are, else one further than
 * the last. Every part is looked at, because its name does not tell what the workbook takes it for.
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
    // Spreadsheet programs leave thousands of cells that hold nothing but a border.
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
    // Entities are an attacker's way to other files and to gigabytes; spreadsheet programs write no document type.
    onDoctype: () => {
      throw new TabularError('damaged')
    },
    // A sheet that was cut off would else be read as a shorter one.
    onEnd: (last) => {
      if (isXml && !closing.test(last)) throw new TabularError('damaged')
    },
  })
}

/**
 * Looks a workbook over before any reader touches it. No reader bears every file: a few kilobytes can unpack to
 * gigabytes, or name a cell so far away that the rectangle up to it fills the memory.
 */
export const guardWorkbook = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<Extent> => {
  const entries = readDirectory(bytes, limits)
  const has = (name: RegExp) => entries.some((entry) => name.test(entry.name))
  // Macros are programs of somebody else's; a workbook with them is no .xlsx, whatever its name.
  if (!has(/^xl\/workbook\.xml$/i) || has(/vbaProject\.bin$/i)) throw new TabularError('notExcel')
  const found = { rows: 1, columns: 1, strings: 0, cells: 0, wideRows: 0 }
  for (const entry of entries) await examine(bytes, entry, limits, found)
  return { rows: found.rows, columns: found.columns }
}
