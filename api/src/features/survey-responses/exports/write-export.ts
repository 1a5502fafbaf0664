import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import type { ExportFormat } from '@baseline/contract/survey-responses/exports/contract.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { streamWorkbook } from '@baseline/tabular/stream-workbook.ts'
import type { Sheet } from '@baseline/tabular/stream-workbook.ts'
import { writeCsv } from '@baseline/tabular/write-csv.ts'
import { writeZip } from '@baseline/tabular/write-zip.ts'
import type { ZipEntry } from '@baseline/tabular/write-zip.ts'

import { limits } from '#platform/limits.ts'
import { writeStatistics } from '#platform/statistics.ts'
import type { StatisticsFormat } from '#platform/statistics.ts'

import { buildCodebook } from './codebook.ts'
import type { ExportLocale, ReadRow } from './column.ts'
import type { ExportTable } from './export-tables.ts'
import { manifestLines, manifestOf } from './manifest.ts'
import type { ExportMetadata, Piece } from './manifest.ts'

export interface ExportData {
  tables: readonly ExportTable[]
  rows: (table: ExportTable) => AsyncIterable<ReadRow>
  locale: ExportLocale
  metadata: ExportMetadata
  /** Folder for temporary files. */
  folder: string
  signal: AbortSignal
}

/** Thrown for a statistics file without rows, which `readstat` cannot write. */
export class NothingToWrite extends Error {}

type Cells = readonly CellValue[]

async function* cellsOf({ rows }: Pick<ExportData, 'rows'>, table: ExportTable): AsyncGenerator<Cells> {
  for await (const row of rows(table)) yield table.columns.map(({ cell }) => cell(row))
}

async function* countRows<T>(rows: AsyncIterable<T>, piece: Piece): AsyncGenerator<T> {
  for await (const row of rows) {
    piece.rows += 1
    yield row
  }
}

async function* hashChunks(chunks: AsyncIterable<Uint8Array>, piece: Piece): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  piece.sha256 = hash.digest('hex')
}

const sheetColumns = ({ columns }: ExportTable) =>
  columns.map(({ header, kind }) => ({ header, ...((kind === 'date' || kind === 'time') && { kind }) }))

/** Counts the responses without their repeats: the names of repeats contain no dash. */
const countResponses = (pieces: readonly Piece[]): number =>
  pieces.filter(({ name }) => /^data(?:-part-\d+)?\./.test(name)).reduce((sum, { rows }) => sum + rows, 0)

/** Writes one workbook: the responses, a sheet per repeat, the codebook and the manifest. */
const writeOneWorkbook = (data: ExportData): AsyncGenerator<Uint8Array> => {
  const { tables, locale } = data
  const pieces = tables.map(({ name }): Piece => ({ name, rows: 0 }))
  const sheets = tables.map((table, index): Sheet => {
    const piece = pieces[index] ?? { name: '', rows: 0 }
    return { name: piece.name, columns: sheetColumns(table), rows: countRows(cellsOf(data, table), piece) }
  })
  // Runs last, after the rows were counted.
  function* manifest(): Generator<Cells> {
    yield* manifestLines(manifestOf(data.metadata, pieces[0]?.rows ?? 0, pieces))
  }
  const headers = [
    locale.t('entities.surveyExports.manifest.entry'),
    locale.t('entities.surveyExports.manifest.value'),
  ]
  return streamWorkbook([
    ...sheets,
    { name: 'codebook', ...buildCodebook(tables, locale) },
    { name: 'manifest', columns: headers.map((header) => ({ header })), rows: manifest() },
  ])
}

/** Splits rows into pieces. Yields at least one, so that a table without rows still has its header row. */
async function* splitRows<T>(rows: AsyncIterable<T>, maxRows: number): AsyncGenerator<AsyncGenerator<T>> {
  const iterator = rows[Symbol.asyncIterator]()
  let next = await iterator.next()
  async function* piece(): AsyncGenerator<T> {
    for (let count = 0; count < maxRows && !next.done; count += 1) {
      yield next.value
      next = await iterator.next()
    }
  }
  try {
    do yield piece()
    while (!next.done)
  } finally {
    await iterator.return?.()
  }
}

