import type { PeopleColumn } from '@baseline/contract/dashboard/contract.ts'
import { peoplePerPage } from '@baseline/contract/dashboard/contract.ts'
import type { OrderBy } from '@baseline/contract/list.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { orderOf } from '#platform/database/list.ts'

import { ofRange, ofResponses, ofSurvey } from './asked.ts'
import type { Asked } from './asked.ts'
import { inMonths, shifted } from './calendar.ts'
import type { Piece } from './calendar.ts'

/** What responses are grouped by, and where they have it themselves. */
const columns = {
  investigator: 'investigator_name_folded',
  supervisor: 'supervisor_name_folded',
  district: 'district_name_folded',
  villageType: 'village_type_folded',
  villageCategory: 'village_category_folded',
} as const
type Dimension = keyof typeof columns

/** How many there are of each status; of each day, if days are asked for. */
const byStatus = (asked: Asked, day: boolean): RawBuilder<unknown> => {
  if (asked.own)
    return sql`select ${day ? sql`survey_date::text` : sql`null`} as day, status, count(*) n
      from survey_responses where ${ofResponses(asked)} group by 1, 2`
  const dimension = day || asked.range ? 'surveyDate' : 'all'
  return sql`select ${day ? sql`value` : sql`null`} as day, status, sum(n) n from response_counts
    where dimension = ${dimension} and ${ofSurvey(asked)} and ${ofRange(asked, sql`value`)} group by 1, 2`
}

export const statusesOf = async (db: Db, asked: Asked): Promise<Record<ResponseStatus, number>> => {
  const { rows } = await sql<{ status: ResponseStatus; n: number }>`
    select status, n::bigint from (${byStatus(asked, false)}) counted`.execute(db)
  const known = new Map(rows.map(({ status, n }) => [status, n]))
  const of = (status: ResponseStatus) => known.get(status) ?? 0
  return {
    inProgress: of('inProgress'),
    submitted: of('submitted'),
    onHold: of('onHold'),
    returned: of('returned'),
    resubmitted: of('resubmitted'),
    verified: of('verified'),
    approved: of('approved'),
    rejected: of('rejected'),
  }
}

export const daysOf = async (db: Db, asked: Asked) => {
  const { rows } = await sql<{ date: string; count: number; done: number }>`
    select day as date, sum(n)::bigint count, coalesce(sum(n) filter (where is_done(status)), 0)::bigint done
    from (${byStatus(asked, true)}) counted where day is not null
    group by 1 having sum(n) > 0 order by 1`.execute(db)
  return rows
}

/** What counts towards the target of each survey. */
export const doneBySurvey = async (db: Db, asked: Asked) => {
  const dimension = asked.range ? 'surveyDate' : 'all'
  const { rows } = await sql<{ survey_id: string; done: number }>`
    select survey_id, sum(n)::bigint done from response_counts
    where dimension = ${dimension} and is_done(status) and ${ofSurvey(asked)} and ${ofRange(asked, sql`value`)}
    group by 1`.execute(db)
  return rows
}

/** Which of the lines by day are added up; none where the counts by status are few enough. */
const piecesOf = ({ range }: Asked, dimension: Dimension): Piece[] | undefined => {
  if (dimension === 'investigator')
    return range ? inMonths(range) : [{ span: 'ever', from: '-infinity', to: '-infinity' }]
  const { from = '-infinity', to = 'infinity' } = range ?? {}
  return range && [{ span: 'day', from, to }]
}

/** Every value of a dimension that responses have, by survey: how many, done and returned. */
const grouped = (asked: Asked, dimension: Dimension): RawBuilder<unknown> => {
  const summed = sql`coalesce(sum(n), 0) count, coalesce(sum(n) filter (where is_done(status)), 0) done,
    coalesce(sum(n) filter (where status = 'returned'), 0) returned`
  if (asked.own) {
    const column = sql.ref(columns[dimension])
    return sql`select value, survey_id, ${summed}
      from (
        select ${column} as value, survey_id, status, count(*) n from survey_responses
        where ${ofResponses(asked)} and ${column} is not null group by 1, 2, 3
      ) own group by 1, 2`
  }
  const pieces = piecesOf(asked, dimension)
  if (!pieces)
    return sql`select value, survey_id, ${summed} from response_counts
      where dimension = ${dimension} and ${ofSurvey(asked)} group by 1, 2 having sum(n) > 0`
  const lines = pieces.map(
    (piece) => sql`select value, survey_id, received, done, returned from response_days
      where dimension = ${dimension} and span = ${piece.span} and begins between ${piece.from} and ${piece.to}
        and ${ofSurvey(asked)}`,
  )
  return sql`select value, survey_id, sum(received) count, sum(done) done, sum(returned) returned
    from (${sql.join(lines, sql` union all `)}) lines group by 1, 2 having sum(received) > 0`
}

