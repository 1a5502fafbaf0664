import { streamXlsxRows } from 'hucre/xlsx'

import { columnLetters } from './column-letters.ts'
import { guardWorkbook } from './guard.ts'
import type { WorkbookLimits } from './limits.ts'
import { TabularError } from './problem.ts'
import type { CellValue } from './read-workbook.ts'

/** What the columns of a table may be called; case and spaces around do not matter. */
export interface TableColumn {
  key: string
  names: readonly string[]
}

export interface TableShape {
  columns: readonly TableColumn[]
  /** Columns that may be there and mean nothing. */
  ignored: readonly string[]
}

export interface TableRow {
  /** As spreadsheets count: the header is 1. */
  line: number
  /** In the order of the header. */
  cells: readonly CellValue[]
}

export interface Table {
  /** The header as it is written, and what each of its columns is; undefined where it means nothing. */
  header: readonly { text: string; key: string | undefined }[]
  /** Without those that are blank in every column that means something. */
  rows: readonly TableRow[]
}

/** The header is not that of the table. */
export class HeaderError extends Error {
  readonly unknown: readonly string[]
  readonly missing: readonly string[]
  readonly repeated: readonly string[]

  constructor(found: { unknown: string[]; missing: string[]; repeated: string[] }) {
    super('header')
    this.unknown = found.unknown
    this.missing = found.missing
    this.repeated = found.repeated
  }
}

const folded = (name: CellValue): string =>
  String(name ?? '')
    .trim()
    .normalize('NFC')
    .toLowerCase()
const isBlank = (cell: CellValue | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

const readHeader = (cells: readonly CellValue[], { columns, ignored }: TableShape): Table['header'] => {
  const known = new Map<string, string | undefined>(ignored.map((name) => [folded(name), undefined]))
  for (const { key, names } of columns) for (const name of [key, ...names]) known.set(folded(name), key)
  const header = cells.map((cell) => ({ text: String(cell ?? '').trim(), key: known.get(folded(cell)) }))
  const keys = header.map(({ key }) => key)
  const found = {
    unknown: header.filter(({ text }) => text !== '' && !known.has(folded(text))).map(({ text }) => text),
    missing: columns.map(({ key }) => key).filter((key) => !keys.includes(key)),
    repeated: columns.map(({ key }) => key).filter((key) => keys.indexOf(key) !== keys.lastIndexOf(key)),
  }
  if (Object.values(found).some((names) => names.length > 0)) throw new HeaderError(found)
  return header
}

type SheetRow = { index: number; values: readonly CellValue[] }

/** The rows of the first sheet, one by one, as far as it holds something. */
async function* rowsOf(bytes: Uint8Array, limits: WorkbookLimits): AsyncGenerator<SheetRow> {
  const { rows } = await guardWorkbook(bytes, limits)
  let last = -1
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      if (index >= rows) return
      // A row that comes twice, or out of order: line numbers would not tell them apart.
      if (!(index > last)) throw new TabularError('damaged')
      last = index
      yield { index, values }
    }
  } catch (error) {
    throw error instanceof TabularError ? error : new TabularError('damaged', { cause: error })
  }
}

const refuseStray = (header: Table['header'], cells: readonly CellValue[]): void => {
  const stray = cells.findIndex((cell, at) => !isBlank(cell) && !header[at]?.text)
  if (stray >= 0) throw new HeaderError({ unknown: [columnLetters(stray + 1)], missing: [], repeated: [] })
}

/**
 * The table on the first sheet of a workbook: a header in its first row, then a row per record. What is wrong with the
 * file is a TabularError, what is wrong with its header a HeaderError.
 */
export const readTable = async (
  bytes: Uint8Array,
  shape: TableShape,
  limits: WorkbookLimits,
): Promise<Table> => {
  let header: Table['header'] | undefined
  const rows: TableRow[] = []
  for await (const { index, values } of rowsOf(bytes, limits)) {
    if (values.every(isBlank)) continue
    header ??= readHeader(index === 0 ? values : [], shape)
    if (index === 0) continue
    refuseStray(header, values)
    // Leftovers in a column that means nothing make no record.
    if (values.every((cell, at) => isBlank(cell) || header?.[at]?.key === undefined)) continue
    rows.push({ line: index + 1, cells: values })
  }
  return { header: header ?? [], rows }
}
