import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import type { ExportFormat } from '@baseline/contract/survey-exports/contract.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { streamWorkbook } from '@baseline/tabular/stream-workbook.ts'
import type { Sheet } from '@baseline/tabular/stream-workbook.ts'
import { writeCsv } from '@baseline/tabular/write-csv.ts'
import { writeZip } from '@baseline/tabular/write-zip.ts'
import type { ZipEntry } from '@baseline/tabular/write-zip.ts'

import { limits } from '#platform/limits.ts'
import { writeStatistics } from '#platform/statistics.ts'
import type { StatisticsFormat } from '#platform/statistics.ts'

import { codebookOf } from './codebook.ts'
import type { ReadRow, Wording } from './column.ts'
import type { ExportTable } from './export-tables.ts'
import { manifestLines, manifestOf } from './manifest.ts'
import type { About, Piece } from './manifest.ts'

export interface Writing {
  tables: readonly ExportTable[]
  rows: (table: ExportTable) => AsyncIterable<ReadRow>
  words: Wording
  about: About
  /** Folder for temporary files. */
  folder: string
  signal: AbortSignal
}

/** Thrown for a statistics file without rows, which `readstat` cannot write. */
export class NothingToWrite extends Error {}

type Cells = readonly CellValue[]

async function* cellsOf({ rows }: Pick<Writing, 'rows'>, table: ExportTable): AsyncGenerator<Cells> {
  for await (const row of rows(table)) yield table.columns.map(({ cell }) => cell(row))
}

async function* counting<T>(rows: AsyncIterable<T>, piece: Piece): AsyncGenerator<T> {
  for await (const row of rows) {
    piece.rows += 1
    yield row
  }
}

async function* hashing(chunks: AsyncIterable<Uint8Array>, piece: Piece): AsyncGenerator<Uint8Array> {
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
const responsesIn = (pieces: readonly Piece[]): number =>
  pieces.filter(({ name }) => /^data(?:-part-\d+)?\./.test(name)).reduce((sum, { rows }) => sum + rows, 0)

/** Writes one workbook: the responses, a sheet per repeat, the codebook and the manifest. */
const oneWorkbook = (writing: Writing): AsyncGenerator<Uint8Array> => {
  const { tables, words } = writing
  const pieces = tables.map(({ name }): Piece => ({ name, rows: 0 }))
  const sheets = tables.map((table, at): Sheet => {
    const piece = pieces[at] ?? { name: '', rows: 0 }
    return { name: piece.name, columns: sheetColumns(table), rows: counting(cellsOf(writing, table), piece) }
  })
  // Runs last, after the rows were counted.
  function* manifest(): Generator<Cells> {
    yield* manifestLines(manifestOf(writing.about, pieces[0]?.rows ?? 0, pieces))
  }
  const headers = [
    words.t('entities.surveyExports.manifest.entry'),
    words.t('entities.surveyExports.manifest.value'),
  ]
  return streamWorkbook([
    ...sheets,
    { name: 'codebook', ...codebookOf(tables, words) },
    { name: 'manifest', columns: headers.map((header) => ({ header })), rows: manifest() },
  ])
}

/** Splits rows into pieces. Yields at least one, so that a table without rows still has its header row. */
async function* inPieces<T>(rows: AsyncIterable<T>, most: number): AsyncGenerator<AsyncGenerator<T>> {
  const iterator = rows[Symbol.asyncIterator]()
  let next = await iterator.next()
  async function* piece(): AsyncGenerator<T> {
    for (let count = 0; count < most && !next.done; count += 1) {
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

const padded = (at: number): string => String(at).padStart(3, '0')

/**
 * Writes an archive that ends with the manifest, which lists every other file with its rows and its SHA-256.
 */
const archive = (
  { about, tables, words }: Writing,
  tableEntries: (pieces: Piece[]) => AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array> => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    const pieces: Piece[] = []
    yield* tableEntries(pieces)
    const codebook = codebookOf(tables, words)
    const piece: Piece = { name: 'codebook.csv', rows: codebook.rows.length }
    const content = writeCsv(codebook.columns, codebook.rows, { forSpreadsheets: true })
    yield { name: piece.name, content: hashing(content, piece) }
    const rowCount = responsesIn(pieces)
    const manifest = JSON.stringify(manifestOf(about, rowCount, [...pieces, piece]), null, 2)
    yield { name: 'manifest.json', content: [Buffer.from(manifest)] }
  }
  return writeZip(entries())
}

/** Writes numbered workbooks in one archive, for more rows than a sheet can hold. */
export const manyWorkbooks = (
  writing: Writing,
  partRows: number = limits.exports.partRows,
): AsyncGenerator<Uint8Array> =>
  archive(writing, async function* (pieces) {
    for (const table of writing.tables) {
      let part = 0
      for await (const rows of inPieces(cellsOf(writing, table), partRows)) {
        part += 1
        const piece: Piece = { name: `${table.name}-part-${padded(part)}.xlsx`, rows: 0 }
        pieces.push(piece)
        const sheet = { name: 'data', columns: sheetColumns(table), rows: counting(rows, piece) }
        yield { name: piece.name, content: hashing(streamWorkbook([sheet]), piece), stored: true }
      }
    }
  })

const csvFiles = (writing: Writing): AsyncGenerator<Uint8Array> =>
  archive(writing, async function* (pieces) {
    for (const table of writing.tables) {
      const piece: Piece = { name: `${table.name}.csv`, rows: 0 }
      pieces.push(piece)
      const rows = counting(cellsOf(writing, table), piece)
      const content = writeCsv(sheetColumns(table), rows, { forSpreadsheets: true })
      yield { name: piece.name, content: hashing(content, piece), large: true }
    }
  })

/**
 * Writes choices as codes with labels, and times as text, because Stata and SPSS encode times differently.
 */
const statisticsFile = async (writing: Writing, table: ExportTable, format: StatisticsFormat) => {
  const { folder, signal } = writing
  const variables = table.columns.map(({ variable, label, kind, choices, code }) => ({
    name: variable,
    label,
    categories: code ? choices : [],
    kind: code ? ('number' as const) : kind === 'time' ? ('text' as const) : kind,
  }))
  async function* rows(): AsyncGenerator<Cells> {
    for await (const row of writing.rows(table))
      yield table.columns.map(({ cell, code }) => (code ? code(row) : cell(row)))
  }
  return writeStatistics(folder, format, { name: table.name, variables, rows: rows() }, signal)
}

const statisticsFiles = (writing: Writing, format: StatisticsFormat): AsyncGenerator<Uint8Array> =>
  archive(writing, async function* (pieces) {
    for (const table of writing.tables) {
      const made = await statisticsFile(writing, table, format)
      const piece: Piece = { name: `${table.name}.${format}`, rows: made.rows }
      // A repeat without rows has no file; the manifest lists it with 0 rows.
      if (made.path === undefined && table.repeat === undefined) throw new NothingToWrite()
      pieces.push(piece)
      if (made.path === undefined) continue
      const large = (await stat(made.path)).size > 4_000_000_000
      yield { name: piece.name, content: hashing(createReadStream(made.path), piece), large }
    }
  })

/** Writes the file of an export. `parts`: rows per workbook, if one workbook cannot hold all rows. */
export const writeExport = (
  format: ExportFormat,
  writing: Writing,
  parts: number | undefined,
): AsyncGenerator<Uint8Array> => {
  if (format === 'csv') return csvFiles(writing)
  if (format !== 'xlsx') return statisticsFiles(writing, format)
  return parts === undefined ? oneWorkbook(writing) : manyWorkbooks(writing, parts)
}
