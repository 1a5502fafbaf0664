import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { listSurveys, Survey } from '@baseline/contract/surveys/contract.ts'
import type { SurveyDefinition, SurveyMaster, SurveyStatus } from '@baseline/contract/surveys/master.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Scope } from '#platform/auth/scope.ts'
import type { StoredWarning } from '#platform/database/column-types.ts'
import type { Db } from '#platform/database/database.ts'
import { findDefinition } from '#platform/database/find-definition.ts'
import { all, answerList, buildOrderBy, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'
import { inScope } from '#platform/database/scoped-tables.ts'
import { takeTurns } from '#platform/database/transaction.ts'
import { isVisibleSurvey } from '#platform/database/visible-surveys.ts'
import type { MemberContext } from '#platform/http/context.ts'

const columns = {
  label: 'label_folded',
  formId: 'form_id_folded',
  version: 'version',
  status: 'status',
  openFrom: 'open_from',
  closeOn: 'close_on',
  questionCount: 'question_count',
  responseCount: 'response_count',
  lastResponseAt: 'last_response_at',
  updatedAt: 'updated_at',
} as const

type Row = Omit<Selectable<Schema['surveys']>, 'label_folded' | 'form_id_folded'>

type ListRow = Row &
  Omit<Selectable<Schema['survey_totals']>, 'survey_id'> &
  Pick<Selectable<Schema['survey_versions']>, 'time_zone' | 'languages' | 'question_count'> & {
    target: number | null
  }

const present = (row: ListRow): Survey => ({
  id: row.id,
  formId: row.form_id,
  label: row.label,
  version: row.version,
  status: row.status,
  openFrom: row.open_from,
  closeOn: row.close_on,
  timeZone: row.time_zone,
  languages: row.languages,
  questionCount: row.question_count,
  target: row.target,
  responseCount: row.response_count,
  lastResponseAt: row.last_response_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
})

const { contains, oneOf } = filtersOn('surveys')

/** Number of responses in the scope, and the time of the last one. A limited scope reads the responses. */
const totalsIn = (scope: Scope) => {
  const condition = inScope('survey_responses', scope)
  if (!condition)
    return {
      count: sql<number>`response_count + coalesce(since.gained, 0)`,
      last: sql<Date | null>`greatest(last_response_at, since.last)`,
    }
  const responses = sql`survey_responses where survey_id = surveys.id and ${condition}`
  return {
    count: sql<number>`(select count(*) from ${responses})`,
    last: sql<Date | null>`(select max(created_at) from ${responses})`,
  }
}

interface Reader {
  db: Db
  scope: Scope
}

/** The whole survey, or the sum of its districts. */
const target = sql<number | null>`(
  select coalesce(max(target) filter (where district = ''), sum(target))::int from survey_targets
  where survey_id = surveys.id)`

/** Selects surveys. Every survey has a row of totals from its creation. */
const matching = (db: Db) =>
  db.selectFrom('surveys').innerJoin('survey_totals', 'survey_totals.survey_id', 'surveys.id')

/** Selects the fields of the catalogue. The scope limits the totals, not the surveys. */
const withFields = (rows: ReturnType<typeof matching>, scope: Scope) => {
  const totals = totalsIn(scope)
  return (
    rows
      // Adds deltas that the job has not summed yet. One statement sees a change in only one of both tables.
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('response_deltas')
            .select(['survey_id', sql<number>`sum(n)::int`.as('gained')])
            .select(sql<Date | null>`max(received_at)`.as('last'))
            .groupBy('survey_id')
            .as('since'),
        (join) => join.onRef('since.survey_id', '=', 'surveys.id'),
      )
      .innerJoin('survey_versions as latest', (join) =>
        join.onRef('latest.survey_id', '=', 'surveys.id').onRef('latest.version', '=', 'surveys.version'),
      )
      .selectAll('surveys')
      .select(['latest.time_zone', 'latest.languages', 'latest.question_count'])
      .select([totals.count.as('response_count'), totals.last.as('last_response_at'), target.as('target')])
  )
}

