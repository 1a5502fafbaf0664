import { streamXlsxRows } from 'hucre/xlsx'

import { columnLetters } from './column-letters.ts'
import { guardWorkbook } from './guard.ts'
import type { WorkbookLimits } from './limits.ts'
import { TabularError } from './problem.ts'
import type { CellValue } from './read-workbook.ts'
import { sheetNames } from './sheet-names.ts'

/** A column of a table: its key and its other headings. Letter case and surrounding spaces are ignored. */
export interface TableColumn {
  key: string
  names: readonly string[]
  /** Headings that identify the column only if no other column has them, such as question labels. */
  labels?: readonly string[]
}

export interface TableShape {
  columns: readonly TableColumn[]
  /** Columns that may be present and are not read. */
  ignored: readonly string[]
  /** Headings that the file itself defines; they take precedence over names. */
  aliases?: ReadonlyMap<string, string>
  /** Returns the columns that a header lacks; by default every column is required. */
  missing?: (present: ReadonlySet<string>) => readonly string[]
}

export interface TableRow {
  /** Line number as in spreadsheets: the header is 1. */
  line: number
  /** Cells in the order of the header. */
  cells: readonly CellValue[]
}

export interface Table {
  /** The headings and the key of each column; undefined for an ignored column. */
  header: readonly { text: string; key: string | undefined }[]
  /** Rows that have a value in at least one known column. */
  rows: readonly TableRow[]
}

/** The header does not match the table. */
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

/** Finds the column of a heading: by key, by key in another letter case, by name, then by a unique label. */
const headingsOf = ({
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
  const columnOf = headingsOf(shape)
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

/** A workbook that guardWorkbook() has examined. */
export interface OpenedWorkbook {
  bytes: Uint8Array
  sheetNames: readonly string[]
  /** Rows of the longest sheet, up to the last non-empty one. */
  rows: number
}

export const openWorkbook = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<OpenedWorkbook> => {
  const { rows } = await guardWorkbook(bytes, limits)
  return { bytes, rows, sheetNames: await sheetNames(bytes, limits) }
}

/** Yields the rows of a sheet up to the last non-empty one. */
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

const refuseStray = (header: Table['header'], cells: readonly CellValue[]): void => {
  const stray = cells.findIndex((cell, index) => !isBlank(cell) && !header[index]?.text)
  if (stray >= 0) throw new HeaderError({ unknown: [columnLetters(stray + 1)], missing: [], repeated: [] })
}

/**
 * Reads the table of one sheet, by default the first: a header in the first row, then one row per record.
 * Throws a HeaderError if the header is wrong, a TabularError if the file is.
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
    header ??= readHeader(index === 0 ? values : [], shape)
    if (index === 0) continue
    refuseStray(header, values)
    // Values in ignored columns alone do not make a record.
    if (values.every((cell, column) => isBlank(cell) || header?.[column]?.key === undefined)) continue
    rows.push({ line: index + 1, cells: values })
  }
  return { header: header ?? [], rows }
}

/** Reads all rows of a sheet without a header. */
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
