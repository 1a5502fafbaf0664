import type { PeopleColumn } from '@baseline/contract/dashboard/contract.ts'
import { peoplePerPage } from '@baseline/contract/dashboard/contract.ts'
import type { OrderBy } from '@baseline/contract/list.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { often } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { orderOf } from '#platform/database/list.ts'

import { ofRange, ofResponses, ofSurvey } from './asked.ts'
import type { Asked } from './asked.ts'
import { inMonths, shifted } from './calendar.ts'
import type { Piece } from './calendar.ts'

/** The dimensions of the figures, and their columns in `survey_responses`. */
const columns = {
  investigator: 'investigator_name_folded',
  supervisor: 'supervisor_name_folded',
  district: 'district_name_folded',
  villageType: 'village_type_folded',
  villageCategory: 'village_category_folded',
} as const
type Dimension = keyof typeof columns

/**
 * Uses a prepared statement for all days, which every open screen requests every few seconds. A range or a
 * user's responses need a custom plan.
 */
const ifOften = ({ range, own }: Asked): RawBuilder<unknown> => (range || own ? sql`` : often)

/** Rows to sum: responses by status. */
const byStatus = (asked: Asked): RawBuilder<unknown> => {
  if (asked.own) return sql`select status, 1 as n from survey_responses where ${ofResponses(asked)}`
  const dimension = asked.range ? 'surveyDate' : 'all'
  return sql`select status, n from response_counts
    where dimension = ${sql.lit(dimension)} and ${ofSurvey(asked)} and ${ofRange(asked, sql`value`)}`
}

