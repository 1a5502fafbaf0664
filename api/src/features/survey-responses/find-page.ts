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

/** Beyond this the rows that are passed over are counted in an index, without reading them. */
export const farOffset = 1_000

const hour = 3_600_000
const day = 24 * hour

/** How far each time may lie from the start of a timely interview, as the column `timely` says. */
const fromStart = {
  start_time: [0, 0],
  end_time: [0, 7 * day],
  created_at: [-hour, 7 * day],
  // The midnight of a date that may be the one before or after in UTC.
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

/** The narrowest of several. */
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

/** What a range of one time says about another of the same interview, if that is timely. */
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

/** So many are sorted; fewer in the order of lists at first, which an index has for most filters and surely for one name. */
const mostSorted = ({ isOneName }: Matching, { order }: Page): number => {
  if (order.by[0] !== 'start_time') return 50_000
  return isOneName ? 0 : limits.countedRows
}

/** Found by their filters alone: OFFSET 0 keeps the planner from looking beyond those at what comes after them. */
const foundFirst = (db: Db, rows: Matching) => db.selectFrom(rows.from(db).selectAll().offset(0).as('found'))

/** So few are found by their filters and then sorted; left to choose, the database may walk past millions of others. */
const sorted = (db: Db, rows: Matching, { order, offset, limit }: Page) =>
  foundFirst(db, rows).select(rowColumns).orderBy(inOrder(order)).offset(offset).limit(limit)

/** The sizes that lists have on the screen; whoever asks for another has no statement of their own. */
const oftenAsked: readonly number[] = [10, 20, 50, 100]
const firstPages = new Map<string, ReturnType<typeof kept<ListedRow>>>()

/** What everybody sees first; the limit is part of the statement, because a plan depends on it. */
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

/** Rows of these ids, which were found in an index alone. */
const rowsOf = (db: Db, ids: RawBuilder<unknown>, order: Order) =>
  db
    .selectFrom('survey_responses')
    .select(rowColumns)
    .where(sql<boolean>`id = any(array(${ids}))`)
    .orderBy(inOrder(order))

/** The first partition holds whatever was received before. */
const firstYear = 2025

/** Each year's responses stand in a partition; what a condition on the id says of one is read from that alone. */
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

/** One part of all that there is: what its page is chosen from. */
const part = (db: Db, rows: Matching, { order }: Page, condition: RawBuilder<boolean>) =>
  rows
    .from(db)
    .select(['id', ...order.by])
    .where(condition)

const statusIn = (statuses: readonly ResponseStatus[]) => sql<boolean>`status in (${sql.join([...statuses])})`

type Part = ReturnType<typeof part>

/** Found first and then sorted: left to choose, the database walks along the order past millions of others. */
const found = (some: Part) => sql`select * from ${some.offset(0).as('found')}`

/** The first of each part, and of those the first. */
const firstOf = (db: Db, { order, offset, limit }: Page, parts: readonly RawBuilder<unknown>[]) => {
  const near = parts.map((one) => sql`(${one} order by ${inOrder(order)} limit ${offset + limit})`)
  const ids = sql`select id from (${sql.join(near, sql` union all `)}) near
    order by ${inOrder(order)} offset ${offset} limit ${limit}`
  return rowsOf(db, ids, order)
}

/** An interview in progress has no end yet, and perhaps no date: it comes after all that have one. */
const unfinishedLast = ({ by, up }: Order): boolean =>
  !up && (by[0] === 'end_time' || by[0] === 'survey_date')

/**
 * Which statuses are looked for together. By the start each alone, as an index has them so: none of what came in lately
 * may be decided yet, and all of it would be passed by. What comes after everything else alone, too.
 */
const togetherIn = ({ statuses, isByStatus }: Matching, order: Order): (readonly ResponseStatus[])[] => {
  if (isByStatus && order.by[0] === 'start_time') return statuses.map((status) => [status])
  if (!unfinishedLast(order) || !statuses.includes('inProgress')) return [statuses]
  const others = statuses.filter((status) => status !== 'inProgress')
  return others.length > 0 ? [['inProgress'], others] : [['inProgress']]
}

/**
 * Along the order until there are enough, year by year: in one go the database would walk through all of a year that
 * has none, because it takes the order's index for every partition as soon as one has it.
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

/** The second half is counted off from the end. */
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
 * A range of one time in the order of another, or of what is alike in the order of another. Walking along the order
 * would begin far away from the range; the range bounds the order for timely interviews, and the few others are
 * looked through by themselves.
 */
const acrossTimes = (db: Db, rows: Matching, page: Page, { time, range }: { time: Time; range: Range }) => {
  const bounds = boundsOf(time, range)
  const inTime = (year: RawBuilder<boolean>) => sql`${part(db, rows, page, sql`${year} and ${bounds}`)}`
  // By their start they have an index of their own.
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

/** What is known beforehand about the rows that match. */
interface Known {
  range: Range | undefined
  /** How many there are in all, if that is certain. */
  count: number | undefined
}

/** The way to a page that is quick for these rows and this order. */
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

/** The first of those that match and for which something more is true. */
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

/** How many of those that match something more is true for, up to the limit, counted from the beginning of an order. */
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
