import { streamXlsxRows } from 'hucre/xlsx'

import { columnLetters } from './column-letters.ts'
import { guardWorkbook } from './guard.ts'
import type { WorkbookLimits } from './limits.ts'
import { TabularError } from './problem.ts'
import type { CellValue } from './read-workbook.ts'
import { sheetNames } from './sheet-names.ts'

/** A column and its headings: the key and `names`, compared without letter case and surrounding spaces. */
export interface TableColumn {
  key: string
  names: readonly string[]
  /** Headings that are used only if exactly one column has them as a label, such as the text of a question. */
  labels?: readonly string[]
}

export interface TableShape {
  columns: readonly TableColumn[]
  /** Headings of columns to ignore: they have no key, and their values alone do not make a record. */
  ignored: readonly string[]
  /**
   * Maps headings to column keys, as the file itself defines them in the codebook of an export. Compared
   * exactly, before keys and names.
   */
  aliases?: ReadonlyMap<string, string>
  /** Returns the keys of the required columns that a header lacks. By default, every column is required. */
  missing?: (present: ReadonlySet<string>) => readonly string[]
}

export interface TableRow {
  /** Line number as in spreadsheets: the header is 1. */
  line: number
  /** Cells in the order of the header. */
  cells: readonly CellValue[]
}

export interface Table {
  /** Heading and key of each column; the key is undefined for an ignored column or a blank heading. */
  header: readonly { text: string; key: string | undefined }[]
  /** Rows that have a value in at least one known column. */
  rows: readonly TableRow[]
}

/**
 * The header does not match the shape, or a row has a value under a blank heading. In the second case,
 * `unknown` contains the letters of the column.
 */
export class HeaderError extends Error {
  readonly unknown: readonly string[]
  readonly missing: readonly string[]
  readonly repeated: readonly string[]

  constructor(problems: { unknown: string[]; missing: string[]; repeated: string[] }) {
    super('header')
    this.unknown = problems.unknown
    this.missing = problems.missing
    this.repeated = problems.repeated
  }
}

const fold = (name: CellValue): string =>
  String(name ?? '')
    .trim()
    .normalize('NFC')
    .toLowerCase()
