import { AppError } from '@baseline/contract/errors.ts'
import type { Input, Output } from '@baseline/contract/http.ts'
import type { Translate } from '@baseline/contract/messages/translate.ts'
import { exportFormats } from '@baseline/contract/survey-responses/exports/contract.ts'
import type {
  AnswerNotation,
  ColumnNaming,
  createSurveyExport,
  ExportFormat,
  listExportFormats,
  listSurveyExports,
  SurveyExport,
} from '@baseline/contract/survey-responses/exports/contract.ts'
import { sheetLimits } from '@baseline/tabular/cell-xml.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import { audit } from '#platform/audit.ts'
import { answerList } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'
import { takeTurns } from '#platform/database/transaction.ts'
import { requireVisibleSurvey } from '#platform/database/visible-surveys.ts'
import type { MemberContext } from '#platform/http/context.ts'
import { limits } from '#platform/limits.ts'
import type { PseudonymOf } from '#platform/pseudonyms.ts'
import { hasReadstat, maxStataVariables } from '#platform/statistics.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { resolveAnswers } from '../answers/conditions.ts'
import { seesJobsOfOthers } from '../scope.ts'
import { getSurvey } from '../survey.ts'
import { loadTables } from './load-tables.ts'

export type ExportRow = Selectable<Schema['survey_exports']>

const failureOf = ({ failure }: ExportRow, t: Translate): string | null => {
  if (!failure) return null
  const { key, params } = failure
  return key === 'tooLong'
    ? t('entities.surveyExports.failures.tooLong', {
        column: params['column'] ?? '',
        displayId: params['displayId'] ?? '',
      })
    : t(`entities.surveyExports.failures.${key}`)
}

const progressOf = ({ status, rows_read: read, rows_expected: expected }: ExportRow): number => {
  if (status === 'SUCCESS') return 100
  // The last percent is for closing and storing the file.
  return expected ? Math.min(99, Math.floor((read / expected) * 100)) : 0
}

