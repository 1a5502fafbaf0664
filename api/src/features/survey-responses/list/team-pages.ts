import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { teamConditions } from '#platform/database/scoped-tables.ts'
import { limits } from '#platform/limits.ts'

import { yearConditions } from '../partition-years.ts'
import { toOrderByClause } from './order.ts'
import type { Order } from './order.ts'
import { mergeParts } from './page-parts.ts'
import type { Page } from './page-parts.ts'

/** Ids of user details. The list has all responses of this team, and no filter. */
type Team = readonly string[]

/** Maximum number of responses of a team that a list counts, sorts or holds in a hash table. */
export const maxTeamResponses = 50_000

/** Above this number of people, the responses of each are not read separately, and fewer are counted. */
export const maxMergedPeople = 100

const responsesOf = (team: Team): RawBuilder<boolean>[] => teamConditions(sql`any(${team})`, team)

/** Counts the responses of a team with index-only scans. */
export const countTeam = async (db: Db, team: Team): Promise<{ count: number; countIsEstimate?: true }> => {
  const cap = team.length <= maxMergedPeople ? maxTeamResponses : limits.countedRows
  const branches = responsesOf(team).map(
    (condition) => sql`select 1 from survey_responses where ${condition}`,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${sql.join(branches, sql` union all `)} limit ${cap + 1}) counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return count > cap ? { count: limits.countedRows, countIsEstimate: true } : { count }
}

const selectColumns = ({ by }: Order): RawBuilder<unknown> =>
  sql.join(['id', ...by].map((column) => sql.ref(`survey_responses.${column}`)))

/** Reads the latest or earliest responses of each person from the index of that person, and merges them. */
export const pageOfPeople = (db: Db, page: Page, team: Team) => {
  const { order, offset, limit } = page
  const parts = yearConditions().flatMap((year) =>
    teamConditions(sql`member.id`, team).map(
      (condition) => sql`select near_rows.* from unnest(${team}::uuid[]) member (id) cross join lateral (
        select ${selectColumns(order)} from survey_responses where ${year} and ${condition}
        order by ${toOrderByClause(order)} limit ${offset + limit}) near_rows`,
    ),
  )
  return mergeParts(db, page, parts).execute()
}

const indexedColumns: Order['by'] = ['start_time', 'investigator_name_folded', 'supervisor_name_folded']

/** Whether the indexes of people have all columns of the order. */
export const isIndexedByPerson = ({ by }: Order): boolean =>
  by.every((column) => indexedColumns.includes(column))

/**
 * Sorts the responses of a team with index-only scans. The responses of a team have few names, so that a scan
 * in the order of names may read most of the others first.
 */
export const pageOfSortedTeam = (db: Db, page: Page, team: Team) => {
  const parts = responsesOf(team).map(
    (condition) =>
      sql`select * from (select ${selectColumns(page.order)} from survey_responses where ${condition} offset 0) found`,
  )
  return mergeParts(db, page, parts).execute()
}

/**
 * Scans each year in the sort order, and looks up the ids in a hash table of the team's ids. Both come
 * from index-only scans. `is true` prevents a join, which would not keep the order.
 */
export const pageByTeamWalk = (db: Db, page: Page, team: Team) => {
  const parts = yearConditions().map((year) => {
    const ids = responsesOf(team).map(
      (condition) => sql`select id from survey_responses where ${year} and ${condition}`,
    )
    return sql`select ${selectColumns(page.order)} from survey_responses
      where ${year} and (id in (${sql.join(ids, sql` union all `)})) is true`
  })
  return mergeParts(db, page, parts).execute()
}