/** Returns one page, by label by default. spec §7 */
export const list = (
  { db, scope, actor }: Reader & Pick<MemberContext, 'actor'>,
  { filter = {}, orderBy = 'label_ASC', ...page }: Input<typeof listSurveys>['query'],
) =>
  answerList(db, page, {
    matching: (from) =>
      matching(from).where(
        all(
          contains('label_folded', filter.label),
          contains('form_id_folded', filter.formId),
          oneOf('status', filter.status),
          isVisibleSurvey(actor),
        ),
      ),
    ordered: (rows) => withFields(rows, scope).orderBy(buildOrderBy(columns, orderBy)),
    present,
  })

/** Returns a survey that the caller has found, locked or created. */
export const get = async ({ db, scope }: Reader, id: string): Promise<Survey> => {
  const row = await withFields(matching(db).where('surveys.id', '=', id), scope).executeTakeFirst()
  if (!row) throw new AppError('errors.recordNotFound')
  return present(row)
}

/** Finds the requested version, by default the latest. */
export const findMaster = async (
  db: Db,
  id: string,
  version: number | undefined,
): Promise<SurveyMaster | undefined> => {
  const row = await db
    .selectFrom('surveys')
    .innerJoin('survey_versions as asked', 'asked.survey_id', 'surveys.id')
    .select(['surveys.id', 'status', 'open_from', 'close_on'])
    .select(['asked.version', 'asked.definition', 'asked.created_at'])
    .where('surveys.id', '=', id)
    .where((eb) => eb('asked.version', '=', version ?? eb.ref('surveys.version')))
    .executeTakeFirst()
  return (
    row && {
      ...row.definition,
      id: row.id,
      version: row.version,
      status: row.status,
      openFrom: row.open_from,
      closeOn: row.close_on,
      createdAt: row.created_at.toISOString(),
    }
  )
}

/**
 * Locks the survey until the end of the transaction, so that two loads do not create the same version, or the
 * same survey.
 */
export const findLocked = async (tx: Db, formId: string): Promise<Row | undefined> => {
  await takeTurns(tx, 'survey', formId)
  return tx.selectFrom('surveys').selectAll().where('form_id', '=', formId).forUpdate().executeTakeFirst()
}

export const getLocked = async (tx: Db, formId: string): Promise<Row> => {
  const survey = await findLocked(tx, formId)
  if (!survey) throw new AppError('entities.surveys.errors.notFound', { formId })
  return survey
}

export const getLockedById = async (tx: Db, id: string): Promise<Row> => {
  const survey = await tx
    .selectFrom('surveys')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!survey) throw new AppError('errors.recordNotFound')
  return survey
}

/** Finds a survey without a lock. */
export const findByFormId = (db: Db, formId: string) =>
  db
    .selectFrom('surveys')
    .select(['id', 'label', 'version', 'status'])
    .where('form_id', '=', formId)
    .executeTakeFirst()

export const getDefinition = async (tx: Db, id: string, version: number): Promise<SurveyDefinition> => {
  const definition = await findDefinition(tx, id, version)
  if (!definition) throw new AppError('errors.recordNotFound')
  return definition
}

export const insert = async (tx: Db, { formId, label }: SurveyDefinition): Promise<Row> => {
  const survey = await tx
    .insertInto('surveys')
    .values({ form_id: formId, label })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.insertInto('survey_totals').values({ survey_id: survey.id }).execute()
  return survey
}

/** A version to store. */
export interface NewVersion {
  surveyId: string
  version: number
  definition: SurveyDefinition
  createdBy?: string | undefined
  warnings?: readonly StoredWarning[] | undefined
}

export const insertVersion = async (
  tx: Db,
  { surveyId, version, definition, createdBy, warnings = [] }: NewVersion,
): Promise<void> => {
  await tx
    .insertInto('survey_versions')
    .values({
      survey_id: surveyId,
      version,
      definition: JSON.stringify(definition),
      created_by: createdBy ?? null,
      warnings: JSON.stringify(warnings),
    })
    .execute()
}

export interface Change {
  label?: string
  version?: number
  status?: SurveyStatus
  open_from?: string | null
  close_on?: string | null
  closed_at?: Date | null
  settings_version?: number
}

export const update = async (tx: Db, id: string, change: Change): Promise<void> => {
  await tx
    .updateTable('surveys')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}