const padNumber = (number: number): string => String(number).padStart(3, '0')

/**
 * Writes an archive that ends with the manifest, which lists every other file with its rows and its SHA-256.
 */
const writeArchive = (
  { metadata, tables, locale }: ExportData,
  tableEntries: (pieces: Piece[]) => AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    const pieces: Piece[] = []
    yield* tableEntries(pieces)
    const codebook = buildCodebook(tables, locale)
    const piece: Piece = { name: 'codebook.csv', rows: codebook.rows.length }
    const content = writeCsv(codebook.columns, codebook.rows, { forSpreadsheets: true })
    yield { name: piece.name, content: hashChunks(content, piece) }
    const rowCount = countResponses(pieces)
    const manifest = JSON.stringify(manifestOf(metadata, rowCount, [...pieces, piece]), null, 2)
    yield { name: 'manifest.json', content: [Buffer.from(manifest)] }
  }
  return writeZip(entries())
}

/** Writes numbered workbooks in one archive, for more rows than a sheet can hold. */
export const writeManyWorkbooks = (
  data: ExportData,
  partRows: number = limits.exports.partRows,
): AsyncGenerator<Uint8Array> =>
  writeArchive(data, async function* (pieces) {
    for (const table of data.tables) {
      let part = 0
      for await (const rows of splitRows(cellsOf(data, table), partRows)) {
        part += 1
        const piece: Piece = { name: `${table.name}-part-${padNumber(part)}.xlsx`, rows: 0 }
        pieces.push(piece)
        const sheet = { name: 'data', columns: sheetColumns(table), rows: countRows(rows, piece) }
        yield { name: piece.name, content: hashChunks(streamWorkbook([sheet]), piece), stored: true }
      }
    }
  })

const writeCsvFiles = (data: ExportData): AsyncGenerator<Uint8Array> =>
  writeArchive(data, async function* (pieces) {
    for (const table of data.tables) {
      const piece: Piece = { name: `${table.name}.csv`, rows: 0 }
      pieces.push(piece)
      const rows = countRows(cellsOf(data, table), piece)
      const content = writeCsv(sheetColumns(table), rows, { forSpreadsheets: true })
      yield { name: piece.name, content: hashChunks(content, piece), large: true }
    }
  })

/**
 * Writes choices as codes with labels, and times as text, because Stata and SPSS encode times differently.
 */
const writeStatisticsFile = async (data: ExportData, table: ExportTable, format: StatisticsFormat) => {
  const { folder, signal } = data
  const variables = table.columns.map(({ variable, label, kind, choices, code }) => ({
    name: variable,
    label,
    categories: code ? choices : [],
    kind: code ? ('number' as const) : kind === 'time' ? ('text' as const) : kind,
  }))
  async function* rows(): AsyncGenerator<Cells> {
    for await (const row of data.rows(table))
      yield table.columns.map(({ cell, code }) => (code ? code(row) : cell(row)))
  }
  return writeStatistics(folder, format, { name: table.name, variables, rows: rows() }, signal)
}

const writeStatisticsFiles = (data: ExportData, format: StatisticsFormat): AsyncGenerator<Uint8Array> =>
  writeArchive(data, async function* (pieces) {
    for (const table of data.tables) {
      const file = await writeStatisticsFile(data, table, format)
      const piece: Piece = { name: `${table.name}.${format}`, rows: file.rows }
      // A repeat without rows has no file; the manifest lists it with 0 rows.
      if (file.path === undefined && table.repeat === undefined) throw new NothingToWrite()
      pieces.push(piece)
      if (file.path === undefined) continue
      const large = (await stat(file.path)).size > 4_000_000_000
      yield { name: piece.name, content: hashChunks(createReadStream(file.path), piece), large }
    }
  })

/** Writes the file of an export. `partRows`: rows per workbook, if one workbook cannot hold all rows. */
export const writeExport = (
  format: ExportFormat,
  data: ExportData,
  partRows: number | undefined,
): AsyncGenerator<Uint8Array> => {
  if (format === 'csv') return writeCsvFiles(data)
  if (format !== 'xlsx') return writeStatisticsFiles(data, format)
  return partRows === undefined ? writeOneWorkbook(data) : writeManyWorkbooks(data, partRows)
}