const isBlank = (cell: CellValue | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

/**
 * Returns a function that finds the column key of a heading; the result is undefined for an ignored heading
 * and null for an unknown one. Order: alias, exact key, then without letter case: ignored heading, key, name,
 * unique label.
 */
const createColumnFinder = ({
  columns,
  ignored,
  aliases,
}: TableShape): ((text: string) => string | undefined | null) => {
  const keys = new Set(columns.map(({ key }) => key))
  const exact = new Map<string, string | undefined>([
    ...[...keys].map((key) => [key, key] as const),
    ...[...(aliases ?? [])].filter(([, key]) => keys.has(key)),
  ])
  const names = new Map<string, string | undefined>(ignored.map((name) => [fold(name), undefined]))
  const addOnce = (name: string, key: string) => {
    if (!names.has(name)) names.set(name, key)
  }
  for (const { key } of columns) addOnce(fold(key), key)
  for (const { key, names: others } of columns) for (const name of others) addOnce(fold(name), key)
  const labels = new Map<string, Set<string>>()
  for (const { key, labels: columnLabels = [] } of columns)
    for (const name of columnLabels) labels.set(fold(name), (labels.get(fold(name)) ?? new Set()).add(key))
  for (const [name, [key, ...others]] of labels)
    if (key !== undefined && others.length === 0) addOnce(name, key)
  return (text) => {
    if (exact.has(text)) return exact.get(text)
    return names.has(fold(text)) ? names.get(fold(text)) : null
  }
}

const readHeader = (cells: readonly CellValue[], shape: TableShape): Table['header'] => {
  const { columns } = shape
  const columnOf = createColumnFinder(shape)
  const texts = cells.map((cell) => String(cell ?? '').trim())
  const header = texts.map((text) => ({ text, key: columnOf(text) ?? undefined }))
  const keys = header.map(({ key }) => key)
  const present = new Set(keys.filter((key) => key !== undefined))
  const problems = {
    unknown: texts.filter((text) => text !== '' && columnOf(text) === null),
    missing: [
      ...(shape.missing ?? (() => columns.map(({ key }) => key).filter((key) => !present.has(key))))(present),
    ],
    repeated: columns.map(({ key }) => key).filter((key) => keys.indexOf(key) !== keys.lastIndexOf(key)),
  }
  if (Object.values(problems).some((names) => names.length > 0)) throw new HeaderError(problems)
  return header
}

type SheetRow = { index: number; values: readonly CellValue[] }

/** A workbook within the limits. Created by openWorkbook(). */
export interface OpenedWorkbook {
  bytes: Uint8Array
  sheetNames: readonly string[]
  /** Number of the last non-empty row in any sheet. */
  rows: number
}

export const openWorkbook = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<OpenedWorkbook> => {
  const { rows } = await guardWorkbook(bytes, limits)
  return { bytes, rows, sheetNames: await sheetNames(bytes, limits) }
}

/** Yields the rows of a sheet, up to the last non-empty row of any sheet. */
async function* rowsOf({ bytes, rows }: OpenedWorkbook, sheet: string | undefined): AsyncGenerator<SheetRow> {
  let last = -1
  try {
    for await (const { index, values } of streamXlsxRows(bytes, sheet === undefined ? {} : { sheet })) {
      if (index >= rows) return
      // Refuses repeated or unordered rows, whose line numbers would be ambiguous.
      if (!(index > last)) throw new TabularError('damaged')
      last = index
      yield { index, values }
    }
  } catch (error) {
    throw error instanceof TabularError ? error : new TabularError('damaged', { cause: error })
  }
}

/** Throws if a cell has a value, but its column has no heading. */
const refuseValueWithoutHeading = (header: Table['header'], cells: readonly CellValue[]): void => {
  const columnIndex = cells.findIndex((cell, index) => !isBlank(cell) && !header[index]?.text)
  if (columnIndex >= 0)
    throw new HeaderError({ unknown: [columnLetters(columnIndex + 1)], missing: [], repeated: [] })
}

/**
 * Reads the table of one sheet, by default the first: a header in the first row, then one row per record.
 * An empty sheet has an empty header and no rows, even if columns are required. Throws HeaderError if the
 * header is wrong and TabularError if the file is damaged.
 */
export const readSheet = async (
  workbook: OpenedWorkbook,
  shape: TableShape,
  sheet?: string,
): Promise<Table> => {
  let header: Table['header'] | undefined
  const rows: TableRow[] = []
  for await (const { index, values } of rowsOf(workbook, sheet)) {
    if (values.every(isBlank)) continue
    // If the first row is blank, the header is empty, so that all required columns are reported as missing.
    header ??= readHeader(index === 0 ? values : [], shape)
    if (index === 0) continue
    refuseValueWithoutHeading(header, values)
    // Values in ignored columns alone do not make a record.
    if (values.every((cell, column) => isBlank(cell) || header?.[column]?.key === undefined)) continue
    rows.push({ line: index + 1, cells: values })
  }
  return { header: header ?? [], rows }
}

/** Reads all rows of a sheet; does not treat the first row as a header. */
export const readRawRows = async (
  workbook: OpenedWorkbook,
  sheet: string,
): Promise<(readonly CellValue[])[]> => {
  const rows: (readonly CellValue[])[] = []
  for await (const { values } of rowsOf(workbook, sheet)) rows.push(values)
  return rows
}

/** Whether a sheet is empty. */
export const isBlankSheet = async (workbook: OpenedWorkbook, sheet: string): Promise<boolean> => {
  for await (const { values } of rowsOf(workbook, sheet)) if (!values.every(isBlank)) return false
  return true
}

/** Reads the table on the first sheet of a workbook. */
export const readTable = async (
  bytes: Uint8Array,
  shape: TableShape,
  limits: WorkbookLimits,
): Promise<Table> => readSheet(await openWorkbook(bytes, limits), shape)