export interface Grouped {
  value: string
  name: string
  survey_id: string
  count: number
  done: number
  returned: number
}

const label = (dimension: Dimension) =>
  sql`coalesce((select label from response_names where kind = ${dimension} and folded = value), value)`

export const groupsOf = async (db: Db, asked: Asked, dimension: Dimension): Promise<Grouped[]> => {
  const { rows } = await sql<Grouped>`
    select value, ${label(dimension)} as name, survey_id, count::bigint, done::bigint, returned::bigint
    from (${grouped(asked, dimension)}) grouped order by count desc, value`.execute(db)
  return rows
}

interface Person {
  name: string
  count: number | null
  done: number
  returned: number
  active: boolean
  minutes: number | null
}

const orders: Record<PeopleColumn, string> = {
  name: 'value',
  count: 'count',
  done: 'done',
  returned: 'share',
  active: 'active',
}

/** Who has an interview of one of these days. */
const activeSince = (asked: Asked, dimension: Dimension, days: { from: string; to: string }) => {
  const lately = { ...asked, range: days }
  return sql`select distinct value from (${grouped(lately, dimension)}) lately`
}

/** The median of `page.value`: of any range from the index of their responses, of all days from a histogram of far fewer lines. */
const medianOf = (asked: Asked, dimension: Dimension) =>
  asked.range || asked.own
    ? sql`select percentile_disc(0.5) within group (order by minutes) as minutes from survey_responses
        where ${sql.ref(columns[dimension])} = page.value and ${ofResponses(asked)}`
    : sql`select min(minutes) as minutes
        from (
          select minutes, sum(sum(n)) over (order by minutes) as until_here, sum(sum(n)) over () as in_all
          from response_durations where dimension = ${dimension} and value = page.value and ${ofSurvey(asked)}
          group by 1
        ) histogram
        where 2 * until_here >= in_all and in_all > 0`

/** One page of the people, and how many there are; medians are looked up for those on the page alone. */
export const peopleOf = async (
  db: Db,
  asked: Asked,
  {
    dimension,
    orderBy,
    offset,
    today,
  }: {
    dimension: 'investigator' | 'supervisor'
    orderBy: OrderBy<PeopleColumn>
    offset: number
    today: string
  },
) => {
  const { column, direction } = orderOf(orders, orderBy)
  const order = sql`${sql.ref(column)} ${direction === 'asc' ? sql`asc` : sql`desc`}, value`
  const { rows } = await sql<Person & { people: number; active_people: number }>`
    with people as (
        select value, sum(count)::bigint count, sum(done)::bigint done, sum(returned)::bigint returned,
          sum(returned) / sum(count) as share
        from (${grouped(asked, dimension)}) grouped group by 1
      ),
      lately as (${activeSince(asked, dimension, { from: shifted(today, -2), to: today })}),
      ordered as (
        select people.*, lately.value is not null as active
        from people left join lately using (value)
      ),
      page as (select * from ordered order by ${order} limit ${peoplePerPage} offset ${offset})
    select ${label(dimension)} as name, count, done, returned, active, median.minutes, people, active_people
    from (select (select count(*) from people) people, (select count(*) from lately) active_people) all_of_them
    left join page on true
    left join lateral (${medianOf(asked, dimension)}) median on true
    order by ${order}`.execute(db)
  return {
    rows: rows.flatMap(({ name, count, done, returned, active, minutes }) =>
      // A page beyond the last has nobody on it.
      count === null ? [] : [{ name, count, done, returned, active, medianMinutes: minutes }],
    ),
    count: rows[0]?.people ?? 0,
    active: rows[0]?.active_people ?? 0,
  }
}
