import type { PeopleColumn } from '@baseline/contract/dashboard/contract.ts'
import { peoplePerPage } from '@baseline/contract/dashboard/contract.ts'
import type { OrderBy } from '@baseline/contract/list.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { orderOf } from '#platform/database/list.ts'

import { addDays, splitByMonth } from './calendar.ts'
import type { Period } from './calendar.ts'
import { inRange, readsResponses, responseCondition, rollupCondition } from './scope.ts'
import type { DashboardScope } from './scope.ts'

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
 * limited scope need a custom plan.
 */
const preparedIfUnfiltered = ({ range, allowed }: DashboardScope): RawBuilder<unknown> =>
  range || allowed !== 'all' ? sql`` : prepared

/** Rows to sum: responses by status. */
const byStatus = (scope: DashboardScope): RawBuilder<unknown> => {
  if (readsResponses(scope))
    return sql`select status, 1 as n from survey_responses where ${responseCondition(scope)}`
  const dimension = scope.range ? 'surveyDate' : 'all'
  return sql`select status, n from response_counts
    where dimension = ${sql.lit(dimension)} and ${rollupCondition(scope)} and ${inRange(scope, sql`value`)}`
}

export const statusesOf = async (db: Db, scope: DashboardScope): Promise<Record<ResponseStatus, number>> => {
  const { rows } = await sql<{ status: ResponseStatus; n: number }>`
    select ${preparedIfUnfiltered(scope)} status, sum(n)::bigint n from (${byStatus(scope)}) lines group by 1`.execute(
    db,
  )
  const counts = new Map(rows.map(({ status, n }) => [status, n]))
  const countOf = (status: ResponseStatus) => counts.get(status) ?? 0
  return {
    inProgress: countOf('inProgress'),
    submitted: countOf('submitted'),
    onHold: countOf('onHold'),
    returned: countOf('returned'),
    resubmitted: countOf('resubmitted'),
    verified: countOf('verified'),
    approved: countOf('approved'),
    rejected: countOf('rejected'),
  }
}

/** Rows to sum: received and done responses by day. */
const byDay = (scope: DashboardScope): RawBuilder<unknown> =>
  readsResponses(scope)
    ? sql`select survey_date as day, 1 as received, is_done(status)::int as done
        from survey_responses where ${responseCondition(scope)} and survey_date is not null`
    : sql`select begins as day, received, done from response_days
        where dimension = 'all' and span = 'day' and ${rollupCondition(scope)} and ${inRange(scope, sql`begins`)}`

export const daysOf = async (db: Db, scope: DashboardScope) => {
  const { rows } = await sql<{ date: string; count: number; done: number }>`
    select ${preparedIfUnfiltered(scope)} day as date, sum(received)::bigint count, sum(done)::bigint done
    from (${byDay(scope)}) lines
    group by 1 having sum(received) > 0 order by 1`.execute(db)
  return rows
}

/** Counts the done responses of each survey, for its target. */
export const doneBySurvey = async (db: Db, scope: DashboardScope) => {
  const dimension = scope.range ? 'surveyDate' : 'all'
  const { rows } = await sql<{ survey_id: string; done: number }>`
    select ${preparedIfUnfiltered(scope)} survey_id, sum(n)::bigint done from response_counts
    where dimension = ${sql.lit(dimension)} and is_done(status) and ${rollupCondition(scope)} and ${inRange(scope, sql`value`)}
    group by 1`.execute(db)
  return rows
}

/** Selects the rows of `response_days` to sum; undefined where `response_counts` has few enough rows. */
const periodsOf = ({ range }: DashboardScope, dimension: Dimension): Period[] | undefined => {
  if (dimension === 'investigator')
    return range ? splitByMonth(range) : [{ span: 'ever', from: '-infinity', to: '-infinity' }]
  const { from = '-infinity', to = 'infinity' } = range ?? {}
  return range && [{ span: 'day', from, to }]
}

/** Rows to sum: received, done and returned responses by value of the dimension and by survey. */
const byValue = (scope: DashboardScope, dimension: Dimension): RawBuilder<unknown> => {
  if (readsResponses(scope))
    return sql`select ${sql.ref(columns[dimension])} as value, survey_id,
        1 as received, is_done(status)::int as done, (status = 'returned')::int as returned
      from survey_responses where ${responseCondition(scope)} and ${sql.ref(columns[dimension])} is not null`
  const periods = periodsOf(scope, dimension)
  if (!periods)
    return sql`select value, survey_id,
        n as received, n * is_done(status)::int as done, n * (status = 'returned')::int as returned
      from response_counts where dimension = ${sql.lit(dimension)} and ${rollupCondition(scope)}`
  const lines = periods.map(
    (period) => sql`select value, survey_id, received, done, returned from response_days
      where dimension = ${sql.lit(dimension)} and span = ${sql.lit(period.span)}
        and begins between ${period.from} and ${period.to} and ${rollupCondition(scope)}`,
  )
  return sql.join(lines, sql` union all `)
}

const sums = sql`sum(received)::bigint count, sum(done)::bigint done, sum(returned)::bigint returned`

export interface GroupRow {
  value: string
  name: string
  survey_id: string
  count: number
  done: number
  returned: number
}

const label = (dimension: Dimension) =>
  sql`coalesce((select label from response_names where kind = ${sql.lit(dimension)} and folded = value), value)`

export const groupsOf = async (db: Db, scope: DashboardScope, dimension: Dimension): Promise<GroupRow[]> => {
  const { rows } = await sql<GroupRow>`
    select ${preparedIfUnfiltered(scope)} value, ${label(dimension)} as name, survey_id, ${sums}
    from (${byValue(scope, dimension)}) lines
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
 * The median of `page.value`. For a range or a limited scope, reads the responses by index; for all days,
 * reads a histogram with far fewer rows.
 */
const medianOf = (scope: DashboardScope, dimension: Dimension) =>
  scope.range || readsResponses(scope)
    ? sql`select percentile_disc(0.5) within group (order by minutes) as minutes from survey_responses
        where ${sql.ref(columns[dimension])} = page.value and ${responseCondition(scope)}`
    : sql`select min(minutes) as minutes
        from (
          select minutes, sum(sum(n)) over (order by minutes) as until_here, sum(sum(n)) over () as in_all
          from response_durations where dimension = ${sql.lit(dimension)} and value = page.value and ${rollupCondition(scope)}
          group by 1
        ) histogram
        where 2 * until_here >= in_all and in_all > 0`

/** Returns one page of people and their total number. Computes medians only for the people on the page. */
export const peopleOf = async (
  db: Db,
  scope: DashboardScope,
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
  const lastDays = { from: addDays(today, -2), to: today }
  const order = sql`${sql.ref(column)} ${direction === 'asc' ? sql`asc` : sql`desc`}, value`
  const { rows } = await sql<Person & { people: number; active_people: number; most: number }>`
    with ${preparedIfUnfiltered(scope)} people as (
        select value, ${sums}, sum(returned)::numeric / sum(received) as share
        from (${byValue(scope, dimension)}) lines group by 1 having sum(received) > 0
      ),
      lately as (
        select distinct value from (${byValue({ ...scope, range: lastDays }, dimension)}) lines where received > 0
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
    left join lateral (${medianOf(scope, dimension)}) median on true
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
