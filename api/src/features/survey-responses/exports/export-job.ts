import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { AppError } from '@baseline/contract/errors.ts'
import { can } from '@baseline/contract/permissions.ts'
import type { ExportFailure } from '@baseline/contract/survey-responses/exports/contract.ts'
import { CellTooLong } from '@baseline/tabular/cell-xml.ts'
import { EntryTooLarge } from '@baseline/tabular/write-zip.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { ScopeOf } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { isTransient, OutcomeUnknown } from '#platform/database/retry.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { FinalFailure, job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'
import type { PseudonymOf } from '#platform/pseudonyms.ts'
import { insertReads, shortenFilter } from '#platform/read-log.ts'
import type { Read } from '#platform/read-log.ts'
import { hasReadstat } from '#platform/statistics.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { loadReader } from '../scope.ts'
import type { Reader } from '../scope.ts'
import type { ExportTable } from './export-tables.ts'
import { loadTables } from './load-tables.ts'
import { describeFilter, describeSmallCells } from './manifest.ts'
import { onSnapshot, openSource } from './read-rows.ts'
import type { Source } from './read-rows.ts'
import type { ExportRow } from './requests.ts'
import { NothingToWrite, writeExport } from './write-export.ts'
import type { ExportData } from './write-export.ts'

export const exportFolder = 'exports'

interface Services {
  db: Db
  streams: Db
  scopeOf: ScopeOf
  storage: FileStorage
  pseudonymOf: PseudonymOf
  timeZone: string
}

/** Ends an attempt silently: the export was cancelled, or another worker has taken it over. */
class AttemptStopped extends Error {}

/** Ends an export with a failure that is shown to the user. */
class ExportRefused extends Error {
  readonly failure: ExportFailure
  readonly params: Record<string, string>

  constructor(failure: ExportFailure, params: Record<string, string> = {}) {
    super(failure)
    this.failure = failure
    this.params = params
  }
}

/** Starts an attempt. Attempts are numbered, and only the latest may update the export. */
const beginAttempt = (db: Db, id: string): Promise<ExportRow | undefined> =>
  db
    .updateTable('survey_exports')
    .set((eb) => ({ attempt: eb('attempt', '+', 1), rows_read: 0 }))
    .where('id', '=', id)
    .where('status', '=', 'START')
    .returningAll()
    .executeTakeFirst()

const updateAttempt = (db: Db, { id, attempt }: ExportRow) =>
  db
    .updateTable('survey_exports')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'START')

const fail = async (db: Db, row: ExportRow, { failure: key, params }: ExportRefused): Promise<void> => {
  await updateAttempt(db, row)
    .set({ status: 'FAILED', finished_at: new Date(), failure: JSON.stringify({ key, params }) })
    .execute()
}

/** Reads the current roles of the owner, so that a revoked role ends the export. */
const readerOf = async ({ db, scopeOf }: Services, row: ExportRow, snapshot: Db): Promise<Reader> => {
  const owner = { userId: row.created_by_id, email: row.created_by_email }
  const reader = await loadReader(db, scopeOf, owner)
  if (!can(reader.actor, 'surveyResponsesRead')) throw new ExportRefused('forbidden')
  return { ...reader, db: snapshot }
}

const keyOf = ({ id }: Pick<ExportRow, 'id'>, attempt: number, extension: string): string =>
  `${exportFolder}/${id}-${String(attempt)}.${extension}`

/** Returns all storage keys that any attempt may have written. */
export const keysOf = (row: Pick<ExportRow, 'id' | 'attempt'>): string[] =>
  Array.from({ length: row.attempt }, (_, index) => index + 1).flatMap((attempt) =>
    ['xlsx', 'zip'].map((extension) => keyOf(row, attempt, extension)),
  )

