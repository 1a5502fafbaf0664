import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { AppError } from '@baseline/contract/errors.ts'
import { can } from '@baseline/contract/permissions.ts'
import type { ExportFailure } from '@baseline/contract/survey-exports/contract.ts'
import { CellTooLong } from '@baseline/tabular/cell-xml.ts'
import { EntryTooLarge } from '@baseline/tabular/write-zip.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { isTransient } from '#platform/database/retry.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'
import { hasReadstat } from '#platform/statistics.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { rolesHeldNow } from '../scope.ts'
import type { Reader } from '../scope.ts'
import type { ExportTable } from './export-tables.ts'
import { filterTold } from './manifest.ts'
import { onSnapshot, openSource } from './read-rows.ts'
import type { Source } from './read-rows.ts'
import type { ExportRow } from './requests.ts'
import { tablesOf } from './tables-of.ts'
import { NothingToWrite, writeExport } from './write-export.ts'
import type { Writing } from './write-export.ts'

export const exportFolder = 'exports'

interface Services {
  db: Db
  streams: Db
  storage: FileStorage
  timeZone: string
}

/** Ends an attempt silently: the export was cancelled, or another worker has taken it over. */
class Stopped extends Error {}

/** Ends an export with a failure that is shown to the user. */
class Refused extends Error {
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

const ownRow = (db: Db, { id, attempt }: ExportRow) =>
  db
    .updateTable('survey_exports')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'START')

const fail = async (db: Db, row: ExportRow, { failure: key, params }: Refused): Promise<void> => {
  await ownRow(db, row)
    .set({ status: 'FAILED', finished_at: new Date(), failure: JSON.stringify({ key, params }) })
    .execute()
}

/** Reads the current roles of the owner, so that a revoked role ends the export. */
const readerOf = async (db: Db, { created_by_id: userId }: ExportRow, snapshot: Db): Promise<Reader> => {
  const roles = await rolesHeldNow(db, userId)
  if (!can({ roles }, 'surveyResponsesRead')) throw new Refused('forbidden')
  return { db: snapshot, actor: { userId, roles } }
}

const keyOf = ({ id }: Pick<ExportRow, 'id'>, attempt: number, extension: string): string =>
  `${exportFolder}/${id}-${String(attempt)}.${extension}`

/** Returns all storage keys that any attempt may have written. */
export const keysOf = (row: Pick<ExportRow, 'id' | 'attempt'>): string[] =>
  Array.from({ length: row.attempt }, (_, at) => at + 1).flatMap((attempt) =>
    ['xlsx', 'zip'].map((extension) => keyOf(row, attempt, extension)),
  )