const present = async (
  row: ExportRow,
  { t, storage }: { t: Translate; storage: FileStorage },
): Promise<SurveyExport> => {
  const name = row.file_name
  return {
    id: row.id,
    status: row.status,
    url: row.key && name && row.status === 'SUCCESS' ? await storage.downloadUrl(row.key, name) : null,
    filter: row.filter,
    surveyLabel: row.survey_label,
    format: row.format,
    language: row.language,
    personalData: row.personal_data,
    columnNames: row.column_names,
    answers: row.answers,
    progress: progressOf(row),
    rowCount: row.row_count,
    smallCells: row.small_cells,
    fileName: name,
    fileSize: row.file_size,
    sha256: row.sha256?.toString('hex') ?? null,
    failure: failureOf(row, t),
    createdByEmail: row.created_by_email,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

/** The Debian package that writes Stata and SPSS files. */
const packageOf: Readonly<Partial<Record<ExportFormat, string>>> = { dta: 'readstat', sav: 'readstat' }

export const listFormats = async (): Promise<Output<typeof listExportFormats>> => {
  const hasPackage = await hasReadstat()
  return exportFormats.map((format) => ({
    format,
    missingPackage: hasPackage ? null : (packageOf[format] ?? null),
  }))
}

interface ExportContext extends MemberContext {
  storage: FileStorage
  pseudonymOf: PseudonymOf
  timeZone: string
}

/** Stata and SPSS support variable names only, and hold choices as numbers with labels. */
const notationOf = ({
  format,
  columnNames,
  answers,
}: NewExport): { columnNames: ColumnNaming; answers: AnswerNotation } =>
  format === 'dta' || format === 'sav'
    ? { columnNames: 'variables', answers: 'codes' }
    : { columnNames, answers }

/** Formats with a limit of columns, and the programs that read them. */
const columnLimits: Readonly<Partial<Record<ExportFormat, { program: string; max: number }>>> = {
  xlsx: { program: 'Excel', max: sheetLimits.columns },
  dta: { program: 'Stata', max: maxStataVariables },
}

const requireColumns = (format: ExportFormat, count: number): void => {
  const limit = columnLimits[format]
  if (limit && count > limit.max)
    throw new AppError('entities.surveyExports.errors.tooManyColumns', { ...limit, count })
}

type NewExport = Input<typeof createSurveyExport>['body']['data']

/**
 * Creates an export. Checks the format, the number of columns and the user's limit before the job is queued.
 */
export const startExport = async (context: ExportContext, data: NewExport): Promise<SurveyExport> => {
  const { db, actor, author } = context
  const { format, personalData, filter } = data
  const language = data.language ?? context.language
  const missingPackage = (await listFormats()).find((entry) => entry.format === format)?.missingPackage
  if (missingPackage)
    throw new AppError('entities.surveyExports.errors.formatUnavailable', { package: missingPackage })
  const survey = await getSurvey(db, filter.surveyId?.[0] ?? '')
  await requireVisibleSurvey(context, survey.id)
  // Refuses a filter by answers that the job could not apply.
  await resolveAnswers(context, filter)
  const options = { format, language, personalData, ...notationOf(data) }
  const { tables } = await loadTables(context, { surveyId: survey.id, ...options })
  requireColumns(format, Math.max(...tables.map(({ columns }) => columns.length)))
  // Concurrent requests would count the same exports.
  await takeTurns(db, 'exports', actor.userId)
  const { runningCount } = await db
    .selectFrom('survey_exports')
    .select((eb) => eb.fn.countAll<number>().as('runningCount'))
    .where('created_by_id', '=', actor.userId)
    .where('status', '=', 'START')
    .executeTakeFirstOrThrow()
  if (runningCount >= limits.exports.perPerson)
    throw new AppError('entities.surveyExports.errors.tooMany', { max: limits.exports.perPerson })
  const row = await db
    .insertInto('survey_exports')
    .values({
      survey_id: survey.id,
      survey_label: survey.label,
      filter: JSON.stringify(filter),
      format,
      language,
      personal_data: personalData,
      column_names: options.columnNames,
      answers: options.answers,
      created_by_id: actor.userId,
      created_by_email: author.email,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const after = { surveyId: survey.id, label: survey.label, ...options, filter }
  await audit(context, { entity: 'surveyExport', id: row.id, action: 'create', after })
  return present(row, context)
}

/** Lists the exports of the caller, also for managers. Newest first: ids are UUIDv7. */
export const listOwnExports = (context: ExportContext, page: Input<typeof listSurveyExports>['query']) =>
  answerList(context.db, page, {
    matching: (from) => from.selectFrom('survey_exports').where('created_by_id', '=', context.actor.userId),
    ordered: (rows) => rows.selectAll().orderBy('id', 'desc'),
    present: (row) => present(row, context),
  })

const selectVisible = (context: ExportContext, id: string) =>
  context.db
    .selectFrom('survey_exports')
    .selectAll()
    .where('id', '=', id)
    .$if(!seesJobsOfOthers(context, 'surveyExportsReadAll'), (query) =>
      query.where('created_by_id', '=', context.actor.userId),
    )

/** Returns an export to its owner and to managers. */
export const getExport = async (context: ExportContext, id: string): Promise<SurveyExport> => {
  const row = await selectVisible(context, id).executeTakeFirst()
  if (!row) throw new AppError('errors.notFound')
  return present(row, context)
}

/** Expires a file: it has no URL any more, and the next sweep deletes it. */
const removeFile = async (context: ExportContext, row: ExportRow): Promise<ExportRow> => {
  const removed = await context.db
    .updateTable('survey_exports')
    .set({ key: null, expires_at: sql<Date>`now()` })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const before = { fileName: row.file_name, sha256: row.sha256?.toString('hex') ?? null }
  await audit(context, { entity: 'surveyExport', id: row.id, action: 'destroy', before })
  return removed
}

/** Cancels a running export, which its worker detects. Removes the file of a finished one. */
export const cancelExport = async (context: ExportContext, id: string): Promise<SurveyExport> => {
  const row = await selectVisible(context, id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('errors.recordNotFound')
  if (row.status !== 'START') return present(row.key ? await removeFile(context, row) : row, context)
  const cancelled = await context.db
    .updateTable('survey_exports')
    .set({
      status: 'FAILED',
      finished_at: new Date(),
      failure: JSON.stringify({ key: 'cancelled', params: {} }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(context, {
    entity: 'surveyExport',
    id,
    action: 'statusChange',
    before: { status: 'START' },
    after: { status: 'FAILED' },
  })
  return present(cancelled, context)
}
