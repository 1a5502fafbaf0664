import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { CompiledQuery, RawBuilder } from 'kysely'

import { prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { limits } from '#platform/limits.ts'

import { rowColumns } from '../queries.ts'
import type { ListedRow } from '../queries.ts'
import type { ResolvedFilter } from './filter.ts'
import { toOrderByClause } from './order.ts'
import type { Order } from './order.ts'

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
const distanceFromStart = {
  start_time: [0, 0],
  end_time: [0, 7 * day],
  created_at: [-hour, 7 * day],
  // Midnight of a date that can differ by one day from the date in UTC.
  survey_date: [-2 * day, day],
} as const
type TimeColumn = keyof typeof distanceFromStart
const isTimeColumn = (column: string): column is TimeColumn => column in distanceFromStart

interface Range {
  column: TimeColumn
  ends: readonly (string | undefined)[]
}

const widthOf = ({ ends: [from, to] }: Range): number =>
  from && to ? Date.parse(to) - Date.parse(from) : Infinity

/** Returns the narrowest time range of a filter. */
export const narrowestRange = (filter: SurveyResponseFilter): Range | undefined => {
  const ranges: [TimeColumn, readonly (string | undefined)[] | undefined][] = [
    ['start_time', filter.startTimeRange],
    ['created_at', filter.createdAtRange],
    ['end_time', filter.endTimeRange],
    ['survey_date', filter.surveyDateRange],
  ]
  return ranges
    .flatMap(([column, ends]) => (ends?.some(Boolean) ? [{ column, ends }] : []))
    .reduce<Range | undefined>(
      (narrowest, range) => (narrowest && widthOf(narrowest) <= widthOf(range) ? narrowest : range),
      undefined,
    )
}

/** Returns the bounds of one time that follow from a range of another, for timely interviews. */
const boundsOf = (
  column: TimeColumn,
  { column: rangeColumn, ends: [from, to] }: Range,
): RawBuilder<boolean> => {
  const [minDistance, maxDistance] = distanceFromStart[column]
  const [rangeMinDistance, rangeMaxDistance] = distanceFromStart[rangeColumn]
  const shiftEnd = (end: string, shift: number) => {
    const shifted = new Date(Date.parse(end) + shift).toISOString()
    return column === 'survey_date' ? shifted.slice(0, 10) : shifted
  }
  const conditions = [
    ...(from ? [sql`${sql.ref(column)} >= ${shiftEnd(from, minDistance - rangeMaxDistance)}`] : []),
    ...(to ? [sql`${sql.ref(column)} <= ${shiftEnd(to, maxDistance - rangeMinDistance)}`] : []),
  ]
  return sql<boolean>`(timely and ${sql.join(conditions, sql` and `)})`
}

/**
 * Maximum number of matches to sort. Lower in the default order, which an index provides for most filters,
 * and 0 for one name, for which it always does.
 */
const maxSortedMatches = ({ isOneName }: ResolvedFilter, { order }: Page): number => {
  if (order.by[0] !== 'start_time') return 50_000
  return isOneName ? 0 : limits.countedRows
}

/** OFFSET 0 is an optimisation fence: the rows are found by their filters, regardless of the outer query. */
const materialise = (db: Db, rows: ResolvedFilter) =>
  db.selectFrom(rows.from(db).selectAll().offset(0).as('found'))

/**
 * Finds a small number of rows by their filters, then sorts them. Without the fence, the planner may scan
 * millions of other rows in the sort order.
 */
const pageBySort = (db: Db, rows: ResolvedFilter, { order, offset, limit }: Page) =>
  materialise(db, rows).select(rowColumns).orderBy(toOrderByClause(order)).offset(offset).limit(limit)

/** Page sizes of the interface. Only these have a prepared statement. */
const preparedPageSizes: readonly number[] = [10, 20, 50, 100]
const compiledPages = new Map<string, CompiledQuery<ListedRow>>()

/**
 * Reads the first page of the unfiltered list. The limit is part of the prepared statement, because the plan
 * depends on it. All parameters of the compiled query are those of its conditions, in the same order.
 */
const firstPage = async (db: Db, rows: ResolvedFilter, { order, limit }: Page): Promise<ListedRow[]> => {
  const { sql: text, parameters } = rows.conditions.compile(db)
  const key = [text, ...order.by, order.isAscending, limit].join(' ')
  const compiled =
    compiledPages.get(key) ??
    rows
      .from(db)
      .modifyFront(prepared)
      .select(rowColumns)
      .orderBy(toOrderByClause(order))
      .limit(sql.lit(limit))
      .compile()
  compiledPages.set(key, compiled)
  const page = await db.executeQuery<ListedRow>({ ...compiled, parameters })
  return page.rows
}

/** Reads the rows of ids that come from an index-only scan. */
const selectRows = (db: Db, ids: RawBuilder<unknown>, order: Order) =>
  db
    .selectFrom('survey_responses')
    .select(rowColumns)
    .where(sql<boolean>`id = any(array(${ids}))`)
    .orderBy(toOrderByClause(order))

/** First year with its own partition. The first partition holds all earlier responses. */
const firstYear = 2025

/** Returns one condition on the id per year, so that partition pruning limits each query to one partition. */
const yearConditions = (): RawBuilder<boolean>[] => {
  const startOf = (year: number) => sql`uuid7_floor(${`${String(year)}-01-01T00:00:00Z`}::timestamptz)`
  const lastYear = new Date().getUTCFullYear() + 1
  const years = Array.from({ length: lastYear - firstYear }, (_, n) => firstYear + n)
  return [
    sql<boolean>`id < ${startOf(firstYear)}`,
    ...years.map((year) => sql<boolean>`id >= ${startOf(year)} and id < ${startOf(year + 1)}`),
    sql<boolean>`id >= ${startOf(lastYear)}`,
  ]
}

/** Selects the ids and sort columns of one part of the matches. */
const selectPart = (db: Db, rows: ResolvedFilter, { order }: Page, condition: RawBuilder<boolean>) =>
  rows
    .from(db)
    .select(['id', ...order.by])
    .where(condition)

const statusIn = (statuses: readonly ResponseStatus[]) => sql<boolean>`status in (${sql.join([...statuses])})`

type Part = ReturnType<typeof selectPart>

/**
 * Adds an optimisation fence, so that the part is found by its filters and then sorted. Without it, the
 * planner may scan millions of other rows in the sort order.
 */
const fencePart = (part: Part) => sql`select * from ${part.offset(0).as('found')}`

/** Reads the first rows of each part, then merges them and returns the page. */
const mergeParts = (db: Db, { order, offset, limit }: Page, parts: readonly RawBuilder<unknown>[]) => {
  const firstRows = parts.map(
    (part) => sql`(${part} order by ${toOrderByClause(order)} limit ${offset + limit})`,
  )
  const ids = sql`select id from (${sql.join(firstRows, sql` union all `)}) near
    order by ${toOrderByClause(order)} offset ${offset} limit ${limit}`
  return selectRows(db, ids, order)
}

/** Whether interviews in progress sort last: they have no end time, and some have no date. */
const sortsUnfinishedLast = ({ by, isAscending }: Order): boolean =>
  !isAscending && (by[0] === 'end_time' || by[0] === 'survey_date')

/**
 * Groups the statuses that are searched together. In the order of start time each status is separate, as in
 * the index: if no recent response is approved yet, a joint scan would read all recent ones. A status that
 * sorts last is separate too.
 */
const groupStatuses = (
  { statuses, isByStatus }: ResolvedFilter,
  order: Order,
): (readonly ResponseStatus[])[] => {
  if (isByStatus && order.by[0] === 'start_time') return statuses.map((status) => [status])
  if (!sortsUnfinishedLast(order) || !statuses.includes('inProgress')) return [statuses]
  const others = statuses.filter((status) => status !== 'inProgress')
  return others.length > 0 ? [['inProgress'], others] : [['inProgress']]
}

/**
 * Scans each year in the sort order until the page is full. In one query over all years, the planner would
 * use the index of the sort order for every partition, and read all of a year without matches.
 */
const pageByIndexWalk = (db: Db, rows: ResolvedFilter, page: Page) => {
  const parts = groupStatuses(rows, page.order).flatMap((statuses) =>
    yearConditions().map((year) => {
      const isPart = statuses.length < rows.statuses.length
      const part = selectPart(db, rows, page, isPart ? sql`${year} and ${statusIn(statuses)}` : year)
      return sortsUnfinishedLast(page.order) && statuses[0] === 'inProgress' ? fencePart(part) : sql`${part}`
    }),
  )
  return mergeParts(db, page, parts)
}

/** Reads a page at a large offset. In the second half of the list, counts from the end. */
const pageByOffset = (
  db: Db,
  rows: ResolvedFilter,
  { order, offset, limit }: Page,
  count: number | undefined,
) => {
  const fromEnd = count === undefined ? 0 : count - offset - limit
  const isBackwards = count !== undefined && offset > count / 2
  const ids = rows
    .from(db)
    .select('id')
    .orderBy(toOrderByClause(isBackwards ? { ...order, isAscending: !order.isAscending } : order))
    .offset(isBackwards ? Math.max(fromEnd, 0) : offset)
    .limit(isBackwards ? Math.max(limit + Math.min(fromEnd, 0), 0) : limit)
  return selectRows(db, sql`${ids}`, order)
}

/**
 * Reads a range of one time in an order that includes another. A scan in the sort order would start far from
 * the range. For timely interviews the range also bounds the sort column; the few others are searched
 * separately.
 */
const pageByTimeBounds = (
  db: Db,
  rows: ResolvedFilter,
  page: Page,
  { time, range }: { time: TimeColumn; range: Range },
) => {
  const bounds = boundsOf(time, range)
  const boundedPart = (year: RawBuilder<boolean>) =>
    sql`${selectPart(db, rows, page, sql`${year} and ${bounds}`)}`
  // In the order of start time, a partial index covers them.
  const untimelyPart = (year: RawBuilder<boolean>) => {
    const part = selectPart(db, rows, page, sql`${year} and not timely`)
    return page.order.by[0] === 'start_time' ? sql`${part}` : fencePart(part)
  }
  return mergeParts(
    db,
    page,
    yearConditions().flatMap((year) => [boundedPart(year), untimelyPart(year)]),
  )
}

/** Known facts about the matching rows. */
interface PageHints {
  range: Range | undefined
  /** Number of matches, if it is exact. */
  count: number | undefined
}

/** Reads a page with the fastest query for these filters, this order and this offset. */
export const findPage = async (
  db: Db,
  rows: ResolvedFilter,
  page: Page,
  { range, count }: PageHints,
): Promise<ListedRow[]> => {
  const time = page.order.by.find(isTimeColumn)
  if (rows.isUnfiltered && page.offset === 0 && preparedPageSizes.includes(page.limit))
    return firstPage(db, rows, page)
  if (count !== undefined && count <= maxSortedMatches(rows, page))
    return pageBySort(db, rows, page).execute()
  if (range && time && time !== range.column)
    return pageByTimeBounds(db, rows, page, { time, range }).execute()
  return (
    page.offset > farOffset ? pageByOffset(db, rows, page, count) : pageByIndexWalk(db, rows, page)
  ).execute()
}

const isFew = (count: number | undefined) => count !== undefined && count <= limits.countedRows

/** Returns the first match, in the order, that meets the condition. */
export const selectFirstWhere = (
  db: Db,
  rows: ResolvedFilter,
  { order, condition, count }: { order: Order; condition: RawBuilder<boolean>; count: number | undefined },
) => {
  const page = { order, offset: 0, limit: 1 }
  return isFew(count)
    ? materialise(db, rows).select(rowColumns).where(condition).orderBy(toOrderByClause(order)).limit(1)
    : mergeParts(
        db,
        page,
        yearConditions().map((year) => sql`${selectPart(db, rows, page, sql`${year} and ${condition}`)}`),
      )
}

/** Counts the matches that meet the condition, from the start of the order, up to `limits.countedRows`. */
export const countWhere = async (
  db: Db,
  rows: ResolvedFilter,
  { order, condition, count }: { order: Order; condition: RawBuilder<boolean>; count: number | undefined },
): Promise<number> => {
  const matches = rows.from(db).select(['id', ...order.by])
  const limited = db
    .selectFrom((isFew(count) ? matches.offset(0) : matches).as('matched'))
    .select(sql`1`.as('one'))
    .where(condition)
    .orderBy(toOrderByClause(order))
    .limit(limits.countedRows)
  const result = await db
    .selectFrom(limited.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return result.count
}