const fileNameOf = (
  { survey_label: label, created_at: at, format }: ExportRow,
  extension: string,
): string => {
  const plain = label
    .replaceAll(/[\p{Cc}\\/:*?"<>|\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
  const time = at.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')
  return `${plain || 'export'} ${time}${extension === 'xlsx' ? '' : ` ${format}`}.${extension}`
}

/**
 * The XML of a sheet must stay below 4 GiB. Its size is estimated from its columns; if the estimate was too
 * low, the file is written again in smaller parts.
 */
const sheetBytes = 3_500_000_000
const cellBytes = 70

const partsFor = (tables: readonly ExportTable[], counts: readonly number[]): number | undefined => {
  const widest = Math.max(...tables.map(({ columns }) => columns.length))
  const most = Math.min(limits.exports.partRows, Math.floor(sheetBytes / (widest * cellBytes)))
  const fits = counts.every(
    (count, at) =>
      count <= limits.exports.sheetRows && count * (tables[at]?.columns.length ?? 0) * cellBytes < sheetBytes,
  )
  return fits ? undefined : most
}

/** Stores the progress every two seconds. The same statement detects that the export was cancelled. */
const watch = (db: Db, row: ExportRow) => {
  const stop = new AbortController()
  const seen = { rows: 0 }
  const timer = setInterval(() => {
    ownRow(db, row)
      .set({ rows_read: seen.rows })
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => {
        if (numUpdatedRows === 0n) stop.abort(new Stopped())
      })
      // Ignores errors: if the database is unavailable, reading the rows fails too.
      .catch(() => undefined)
  }, 2_000)
  return { seen, signal: stop.signal, end: () => clearInterval(timer) }
}

const hashed = (chunks: AsyncIterable<Uint8Array>) => {
  const hash = createHash('sha256')
  let size = 0
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { chunks: passing(), result: () => ({ sha256: hash.digest(), size }) }
}

interface Made {
  key: string
  sha256: Buffer
  size: number
  rows: number
}

interface Attempt {
  services: Services
  row: ExportRow
  source: Source
  writing: Writing
  progress: { rows: number }
}

/** Writes the file. Writes it again in smaller parts if a sheet exceeds the size limit of a zip entry. */
const writeFile = async (attempt: Attempt, parts: number | undefined): Promise<Made> => {
  const { services, row, source, writing, progress } = attempt
  const key = keyOf(row, row.attempt, row.format === 'xlsx' && parts === undefined ? 'xlsx' : 'zip')
  let rows = 0
  progress.rows = 0
  async function* counted(table: ExportTable) {
    for await (const one of source.rows(table)) {
      if (table.repeat === undefined) rows += 1
      progress.rows += 1
      if (progress.rows % 500 === 0) writing.signal.throwIfAborted()
      yield one
    }
  }
  const file = hashed(writeExport(row.format, { ...writing, rows: counted }, parts))
  try {
    await services.storage.write(key, file.chunks)
  } catch (error) {
    if (!(error instanceof EntryTooLarge)) throw error
    return writeFile(attempt, Math.ceil((parts ?? limits.exports.partRows * 4) / 4))
  }
  return { key, rows, ...file.result() }
}

const makeExport = async (services: Services, row: ExportRow, snapshot: Db): Promise<Made> => {
  const { db, timeZone } = services
  const reader = await readerOf(db, row, snapshot)
  const { survey_id: surveyId, format, language, personal_data: personalData, answers } = row
  const columnNames = row.column_names
  const { tables, words, versions } = await tablesOf(
    { db: snapshot, timeZone },
    { surveyId, format, language, personalData, columnNames, answers },
  )
  const repeats = tables.flatMap(({ repeat }) => repeat ?? [])
  const source = await openSource(reader, row.filter, repeats)
  const counts = await source.tableRows(tables)
  await ownRow(db, row)
    .set({ rows_expected: counts.reduce((sum, count) => sum + count, 0) })
    .execute()
  const about = {
    survey: { id: surveyId, label: row.survey_label, versions },
    exportId: row.id,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_email,
    format,
    language,
    columnNames,
    answers,
    timeZone: words.timeZone,
    personalData,
    ...filterTold({ filter: row.filter, personalData }),
  }
  const folder = join(tmpdir(), `baseline-export-${row.id}-${String(row.attempt)}`)
  const { seen, signal, end } = watch(db, row)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const writing = { tables, rows: source.rows, words, about, folder, signal }
    const parts = row.format === 'xlsx' ? partsFor(tables, counts) : undefined
    return await writeFile({ services, row, source, writing, progress: seen }, parts)
  } catch (error) {
    if (error instanceof CellTooLong) throw tooLong(error)
    throw signal.aborted ? new Stopped() : error
  } finally {
    end()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first column of every table is the Survey Id. */
const tooLong = ({ header: column, row: [displayId] }: CellTooLong): Refused =>
  new Refused('tooLong', { column, displayId: typeof displayId === 'string' ? displayId : '' })

const finish = async ({ db, storage }: Services, row: ExportRow, made: Made): Promise<void> => {
  const { numUpdatedRows } = await ownRow(db, row)
    .set({
      status: 'SUCCESS',
      finished_at: new Date(),
      key: made.key,
      file_size: made.size,
      sha256: made.sha256,
      row_count: made.rows,
      file_name: fileNameOf(row, made.key.endsWith('.zip') ? 'zip' : 'xlsx'),
      expires_at: sql<Date>`now() + make_interval(hours => ${limits.exports.keptHours})`,
    })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await storage.remove(made.key)
}

const refusalOf = (error: unknown): Refused | undefined => {
  if (error instanceof Refused) return error
  return error instanceof NothingToWrite ? new Refused('empty') : undefined
}

/** Whether a retry may succeed: the database or the storage was unavailable. */
const mayGoWell = (error: unknown): boolean =>
  isTransient(error) || (error instanceof AppError && error.code === 'errors.unavailable')

/** Removes the temporary folders of earlier attempts on the same machine. */
const removeLeftFolders = async ({ id, attempt }: ExportRow): Promise<void> => {
  for (let before = 1; before < attempt; before += 1)
    await rm(join(tmpdir(), `baseline-export-${id}-${String(before)}`), { recursive: true, force: true })
}

/**
 * Writes an export. If the worker is killed, the next attempt starts from the beginning: each attempt writes
 * to its own key, and the row names the valid one at the end. spec §4
 */
export const exportJob = job({
  name: 'survey-export',
  data: z.strictObject({ exportId: z.uuid() }),
  long: { atOnce: limits.exports.atOnce, hours: 6, retries: limits.exports.attempts },
  run: async ({ exportId }, services: Services) => {
    const { db, streams } = services
    const row = await beginAttempt(db, exportId)
    if (!row) return
    await removeLeftFolders(row)
    try {
      if ((row.format === 'dta' || row.format === 'sav') && !(await hasReadstat()))
        throw new Refused('unavailable')
      const made = await onSnapshot(streams, (snapshot) => makeExport(services, row, snapshot))
      await finish(services, row, made)
    } catch (error) {
      if (error instanceof Stopped) return
      const refused = refusalOf(error)
      if (refused) return await fail(db, row, refused)
      // Any other error would occur again, so the export fails. The job runner logs the error.
      if (!mayGoWell(error) || row.attempt >= limits.exports.attempts)
        await fail(db, row, new Refused('error'))
      throw error
    }
  },
})