export const statusesOf = async (db: Db, asked: Asked): Promise<Record<ResponseStatus, number>> => {
  const { rows } = await sql<{ status: ResponseStatus; n: number }>`
    select ${ifOften(asked)} status, sum(n)::bigint n from (${byStatus(asked)}) lines group by 1`.execute(db)
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

/** Rows to sum: received and done responses by day. */
const byDay = (asked: Asked): RawBuilder<unknown> =>
  asked.own
    ? sql`select survey_date as day, 1 as received, is_done(status)::int as done
        from survey_responses where ${ofResponses(asked)} and survey_date is not null`
    : sql`select begins as day, received, done from response_days
        where dimension = 'all' and span = 'day' and ${ofSurvey(asked)} and ${ofRange(asked, sql`begins`)}`

export const daysOf = async (db: Db, asked: Asked) => {
  const { rows } = await sql<{ date: string; count: number; done: number }>`
    select ${ifOften(asked)} day as date, sum(received)::bigint count, sum(done)::bigint done
    from (${byDay(asked)}) lines
    group by 1 having sum(received) > 0 order by 1`.execute(db)
  return rows
}

/** Counts the done responses of each survey, for its target. */
export const doneBySurvey = async (db: Db, asked: Asked) => {
  const dimension = asked.range ? 'surveyDate' : 'all'
  const { rows } = await sql<{ survey_id: string; done: number }>`
    select ${ifOften(asked)} survey_id, sum(n)::bigint done from response_counts
    where dimension = ${sql.lit(dimension)} and is_done(status) and ${ofSurvey(asked)} and ${ofRange(asked, sql`value`)}
    group by 1`.execute(db)
  return rows
}

/** Selects the rows of `response_days` to sum; undefined where `response_counts` has few enough rows. */
const piecesOf = ({ range }: Asked, dimension: Dimension): Piece[] | undefined => {
  if (dimension === 'investigator')
    return range ? inMonths(range) : [{ span: 'ever', from: '-infinity', to: '-infinity' }]
  const { from = '-infinity', to = 'infinity' } = range ?? {}
  return range && [{ span: 'day', from, to }]
}

/** Rows to sum: received, done and returned responses by value of the dimension and by survey. */
const byValue = (asked: Asked, dimension: Dimension): RawBuilder<unknown> => {
  if (asked.own)
    return sql`select ${sql.ref(columns[dimension])} as value, survey_id,
        1 as received, is_done(status)::int as done, (status = 'returned')::int as returned
      from survey_responses where ${ofResponses(asked)} and ${sql.ref(columns[dimension])} is not null`
  const pieces = piecesOf(asked, dimension)
  if (!pieces)
    return sql`select value, survey_id,
        n as received, n * is_done(status)::int as done, n * (status = 'returned')::int as returned
      from response_counts where dimension = ${sql.lit(dimension)} and ${ofSurvey(asked)}`
  const lines = pieces.map(
    (piece) => sql`select value, survey_id, received, done, returned from response_days
      where dimension = ${sql.lit(dimension)} and span = ${sql.lit(piece.span)}
        and begins between ${piece.from} and ${piece.to} and ${ofSurvey(asked)}`,
  )
  return sql.join(lines, sql` union all `)
}

const addedUp = sql`sum(received)::bigint count, sum(done)::bigint done, sum(returned)::bigint returned`

export interface Grouped {
  value: string
  name: string
  survey_id: string
  count: number
  done: number
  returned: number
}

const label = (dimension: Dimension) =>
  sql`coalesce((select label from response_names where kind = ${sql.lit(dimension)} and folded = value), value)`

export const groupsOf = async (db: Db, asked: Asked, dimension: Dimension): Promise<Grouped[]> => {
  const { rows } = await sql<Grouped>`
    select ${ifOften(asked)} value, ${label(dimension)} as name, survey_id, ${addedUp}
    from (${byValue(asked, dimension)}) lines
    group by value, survey_id having sum(received) > 0 order by count desc, value`.execute(db)
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

/**
 * The median of `page.value`. For a range or a user, reads the responses by index; for all days, reads a
 * histogram with far fewer rows.
 */
const medianOf = (asked: Asked, dimension: Dimension) =>
  asked.range || asked.own
    ? sql`select percentile_disc(0.5) within group (order by minutes) as minutes from survey_responses
        where ${sql.ref(columns[dimension])} = page.value and ${ofResponses(asked)}`
    : sql`select min(minutes) as minutes
        from (
          select minutes, sum(sum(n)) over (order by minutes) as until_here, sum(sum(n)) over () as in_all
          from response_durations where dimension = ${sql.lit(dimension)} and value = page.value and ${ofSurvey(asked)}
          group by 1
        ) histogram
        where 2 * until_here >= in_all and in_all > 0`

/** Returns one page of people and their total number. Computes medians only for the people on the page. */
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
  const lastDays = { from: shifted(today, -2), to: today }
  const order = sql`${sql.ref(column)} ${direction === 'asc' ? sql`asc` : sql`desc`}, value`
  const { rows } = await sql<Person & { people: number; active_people: number; most: number }>`
    with ${ifOften(asked)} people as (
        select value, ${addedUp}, sum(returned)::numeric / sum(received) as share
        from (${byValue(asked, dimension)}) lines group by 1 having sum(received) > 0
      ),
      lately as (
        select distinct value from (${byValue({ ...asked, range: lastDays }, dimension)}) lines where received > 0
      ),
      ordered as (
        select people.*, lately.value is not null as active
        from people left join lately using (value)
      ),
      page as (select * from ordered order by ${order} limit ${peoplePerPage} offset ${offset})
    select ${label(dimension)} as name, count, done, returned, active, median.minutes, people, active_people, most
    from (
      select count(*) people, coalesce(max(count), 0) most, (select count(*) from ordered where active) active_people
      from people
    ) all_of_them
    left join page on true
    left join lateral (${medianOf(asked, dimension)}) median on true
    order by ${order}`.execute(db)
  return {
    rows: rows.flatMap(({ name, count, done, returned, active, minutes }) =>
      // An empty page still has one row, of nulls and totals.
      count === null ? [] : [{ name, count, done, returned, active, medianMinutes: minutes }],
    ),
    count: rows[0]?.people ?? 0,
    active: rows[0]?.active_people ?? 0,
    most: rows[0]?.most ?? 0,
  }
}
