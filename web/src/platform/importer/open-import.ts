import { TabularError } from '@baseline/tabular/problem.ts'
import {
  HeaderError,
  isBlankSheet,
  openWorkbook,
  readRawRows,
  readSheet,
} from '@baseline/tabular/read-table.ts'
import type { OpenedWorkbook, Table, TableShape } from '@baseline/tabular/read-table.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'

import type { Refusal } from './checked-row.ts'
import { fold, reasonColumn } from './columns.ts'
import type { ImportColumn, ImportSheet } from './columns.ts'
import { importLimits, maxRows } from './limits.ts'

/** Maps headings to column keys, by sheet name. */
export type Aliases = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The headers that a file must have. */
export interface HeaderReader {
  columns: readonly ImportColumn[]
  sheets?: readonly ImportSheet[]
  /** Sheets without data, such as the guide. */
  otherSheets?: readonly string[]
  /** Labels of the columns in both languages, which a file may use as headings. */
  headings?: readonly Readonly<Record<string, string>>[]
  /** Reads a sheet that defines the headings of the file. */
  codebook?: { name: string; read: (rows: readonly (readonly CellValue[])[]) => Aliases }
  /** Returns the columns that a header lacks; by default every column is required. */
  missing?: (present: ReadonlySet<string>) => readonly string[]
}

/** The tables of a file: the first sheet, and further sheets by name. */
export interface ImportTables extends Table {
  sheets: ReadonlyMap<string, Table>
}

const isZip = (bytes: Uint8Array): boolean => [0x50, 0x4b, 3, 4].every((byte, index) => bytes[index] === byte)

/**
 * Maps an error to a refusal. A readable archive of another kind is "not Excel"; any other file is
 * unreadable. spec §5
 */
const refusalOf = (error: unknown, bytes: Uint8Array): Refusal => {
  if (error instanceof HeaderError) {
    const { unknown, missing, repeated } = error
    return { key: 'invalidFileUpload', names: { unknown, missing, repeated } }
  }
  if (!(error instanceof TabularError)) return { key: 'invalidFileUpload', reason: 'damaged' }
  if (error.problem !== 'notExcel') return { key: 'invalidFileUpload', reason: error.problem }
  return isZip(bytes) ? { key: 'invalidFileExcel' } : { key: 'invalidFileUpload', reason: 'damaged' }
}

const shapeOf = (
  columns: readonly ImportColumn[],
  headings: readonly Readonly<Record<string, string>>[],
  missing: TableShape['missing'],
  aliases: ReadonlyMap<string, string> | undefined,
): TableShape => ({
  columns: columns.map(({ key, labels = [] }) => ({
    key,
    names: headings.flatMap((names) => names[key] ?? []),
    labels,
  })),
  ignored: [reasonColumn],
  ...(missing && { missing }),
  ...(aliases && { aliases }),
})

const sheetMissing = ({ columns, missing }: ImportSheet): NonNullable<TableShape['missing']> =>
  missing ??
  ((present) => columns.filter(({ key, hidden }) => !hidden && !present.has(key)).map(({ key }) => key))

class SheetError extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super('sheet')
    this.refusal = refusal
  }
}

const readSheets = async (
  workbook: OpenedWorkbook,
  { sheets = [], otherSheets = [], headings = [] }: HeaderReader,
  aliases: Aliases,
): Promise<Map<string, Table>> => {
  const tables = new Map<string, Table>()
  if (sheets.length === 0) return tables
  const otherNames = new Set(otherSheets.map(fold))
  for (const name of workbook.sheetNames.slice(1)) {
    if (otherNames.has(fold(name))) continue
    const sheet = sheets.find((one) => fold(one.name) === fold(name))
    if (!sheet) {
      if (await isBlankSheet(workbook, name)) continue
      const names = { unknown: [], missing: [], repeated: [], sheets: [name] }
      throw new SheetError({ key: 'invalidFileUpload', names })
    }
    try {
      const table = await readSheet(
        workbook,
        shapeOf(sheet.columns, headings, sheetMissing(sheet), aliases.get(name)),
        name,
      )
      if (table.header.length > 0) tables.set(sheet.name, table)
    } catch (error) {
      throw new SheetError({ ...refusalOf(error, workbook.bytes), sheet: name })
    }
  }
  return tables
}

const aliasesOf = async (workbook: OpenedWorkbook, { codebook }: HeaderReader): Promise<Aliases> =>
  codebook && workbook.sheetNames.includes(codebook.name)
    ? codebook.read(await readRawRows(workbook, codebook.name))
    : new Map()

const openImport = async (bytes: Uint8Array, reader: HeaderReader): Promise<ImportTables | Refusal> => {
  try {
    const { columns, headings = [], missing, sheets = [] } = reader
    const rows = sheets.length > 0 ? importLimits.rows : maxRows + 1
    const workbook = await openWorkbook(bytes, { ...importLimits, rows })
    const aliases = await aliasesOf(workbook, reader)
    const mainAliases = aliases.get(workbook.sheetNames[0] ?? '')
    const table = await readSheet(workbook, shapeOf(columns, headings, missing, mainAliases))
    if (table.rows.length === 0) return { key: 'invalidFileEmpty' }
    if (table.rows.length > maxRows) return { key: 'invalidFileUpload', reason: 'tooLarge' }
    return { ...table, sheets: await readSheets(workbook, reader, aliases) }
  } catch (error) {
    return error instanceof SheetError ? error.refusal : refusalOf(error, bytes)
  }
}

/** Opens a file; checks its name, then its content. spec §5 */
export const openFile = async (file: File, reader: HeaderReader): Promise<ImportTables | Refusal> => {
  if (!/\.xlsx$/i.test(file.name)) return { key: 'invalidFileExcel' }
  if (file.size === 0) return { key: 'invalidFileEmpty' }
  // One byte over the limit is enough to detect a file that is too large.
  return openImport(new Uint8Array(await file.slice(0, importLimits.fileBytes + 1).arrayBuffer()), reader)
}
