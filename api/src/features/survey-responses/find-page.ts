import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { kept, often } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { limits } from '#platform/limits.ts'

import type { Matching } from './filter.ts'
import { inOrder } from './order.ts'
import type { Order } from './order.ts'
import { rowColumns } from './queries.ts'
import type { ListedRow } from './queries.ts'

interface Page {
  order: Order
  offset: number
  limit: number
}

/** Above this offset, rows are skipped in an index without reading them. */
export const farOffset = 1_000

const hour = 3_600_000
const day = 24 * hour

/**
 * Least and greatest distance of each time from the start of a timely interview, in ms. Matches the
 * definition of the column `timely`.
 */
const fromStart = {
  start_time: [0, 0],
  end_time: [0, 7 * day],
  created_at: [-hour, 7 * day],
  // Midnight of a date that can differ by one day from the date in UTC.
  survey_date: [-2 * day, day],
} as const
type Time = keyof typeof fromStart
const isTime = (column: string): column is Time => column in fromStart

interface Range {
  column: Time
  ends: readonly (string | undefined)[]
}

const widthOf = ({ ends: [from, to] }: Range): number =>
  from && to ? Date.parse(to) - Date.parse(from) : Infinity

/** Returns the narrowest time range of a filter. */
export const rangeOf = (filter: SurveyResponseFilter): Range | undefined => {
  const ranges: [Time, readonly (string | undefined)[] | undefined][] = [
    ['start_time', filter.startTimeRange],
    ['created_at', filter.createdAtRange],
    ['end_time', filter.endTimeRange],
    ['survey_date', filter.surveyDateRange],
  ]
  return ranges
    .flatMap(([column, ends]) => (ends?.some(Boolean) ? [{ column, ends }] : []))
    .reduce<Range | undefined>((best, one) => (best && widthOf(best) <= widthOf(one) ? best : one), undefined)
}

/** Returns the bounds of one time that follow from a range of another, for timely interviews. */
const boundsOf = (column: Time, { column: of, ends: [from, to] }: Range): RawBuilder<boolean> => {
  const [least, most] = fromStart[column]
  const [leastOf, mostOf] = fromStart[of]
  const at = (end: string, shift: number) => {
    const moved = new Date(Date.parse(end) + shift).toISOString()
    return column === 'survey_date' ? moved.slice(0, 10) : moved
  }
  const conditions = [
    ...(from ? [sql`${sql.ref(column)} >= ${at(from, least - mostOf)}`] : []),
    ...(to ? [sql`${sql.ref(column)} <= ${at(to, most - leastOf)}`] : []),
  ]
  return sql<boolean>`(timely and ${sql.join(conditions, sql` and `)})`
}

/**
 * Maximum number of matches to sort. Lower in the default order, which an index provides for most filters,
 * and 0 for one name, for which it always does.
 */
const mostSorted = ({ isOneName }: Matching, { order }: Page): number => {
  if (order.by[0] !== 'start_time') return 50_000
  return isOneName ? 0 : limits.countedRows
}

/** OFFSET 0 is an optimisation fence: the rows are found by their filters, regardless of the outer query. */
const foundFirst = (db: Db, rows: Matching) => db.selectFrom(rows.from(db).selectAll().offset(0).as('found'))

/**
 * Finds a small number of rows by their filters, then sorts them. Without the fence, the planner may scan
 * millions of other rows in the sort order.
 */
const sorted = (db: Db, rows: Matching, { order, offset, limit }: Page) =>
  foundFirst(db, rows).select(rowColumns).orderBy(inOrder(order)).offset(offset).limit(limit)

/** Page sizes of the interface. Only these have a prepared statement. */
const oftenAsked: readonly number[] = [10, 20, 50, 100]
const firstPages = new Map<string, ReturnType<typeof kept<ListedRow>>>()

/**
 * Reads the first page of the unfiltered list. The limit is part of the prepared statement, because the plan
 * depends on it.
 */
