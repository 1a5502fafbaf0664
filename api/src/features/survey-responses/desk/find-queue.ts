import type { QueueFilter } from '@baseline/contract/survey-responses/desk.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { all, filtersOn } from '#platform/database/list.ts'
import { inScope, teamConditions } from '#platform/database/scoped-tables.ts'
import { limits } from '#platform/limits.ts'

import type { Reader } from '../scope.ts'

const { oneOf, oneOfFolded, contains } = filtersOn('review_queue')

/** The highest risk first; for equal risks, the longest wait. All indexes of the queue have this order. */
const order = sql`score desc, received_at, response_id`

export const isFree = sql<boolean>`(claimed_until is null or claimed_until <= now())`

const isAssigned = (assigned: QueueFilter['assigned'], userId: string) => {
  switch (assigned) {
    case 'mine':
      return sql<boolean>`reviewer_id = ${userId}`
    case 'others':
      return sql<boolean>`reviewer_id <> ${userId}`
    case 'nobody':
      return sql<boolean>`reviewer_id is null`
    case undefined:
      return undefined
  }
}

const teamOf = async (db: Db, person: string): Promise<string[]> => {
  const { rows } = await sql<{ team: string[] | null }>`select team_of(${person}) as team`.execute(db)
  return rows[0]?.team ?? []
}

/** Returns the people of a scope that consists of teams; undefined if it has other responses too. */
const staffOf = (scope: Scope): readonly string[] | undefined =>
  scope !== 'all' && scope.length > 0 && scope.every(({ staff }) => staff)
    ? [...new Set(scope.flatMap(({ staff }) => staff ?? []))]
    : undefined

/** A filter as conditions on the queue, and the people whose responses match, if the filter or the scope names them. */
export interface ResolvedQueue {
  conditions: RawBuilder<boolean>
  people: readonly string[] | undefined
}

export const resolveQueue = async (
  { db, actor, scope }: Reader,
  filter: QueueFilter = {},
): Promise<ResolvedQueue> => ({
  conditions: all(
    filter.notSelected ? sql<boolean>`not is_selected` : sql<boolean>`is_selected`,
    inScope('review_queue', scope),
    oneOf('survey_id', filter.surveyId),
    oneOfFolded('district', filter.districtName),
    contains('investigator', filter.investigatorName),
    filter.overdue ? sql<boolean>`due_at < now()` : undefined,
    isAssigned(filter.assigned, actor.userId),
  ),
  people: filter.team ? await teamOf(db, filter.team) : staffOf(scope),
})

/**
 * Returns the ids of a page. Reads the riskiest responses of each person of a team from the index of that person, and
 * merges them: a scan of the whole queue would read the responses of all others first.
 */
export const findPage = async (
  db: Db,
  { conditions, people }: ResolvedQueue,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> => {
  const select = (condition: RawBuilder<boolean>) => sql`
    select response_id, score, received_at from review_queue where ${condition} and ${conditions}
    order by ${order} limit ${offset + limit}`
  const parts = people
    ? teamConditions(sql`member.id`, people).map(
        (condition) => sql`
          select found.* from unnest(${people}::uuid[]) member (id) cross join lateral (${select(condition)}) found`,
      )
    : [select(sql<boolean>`true`)]
  const { rows } = await sql<{ id: string }>`
    select response_id as id from (${sql.join(parts, sql` union all `)}) near
    order by ${order} offset ${offset} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts the responses up to the limit of all lists. */
export const countQueue = async (
  db: Db,
  { conditions, people }: ResolvedQueue,
): Promise<{ count: number; countIsEstimate?: true }> => {
  const cap = limits.countedRows
  const conditionsOfParts = people ? teamConditions(sql`any(${people}::uuid[])`, people) : [sql`true`]
  const parts = conditionsOfParts.map(
    (condition) => sql`select 1 from review_queue where ${condition} and ${conditions}`,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${sql.join(parts, sql` union all `)} limit ${cap + 1}) counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return count > cap ? { count: cap, countIsEstimate: true } : { count }
}