const fileNameOf = (
  { survey_label: label, created_at: createdAt, format }: ExportRow,
  extension: string,
): string => {
  const plain = label
    .replaceAll(/[\p{Cc}\\/:*?"<>|\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
  const time = createdAt.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')
  return `${plain || 'export'} ${time}${extension === 'xlsx' ? '' : ` ${format}`}.${extension}`
}

/**
 * The XML of a sheet must stay below 4 GiB. Its size is estimated from its columns; if the estimate was too
 * low, the file is written again in smaller parts.
 */
const sheetBytes = 3_500_000_000
const cellBytes = 70

const findPartRows = (tables: readonly ExportTable[], counts: readonly number[]): number | undefined => {
  const maxColumns = Math.max(...tables.map(({ columns }) => columns.length))
  const maxRows = Math.min(limits.exports.partRows, Math.floor(sheetBytes / (maxColumns * cellBytes)))
  const fits = counts.every(
    (count, index) =>
      count <= limits.exports.sheetRows &&
      count * (tables[index]?.columns.length ?? 0) * cellBytes < sheetBytes,
  )
  return fits ? undefined : maxRows
}

/** Stores the progress every two seconds. The same statement detects that the export was cancelled. */
const watchProgress = (db: Db, row: ExportRow) => {
  const stop = new AbortController()
  const progress = { rows: 0 }
  const timer = setInterval(() => {
    updateAttempt(db, row)
      .set({ rows_read: progress.rows })
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => {
        if (numUpdatedRows === 0n) stop.abort(new AttemptStopped())
      })
      // Ignores errors: if the database is unavailable, reading the rows fails too.
      .catch(() => undefined)
  }, 2_000)
  return { progress, signal: stop.signal, end: () => clearInterval(timer) }
}

const hashStream = (chunks: AsyncIterable<Uint8Array>) => {
  const hash = createHash('sha256')
  let size = 0
  async function* passThrough(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { chunks: passThrough(), result: () => ({ sha256: hash.digest(), size }) }
}

interface WrittenFile {
  key: string
  sha256: Buffer
  size: number
  rows: number
}

interface Attempt {
  services: Services
  row: ExportRow
  source: Source
  data: ExportData
  progress: { rows: number }
}

/** Writes the file. Writes it again in smaller parts if a sheet exceeds the size limit of a zip entry. */
const writeFile = async (attempt: Attempt, partRows: number | undefined): Promise<WrittenFile> => {
  const { services, row, source, data, progress } = attempt
  const key = keyOf(row, row.attempt, row.format === 'xlsx' && partRows === undefined ? 'xlsx' : 'zip')
  let rows = 0
  progress.rows = 0
  async function* countRows(table: ExportTable) {
    for await (const one of source.rows(table)) {
      if (table.repeat === undefined) rows += 1
      progress.rows += 1
      if (progress.rows % 500 === 0) data.signal.throwIfAborted()
      yield one
    }
  }
  const file = hashStream(writeExport(row.format, { ...data, rows: countRows }, partRows))
  try {
    await services.storage.write(key, file.chunks)
  } catch (error) {
    if (!(error instanceof EntryTooLarge)) throw error
    return writeFile(attempt, Math.ceil((partRows ?? limits.exports.partRows * 4) / 4))
  }
  return { key, rows, ...file.result() }
}

const makeExport = async (services: Services, row: ExportRow, snapshot: Db): Promise<WrittenFile> => {
  const { db, timeZone, pseudonymOf } = services
  const reader = await readerOf(services, row, snapshot)
  const { survey_id: surveyId, format, language, personal_data: personalData, answers } = row
  const columnNames = row.column_names
  const { tables, locale, versions } = await loadTables(
    { db: snapshot, timeZone, pseudonymOf },
    { surveyId, format, language, personalData, columnNames, answers },
  )
  const repeats = tables.flatMap(({ repeat }) => repeat ?? [])
  const source = await openSource(reader, row.filter, repeats)
  const counts = await source.tableRows(tables)
  const smallCells = personalData || !tables[0] ? null : await source.smallCells(tables[0])
  await updateAttempt(db, row)
    .set({
      rows_expected: counts.reduce((sum, count) => sum + count, 0),
      small_cells: smallCells && JSON.stringify(smallCells),
    })
    .execute()
  const metadata = {
    survey: { id: surveyId, label: row.survey_label, versions },
    exportId: row.id,
    createdAt: row.created_at.toISOString(),
    createdBy: personalData ? row.created_by_email : pseudonymOf('U', row.created_by_email),
    format,
    language,
    columnNames,
    answers,
    timeZone: locale.timeZone,
    personalData,
    ...(smallCells && describeSmallCells(smallCells, locale)),
    ...describeFilter({ filter: row.filter, personalData }),
  }
  const folder = join(tmpdir(), `baseline-export-${row.id}-${String(row.attempt)}`)
  const { progress, signal, end } = watchProgress(db, row)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const data = { tables, rows: source.rows, locale, metadata, folder, signal }
    const partRows = row.format === 'xlsx' ? findPartRows(tables, counts) : undefined
    return await writeFile({ services, row, source, data, progress }, partRows)
  } catch (error) {
    if (error instanceof CellTooLong) throw toRefusal(error)
    throw signal.aborted ? new AttemptStopped() : error
  } finally {
    end()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first column of every table is the Survey Id. */
const toRefusal = ({ header: column, row: [displayId] }: CellTooLong): ExportRefused =>
  new ExportRefused('tooLong', { column, displayId: typeof displayId === 'string' ? displayId : '' })

const readOf = (row: ExportRow, { rows }: WrittenFile): Read => ({
  userId: row.created_by_id,
  entity: 'surveyExport',
  kind: 'export',
  recordId: row.id,
  filter: shortenFilter(row.filter),
  recordCount: rows,
})

const finish = async ({ db, storage }: Services, row: ExportRow, file: WrittenFile): Promise<void> => {
  const isStored = await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await updateAttempt(tx, row)
      .set({
        status: 'SUCCESS',
        finished_at: new Date(),
        key: file.key,
        file_size: file.size,
        sha256: file.sha256,
        row_count: file.rows,
        file_name: fileNameOf(row, file.key.endsWith('.zip') ? 'zip' : 'xlsx'),
        expires_at: sql<Date>`now() + make_interval(hours => ${limits.exports.retentionHours})`,
      })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (file.rows > 0) await insertReads(tx, [readOf(row, file)])
    return true
  })
  if (!isStored) await storage.remove(file.key)
}

/** Whether a disk is full: that of the files or of temporary files (ENOSPC, EDQUOT), or of the database (53100). */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && ['ENOSPC', 'EDQUOT', '53100'].includes(String(error.code))) || isDiskFull(error.cause))

