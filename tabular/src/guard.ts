import type { WorkbookLimits } from './limits.ts'
import { TabularError } from './problem.ts'
import { readDirectory, unpack } from './zip.ts'
import type { Entry } from './zip.ts'

/** The rectangle that holds everything on any sheet. */
export interface Extent {
  rows: number
  columns: number
}

/** A tag longer than this is no tag of a spreadsheet. */
const longestTag = 2_000

const columnOf = (letters: string): number => {
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return column
}

const positionOf = (attributes: string): readonly (string | undefined)[] =>
  /(?:^|\s)r=["']([A-Z]{0,3})(\d+)["']/.exec(attributes) ?? []

/** Calls back for every row, cell and shared text with its attributes, whatever the pieces it arrives in. */
const scanTags = async (
  pieces: AsyncIterable<string>,
  onTag: (name: string, attributes: string, empty: boolean) => void,
): Promise<void> => {
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + piece
    let done = 0
    for (const tag of text.matchAll(/<(?:\w+:)?(row|c|si)(?=[\s/>])([^<>]*)>/g)) {
      const attributes = tag[2] ?? ''
      onTag(tag[1] ?? '', attributes, attributes.endsWith('/'))
      done = tag.index + tag[0].length
    }
    const open = text.lastIndexOf('<')
    rest = open >= done ? text.slice(open) : ''
    if (rest.length > longestTag) rest = rest.slice(0, longestTag)
  }
}

/**
 * Counts texts and cells, the latter where the reader will place them: where they say they are, else one further than
 * the last. Every part is looked at, because its name does not tell what the workbook takes it for.
 */
const examine = async (
  bytes: Uint8Array,
  entry: Entry,
  limits: WorkbookLimits,
  found: Extent & { strings: number },
): Promise<void> => {
  let row = 0
  let column = 0
  const place = (attributes: string, empty: boolean) => {
    const [, letters, digits] = positionOf(attributes)
    column = letters ? columnOf(letters) : column + 1
    if (letters && digits !== undefined) row = Number(digits)
    // Spreadsheet programs leave thousands of cells that hold nothing but a border.
    if (empty) return
    found.rows = Math.max(found.rows, row)
    found.columns = Math.max(found.columns, column)
  }
  await scanTags(unpack(bytes, entry), (name, attributes, empty) => {
    if (name === 'si') found.strings += 1
    if (name === 'row') {
      const digits = positionOf(attributes)[2]
      row = digits === undefined ? row + 1 : Number(digits)
      column = 0
    }
    if (name === 'c') place(attributes, empty)
    if (found.strings > limits.strings || found.rows > limits.rows || found.columns > limits.columns)
      throw new TabularError('tooLarge')
  })
}

/**
 * Looks a workbook over before any reader touches it. No reader bears every file: a few kilobytes can unpack to
 * gigabytes, or name a cell so far away that the rectangle up to it fills the memory.
 */
export const guardWorkbook = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<Extent> => {
  const entries = readDirectory(bytes, limits)
  if (!entries.some(({ name }) => /^xl\/workbook\.xml$/i.test(name))) throw new TabularError('notExcel')
  const found = { rows: 1, columns: 1, strings: 0 }
  for (const entry of entries) await examine(bytes, entry, limits, found)
  return found
}