const first = (db: Db, rows: Matching, { order, limit }: Page): Promise<ListedRow[]> => {
  const conditions = rows.conditions.compile(db)
  const key = [conditions.sql, ...order.by, order.up, limit].join(' ')
  const page =
    firstPages.get(key) ??
    kept((from) =>
      rows.from(from).modifyFront(often).select(rowColumns).orderBy(inOrder(order)).limit(sql.lit(limit)),
    )
  firstPages.set(key, page)
  return page(db, conditions.parameters)
}

/** Reads the rows of ids that come from an index-only scan. */
const rowsOf = (db: Db, ids: RawBuilder<unknown>, order: Order) =>
  db
    .selectFrom('survey_responses')
    .select(rowColumns)
    .where(sql<boolean>`id = any(array(${ids}))`)
    .orderBy(inOrder(order))

/** First year with its own partition. The first partition holds all earlier responses. */
const firstYear = 2025

/** Returns one condition on the id per year, so that partition pruning limits each query to one partition. */
const eachYear = (): RawBuilder<boolean>[] => {
  const startOf = (year: number) => sql`uuid7_floor(${`${String(year)}-01-01T00:00:00Z`}::timestamptz)`
  const last = new Date().getUTCFullYear() + 1
  const years = Array.from({ length: last - firstYear }, (_, n) => firstYear + n)
  return [
    sql<boolean>`id < ${startOf(firstYear)}`,
    ...years.map((year) => sql<boolean>`id >= ${startOf(year)} and id < ${startOf(year + 1)}`),
    sql<boolean>`id >= ${startOf(last)}`,
  ]
}

/** Selects the ids and sort columns of one part of the matches. */
const part = (db: Db, rows: Matching, { order }: Page, condition: RawBuilder<boolean>) =>
  rows
    .from(db)
    .select(['id', ...order.by])
    .where(condition)

const statusIn = (statuses: readonly ResponseStatus[]) => sql<boolean>`status in (${sql.join([...statuses])})`

type Part = ReturnType<typeof part>

/**
 * Adds an optimisation fence, so that the part is found by its filters and then sorted. Without it, the
 * planner may scan millions of other rows in the sort order.
 */
const found = (some: Part) => sql`select * from ${some.offset(0).as('found')}`

/** Reads the first rows of each part, then merges them and returns the page. */
const firstOf = (db: Db, { order, offset, limit }: Page, parts: readonly RawBuilder<unknown>[]) => {
  const near = parts.map((one) => sql`(${one} order by ${inOrder(order)} limit ${offset + limit})`)
  const ids = sql`select id from (${sql.join(near, sql` union all `)}) near
    order by ${inOrder(order)} offset ${offset} limit ${limit}`
  return rowsOf(db, ids, order)
}

/** Whether interviews in progress sort last: they have no end time, and some have no date. */
const unfinishedLast = ({ by, up }: Order): boolean =>
  !up && (by[0] === 'end_time' || by[0] === 'survey_date')

/**
 * Groups the statuses that are searched together. In the order of start time each status is separate, as in
 * the index: if no recent response is approved yet, a joint scan would read all recent ones. A status that
 * sorts last is separate too.
 */
const togetherIn = ({ statuses, isByStatus }: Matching, order: Order): (readonly ResponseStatus[])[] => {
  if (isByStatus && order.by[0] === 'start_time') return statuses.map((status) => [status])
  if (!unfinishedLast(order) || !statuses.includes('inProgress')) return [statuses]
  const others = statuses.filter((status) => status !== 'inProgress')
  return others.length > 0 ? [['inProgress'], others] : [['inProgress']]
}

/**
 * Scans each year in the sort order until the page is full. In one query over all years, the planner would
 * use the index of the sort order for every partition, and read all of a year without matches.
 */