const findRefusal = (error: unknown): ExportRefused | undefined => {
  if (error instanceof ExportRefused) return error
  return error instanceof NothingToWrite ? new ExportRefused('empty') : undefined
}

/** Whether a retry may succeed: the database or the storage was unavailable. */
const isRetryable = (error: unknown): boolean =>
  isTransient(error) ||
  error instanceof OutcomeUnknown ||
  (error instanceof AppError && error.code === 'errors.unavailable')

/** Removes the temporary folders of earlier attempts on the same machine. */
const removeOldFolders = async ({ id, attempt }: ExportRow): Promise<void> => {
  for (let earlier = 1; earlier < attempt; earlier += 1)
    await rm(join(tmpdir(), `baseline-export-${id}-${String(earlier)}`), { recursive: true, force: true })
}

/**
 * Writes an export. If the worker is killed, the next attempt starts from the beginning: each attempt writes
 * to its own key, and the row names the valid one at the end. spec §4
 */
export const exportJob = job({
  name: 'survey-export',
  data: z.strictObject({ exportId: z.uuid() }),
  long: { concurrency: limits.exports.concurrency, hours: 6, retries: limits.exports.attempts },
  run: async ({ exportId }, services: Services) => {
    const { db, streams } = services
    const row = await beginAttempt(db, exportId)
    if (!row) return
    await removeOldFolders(row)
    try {
      if ((row.format === 'dta' || row.format === 'sav') && !(await hasReadstat()))
        throw new ExportRefused('unavailable')
      const file = await onSnapshot(streams, (snapshot) => makeExport(services, row, snapshot))
      await finish(services, row, file)
    } catch (error) {
      if (error instanceof AttemptStopped) return
      const refusal = findRefusal(error)
      if (refusal) return await fail(db, row, refusal)
      if (isDiskFull(error)) {
        await fail(db, row, new ExportRefused('noSpace'))
        throw new FinalFailure('no space left for an export', { cause: error })
      }
      // Any other error would occur again, so the export fails. The job runner logs the error.
      if (!isRetryable(error) || row.attempt >= limits.exports.attempts)
        await fail(db, row, new ExportRefused('error'))
      throw error
    }
  },
})
