import type {
  DataReport,
  Erasure,
  listErasures,
  Subject,
} from '@baseline/contract/data-protection/contract.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { Selectable } from 'kysely'

import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { all, answerList, buildOrderBy, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'

import { reportSubject, requireDisabled } from './subject.ts'

export type ErasureRow = Selectable<Schema['erasures']>

const reportFields = ['responses', 'files', 'comments', 'auditEntries', 'exports'] as const
const emptyReport: DataReport = { responses: 0, files: 0, comments: 0, auditEntries: 0, exports: 0 }

export const present = (row: ErasureRow & { survey_label: string | null }): Erasure => ({
  id: row.id,
  kind: row.kind,
  status: row.state,
  surveyLabel: row.survey_label,
  reason: row.reason,
  report: { ...emptyReport, ...row.report },
  createdByEmail: row.created_by_email,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

const { oneOf } = filtersOn('erasures')

export const list = (
  db: Db,
  { filter = {}, orderBy = 'createdAt_DESC', ...page }: Input<typeof listErasures>['query'],
) =>
  answerList(db, page, {
    matching: (from) =>
      from.selectFrom('erasures').where(all(oneOf('kind', filter.kind), oneOf('state', filter.status))),
    ordered: (rows) =>
      rows
        .leftJoin('surveys', 'surveys.id', 'erasures.survey_id')
        .selectAll('erasures')
        .select('surveys.label as survey_label')
        // Ids are UUIDv7, in the order of creation.
        .orderBy(buildOrderBy({ createdAt: 'erasures.id' }, orderBy)),
    present,
  })

export const get = (db: Db, id: string): Promise<ErasureRow> =>
  db.selectFrom('erasures').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const authorOf = (row: ErasureRow): Author => ({
  id: row.created_by_id ?? undefined,
  email: row.created_by_email,
})

/** Stores an erasure for the worker. Throws if the subject has no data, or can still sign in. */
export const requestErasure = async (
  { db, author }: { db: Db; author: Author },
  subject: Subject,
  reason: string,
): Promise<ErasureRow> => {
  await reportSubject(db, subject)
  await requireDisabled(db, subject)
  return db
    .insertInto('erasures')
    .values({
      kind: subject.kind,
      ...(subject.kind === 'household'
        ? { response_ids: subject.responseIds }
        : { user_id: subject.userId, user_details_id: subject.userDetailsId }),
      reason,
      created_by_id: author.id ?? null,
      created_by_email: author.email,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether the transaction that erases the records has run: a job may run twice. */
export const hasReport = async (tx: Db, id: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('erasures')
    .select('report')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.report.responses !== undefined
}

/** Adds the numbers of a step to the report of an erasure. */
export const addToReport = async (tx: Db, id: string, step: Partial<DataReport>): Promise<void> => {
  const { report } = await tx
    .selectFrom('erasures')
    .select('report')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const sum = { ...emptyReport, ...report }
  for (const name of reportFields) sum[name] += step[name] ?? 0
  await tx
    .updateTable('erasures')
    .set({ report: JSON.stringify(sum) })
    .where('id', '=', id)
    .execute()
}
