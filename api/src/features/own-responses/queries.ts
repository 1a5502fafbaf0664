import type { Input } from '@baseline/contract/http.ts'
import type { listOwnResponses, OwnResponse } from '@baseline/contract/own-responses/contract.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Actor } from '#platform/auth/actor.ts'
import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { all, filtersOn } from '#platform/database/list.ts'
import { inScope } from '#platform/database/scoped-tables.ts'

import type { Period } from './period.ts'

/** The caller, whose own interviews are read. */
interface Caller {
  db: Db
  actor: Actor & { userId: string }
  scope: Scope
}

/**
 * Returns the condition of the caller's interviews. For a user who is linked to a person, that person is the enumerator.
 * Otherwise the user entered them, and the enumerator is no known person. The condition compares ids, because another
 * person can have the same name.
 */
const isOwn = ({ userId, userDetailsId }: Caller['actor']): RawBuilder<boolean> =>
  userDetailsId === null
    ? sql<boolean>`user_id = ${userId} and investigator_id is null`
    : sql<boolean>`investigator_id = ${userDetailsId}`

/** The id contains the time of receipt, so that the condition also excludes the partitions of earlier years. */
const isSince = (from: string): RawBuilder<boolean> => sql<boolean>`id >= uuid7_floor(${from}::timestamptz)`

const { oneOf } = filtersOn('survey_responses')

type Row = Pick<OwnResponse, 'status' | 'village' | 'isLate' | 'displayId' | 'surveyLabel' | 'surveyDate'> & {
  id: string
  receivedAt: Date
  returnReason: string | null
}

/**
 * Returns the interviews that were received in the period, last received first. `before` is a keyset. `offset 0` is an
 * optimisation fence: without it, the planner may scan the responses of all people in the order of their ids. The
 * subqueries are scalar: the planner may answer `exists` by a scan of all submissions.
 */
export const page = async (
  { db, actor, scope }: Caller,
  { since }: Period,
  { filter = {}, limit, before }: Input<typeof listOwnResponses>['query'],
): Promise<{ rows: OwnResponse[]; next: string | null }> => {
  const matches = all(
    isOwn(actor),
    isSince(since),
    before === undefined ? undefined : sql<boolean>`id < ${before}`,
    oneOf('status', filter.status),
    inScope('survey_responses', scope),
  )
  const { rows } = await sql<Row>`
    select id, display_id as "displayId", survey_label as "surveyLabel", village, survey_date as "surveyDate",
      created_at as "receivedAt", status,
      case when status = 'returned' then (
        select comment from response_comments
        where response_id = own.id and response_comments.status = 'returned'
        order by response_comments.id desc limit 1) end as "returnReason",
      coalesce((select true from field_submissions where response_id = own.id and problem ? 'isLate' limit 1), false)
        as "isLate"
    from (
      select * from (
        select id, display_id, survey_label, village, survey_date, created_at, status
        from survey_responses where ${matches} offset 0
      ) matching
      order by id desc limit ${limit + 1}
    ) own
    order by id desc`.execute(db)
  const shown = rows.slice(0, limit)
  return {
    rows: shown.map(({ id: _id, receivedAt, ...row }) => ({ ...row, receivedAt: receivedAt.toISOString() })),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

interface Count {
  status: OwnResponse['status']
  /** Null if the survey date is not in the period. */
  day: string | null
  count: number
}

/** Counts the interviews that were received in the period, by status and survey date. */
export const countByDay = async ({ db, actor, scope }: Caller, { since, days }: Period): Promise<Count[]> => {
  const [from, to] = [days[0], days.at(-1)]
  const { rows } = await sql<Count>`
    select status, case when survey_date between ${from}::date and ${to}::date then survey_date end as day, count(*)
    from survey_responses where ${all(isOwn(actor), isSince(since), inScope('survey_responses', scope))}
    group by 1, 2`.execute(db)
  return rows
}
