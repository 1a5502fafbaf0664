import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { limits } from '#platform/limits.ts'

/** The users and records that a search text matches. */
export interface Search {
  text: string
  /** Ids of users whose name or address contains the text; at most one more than `maxPeople`. */
  people: string[]
  /** Ids of responses with this Survey Id, including deleted ones, and of their comments. */
  records: string[]
}

/** `buildIndexWalk` reads an index once per user, so a text that matches more users uses a filter instead. */
const maxPeople = 200
const maxRecords = 1000

export const isWalkable = ({ people }: Search): boolean => people.length <= maxPeople

const peopleLike = (text: string) =>
  sql`select id from users where full_name_folded like search_pattern(${text}) or email like search_pattern(${text})`

export const resolveSearch = async (db: Db, text: string): Promise<Search> => {
  const people = await sql<{ id: string }>`${peopleLike(text)} limit ${maxPeople + 1}`.execute(db)
  const records = await sql<{ id: string }>`
    with found as (
      select id::text from survey_responses where display_id_folded = folded(${text})
      union select entity_id from audit_log
      where folded("values" -> 'before' ->> 'displayId') = folded(${text})
        and entity_name = 'surveyResponse' and action = 'destroy')
    select id from found
    union all select id::text from response_comments where response_id in (select id::uuid from found)
    limit ${maxRecords}`.execute(db)
  const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)
  return { text, people: idsOf(people), records: idsOf(records) }
}

const isByOperator = ({ text }: Search) =>
  sql<boolean>`created_by_id is null and created_by_email like search_pattern(${text})`

/** The search as a filter: for other orders, for streams and for a text that matches many users. */
export const matches = (search: Search): RawBuilder<boolean> =>
  sql<boolean>`(created_by_id in (${peopleLike(search.text)}) or entity_id = any(${search.records})
    or (${isByOperator(search)}))`

interface Walk {
  search: Search
  conditions: RawBuilder<boolean>
  direction: 'asc' | 'desc'
  /** Maximum entries to read for each user, for the records and for operators. */
  top: number
}

/**
 * Builds queries for the first entries of each user, of the records and of operators, each in index order. A
 * filter on the log in time order would read millions of entries to find a user who left long ago.
 */
const buildIndexWalk = ({ search, conditions, direction, top }: Walk) => {
  const orderClause = sql.raw(`order by timestamp ${direction}, id ${direction}`)
  return {
    people: sql`select entry.id, entry.timestamp from unnest(${search.people}::uuid[]) person (id)
      cross join lateral (select id, timestamp from audit_log
        where created_by_id = person.id and ${conditions} ${orderClause} limit ${top}) entry`,
    records: sql`select id, timestamp from audit_log
      where entity_id = any(${search.records}) and ${conditions} ${orderClause} limit ${top}`,
    operators: sql`select id, timestamp from audit_log
      where ${isByOperator(search)} and ${conditions} ${orderClause} limit ${top}`,
    orderClause,
  }
}

/** Returns the ids of one page in time order. */
export const findPage = async (
  db: Db,
  { offset, limit, ...walkOptions }: Omit<Walk, 'top'> & { offset: number; limit: number },
): Promise<string[]> => {
  const { people, records, operators, orderClause } = buildIndexWalk({ ...walkOptions, top: offset + limit })
  const { rows } = await sql<{ id: string }>`
    select id from ((${people}) union (${records}) union (${operators})) found
    ${orderClause} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts exactly up to `limits.countedRows`, as every list does. */
export const countMatches = async (
  db: Db,
  walkOptions: Omit<Walk, 'top' | 'direction'>,
): Promise<{ count: number; countIsEstimate?: true }> => {
  const top = limits.countedRows + 1
  const { people, records, operators } = buildIndexWalk({ ...walkOptions, direction: 'desc', top })
  const { rows } = await sql<{ count: number }>`
    select count(*) from ((${people} limit ${top}) union (${records}) union (${operators})) found`.execute(db)
  const count = rows[0]?.count ?? 0
  return count > limits.countedRows ? { count: limits.countedRows, countIsEstimate: true } : { count }
}
