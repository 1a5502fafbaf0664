import type { Input } from '@baseline/contract/http.ts'
import { alertDays } from '@baseline/contract/read-log/contract.ts'
import type { listReadLog, ReadAlert, ReadLogEntry } from '@baseline/contract/read-log/contract.ts'
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import { z } from 'zod'

import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { all, answerList, filtersOn, orderOf } from '#platform/database/list.ts'
import { recordLabel } from '#platform/database/record-label.ts'
import type { Schema } from '#platform/database/schema.ts'

type Query = Input<typeof listReadLog>['query']

const columns = { timestamp: 'timestamp' } as const
const { oneOf, within } = filtersOn('read_log')

/** Finds the users first: a condition on their ids uses the index of each, in the order of the list. */
const isBy = async (db: Db, text: string | undefined): Promise<RawBuilder<boolean> | undefined> => {
  if (!text) return undefined
  const { rows } = await sql<{ id: string }>`
    select id from users where full_name_folded like search_pattern(${text}) or email like search_pattern(${text})
    limit 1000`.execute(db)
  return (
    oneOf(
      'user_id',
      rows.map(({ id }) => id),
    ) ?? sql<boolean>`false`
  )
}

const isOf = (recordId: string | undefined): RawBuilder<boolean> | undefined => {
  if (!recordId) return undefined
  return z.uuid().safeParse(recordId).success ? sql<boolean>`record_id = ${recordId}` : sql<boolean>`false`
}

/** A limited scope excludes reads of responses: filters and counts tell about responses outside of it. */
const isInScope = (scope: Scope): RawBuilder<boolean> | undefined =>
  scope === 'all' ? undefined : sql<boolean>`entity in ('user', 'userDetails')`

const userOf = (column: 'email' | 'full_name', table: 'read_log' | 'read_alerts') =>
  sql<string | null>`(select ${sql.ref(column)} from users where id = ${sql.ref(`${table}.user_id`)})`

type User = Pick<ReadLogEntry, 'userEmail' | 'userName'>
type Row = Selectable<Schema['read_log']> & User & { label: string | null }

const present = (row: Row): ReadLogEntry => ({
  id: row.id,
  timestamp: row.timestamp.toISOString(),
  userId: row.user_id,
  userEmail: row.userEmail,
  userName: row.userName,
  entity: row.entity,
  kind: row.kind,
  recordId: row.record_id,
  recordLabel: row.label,
  filter: row.filter,
  recordCount: row.record_count,
})

/** Returns one page, newest first; without a limit, streams the whole log. */
export const list = async (
  { db, scope }: { db: Db; scope: Scope },
  { filter = {}, orderBy = 'timestamp_DESC', ...page }: Query,
) => {
  const { column, direction } = orderOf(columns, orderBy)
  const conditions = all(
    within('timestamp', filter.timestampRange),
    await isBy(db, filter.user),
    oneOf('kind', filter.kind),
    oneOf('entity', filter.entity),
    isOf(filter.recordId),
    isInScope(scope),
  )
  return answerList(db, page, {
    matching: (from) => from.selectFrom('read_log').where(conditions),
    ordered: (rows) =>
      rows
        .selectAll()
        .select([
          userOf('email', 'read_log').as('userEmail'),
          userOf('full_name', 'read_log').as('userName'),
          recordLabel({ entity: sql`entity`, id: sql`record_id` }).as('label'),
        ])
        .orderBy(column, direction)
        .orderBy('id', direction),
    present,
  })
}

export const listAlerts = (db: Db): Promise<ReadAlert[]> =>
  db
    .selectFrom('read_alerts')
    .select([
      'user_id as userId',
      userOf('email', 'read_alerts').as('userEmail'),
      userOf('full_name', 'read_alerts').as('userName'),
      'day',
      'record_count as recordCount',
    ])
    .where('day', '>', sql<string>`(now() at time zone 'UTC')::date - ${alertDays}::int`)
    .orderBy('day', 'desc')
    .orderBy('record_count', 'desc')
    .execute()

/**
 * Stores an alert for each user who read more records today or yesterday, and returns the new ones. Yesterday
 * counts because its last reads are stored after midnight (UTC). A file counts once, although its user exports
 * it and then fetches it.
 */
export const raiseAlerts = async (db: Db, maxRecords: number) => {
  const { rows } = await sql<Pick<ReadAlert, 'userId' | 'day' | 'recordCount'>>`
    with recent as (
      select user_id, (timestamp at time zone 'UTC')::date as day, kind, record_id, record_count
      from read_log where timestamp >= (date_trunc('day', now() at time zone 'UTC') - interval '1 day') at time zone 'UTC'),
    counted as (
      select user_id, day, record_count from recent where kind not in ('export', 'download')
      union all
      select user_id, day, max(record_count) from recent where kind in ('export', 'download')
      group by user_id, day, record_id)
    insert into read_alerts (user_id, day, record_count)
    select user_id, day, least(sum(record_count), 2147483647) from counted
    group by user_id, day having sum(record_count) > ${maxRecords}
    on conflict do nothing
    returning user_id as "userId", day, record_count as "recordCount"`.execute(db)
  return rows
}