const walked = (db: Db, rows: Matching, page: Page) => {
  const parts = togetherIn(rows, page.order).flatMap((statuses) =>
    eachYear().map((year) => {
      const isPart = statuses.length < rows.statuses.length
      const some = part(db, rows, page, isPart ? sql`${year} and ${statusIn(statuses)}` : year)
      return unfinishedLast(page.order) && statuses[0] === 'inProgress' ? found(some) : sql`${some}`
    }),
  )
  return firstOf(db, page, parts)
}

/** Reads a page at a large offset. In the second half of the list, counts from the end. */
const far = (db: Db, rows: Matching, { order, offset, limit }: Page, count: number | undefined) => {
  const fromEnd = count === undefined ? 0 : count - offset - limit
  const backwards = count !== undefined && offset > count / 2
  const ids = rows
    .from(db)
    .select('id')
    .orderBy(inOrder(backwards ? { ...order, up: !order.up } : order))
    .offset(backwards ? Math.max(fromEnd, 0) : offset)
    .limit(backwards ? Math.max(limit + Math.min(fromEnd, 0), 0) : limit)
  return rowsOf(db, sql`${ids}`, order)
}

/**
 * Reads a range of one time in an order that includes another. A scan in the sort order would start far from
 * the range. For timely interviews the range also bounds the sort column; the few others are searched
 * separately.
 */
const acrossTimes = (db: Db, rows: Matching, page: Page, { time, range }: { time: Time; range: Range }) => {
  const bounds = boundsOf(time, range)
  const inTime = (year: RawBuilder<boolean>) => sql`${part(db, rows, page, sql`${year} and ${bounds}`)}`
  // In the order of start time, a partial index covers them.
  const others = (year: RawBuilder<boolean>) => {
    const some = part(db, rows, page, sql`${year} and not timely`)
    return page.order.by[0] === 'start_time' ? sql`${some}` : found(some)
  }
  return firstOf(
    db,
    page,
    eachYear().flatMap((year) => [inTime(year), others(year)]),
  )
}

/** Known facts about the matching rows. */
interface Known {
  range: Range | undefined
  /** Number of matches, if it is exact. */
  count: number | undefined
}

/** Reads a page with the fastest query for these filters, this order and this offset. */
export const pageOf = async (
  db: Db,
  rows: Matching,
  page: Page,
  { range, count }: Known,
): Promise<ListedRow[]> => {
  const time = page.order.by.find(isTime)
  if (rows.unfiltered && page.offset === 0 && oftenAsked.includes(page.limit)) return first(db, rows, page)
  if (count !== undefined && count <= mostSorted(rows, page)) return sorted(db, rows, page).execute()
  if (range && time && time !== range.column) return acrossTimes(db, rows, page, { time, range }).execute()
  return (page.offset > farOffset ? far(db, rows, page, count) : walked(db, rows, page)).execute()
}

const few = (count: number | undefined) => count !== undefined && count <= limits.countedRows

/** Returns the first match, in the order, that meets the condition. */
export const firstWhere = (
  db: Db,
  rows: Matching,
  { order, condition, count }: { order: Order; condition: RawBuilder<boolean>; count: number | undefined },
) => {
  const page = { order, offset: 0, limit: 1 }
  return few(count)
    ? foundFirst(db, rows).select(rowColumns).where(condition).orderBy(inOrder(order)).limit(1)
    : firstOf(
        db,
        page,
        eachYear().map((year) => sql`${part(db, rows, page, sql`${year} and ${condition}`)}`),
      )
}

/** Counts the matches that meet the condition, from the start of the order, up to `limits.countedRows`. */
export const countWhere = async (
  db: Db,
  rows: Matching,
  { order, condition, count }: { order: Order; condition: RawBuilder<boolean>; count: number | undefined },
): Promise<number> => {
  const matched = rows.from(db).select(['id', ...order.by])
  const some = db
    .selectFrom((few(count) ? matched.offset(0) : matched).as('matched'))
    .select(sql`1`.as('one'))
    .where(condition)
    .orderBy(inOrder(order))
    .limit(limits.countedRows)
  const counted = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return counted.count
}
