import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { CompiledQuery, RawBuilder } from 'kysely'

import { prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { limits } from '#platform/limits.ts'

import { yearConditions } from '../partition-years.ts'
import { rowColumns } from '../queries.ts'
import type { ListedRow } from '../queries.ts'
import { hasManyAnswers, pageOfAnswers } from './answer-pages.ts'
import type { ResolvedFilter } from './filter.ts'
import { toOrderByClause } from './order.ts'
import type { Order } from './order.ts'
import { fencePart, materialise, mergeParts, selectPart, selectRows, walkConditions } from './page-parts.ts'
import type { Page } from './page-parts.ts'
import {
  isIndexedByPerson,
  maxMergedPeople,
  maxTeamResponses,
  pageByTeamWalk,
  pageOfPeople,
  pageOfSortedTeam,
} from './team-pages.ts'
import { boundsOnOrder } from './time-bounds.ts'
import type { Range } from './time-bounds.ts'

/** The requested page, and known facts about the matching rows. */
export interface PageRequest extends Page {
  rows: ResolvedFilter
  range: Range | undefined
  /** Number of matches; Infinity if it is not exact. */
  count: number
}

/** Page sizes of the interface. Only these have a prepared statement. */
const preparedPageSizes: readonly number[] = [10, 20, 50, 100]
const compiledPages = new Map<string, CompiledQuery<ListedRow>>()

/** Above this offset, rows are skipped in an index without reading them. */
export const farOffset = 1_000

/**
 * Reads a near page of the unfiltered list with a prepared statement. Limits are part of the statement,
 * because the plan depends on them; pages after the first share one limit. The compiled query has only the
 * parameters of its conditions, in the same order, and then the offset.
 */
const nearPage = async (db: Db, { rows, order, offset, limit }: PageRequest): Promise<ListedRow[]> => {
  const { sql: text, parameters } = rows.conditions.compile(db)
  const isFirst = offset === 0
  const key = [text, ...order.by, order.isAscending, limit, isFirst].join(' ')
  const compile = () => {
    const inOrder = rows.from(db).orderBy(toOrderByClause(order))
    if (isFirst) return inOrder.modifyFront(prepared).select(rowColumns).limit(sql.lit(limit)).compile()
    const nearRows = inOrder
      .select([...new Set([...rowColumns, ...order.by])])
      .limit(sql.lit(farOffset + limit))
    return db
      .selectFrom(nearRows.as('near_rows'))
      .modifyFront(prepared)
      .select(rowColumns)
      .orderBy(toOrderByClause(order))
      .limit(sql.lit(limit))
      .offset(offset)
      .compile()
  }
  const compiled = compiledPages.get(key) ?? compile()
  compiledPages.set(key, compiled)
  const page = await db.executeQuery<ListedRow>({
    ...compiled,
    parameters: isFirst ? parameters : [...parameters, offset],
  })
  return page.rows
}

/**
 * Maximum number of matches to sort. Lower in the default order, which an index provides for most filters,
 * and 0 for one name, for which it always does.
 */
const maxSortedMatches = ({ rows, order }: PageRequest): number => {
  if (order.by[0] !== 'start_time') return 50_000
  return rows.isOneName ? 0 : limits.countedRows
}

/**
 * Finds a small number of rows by their filters, then sorts them. Without the fence, the planner may scan
 * millions of other rows in the sort order.
 */
const pageBySort = (db: Db, { rows, order, offset, limit }: PageRequest) =>
  materialise(db, rows, order)
    .select(rowColumns)
    .orderBy(toOrderByClause(order))
    .offset(offset)
    .limit(limit)
    .execute()

/**
 * Reads a range of one time in an order that includes another. A scan in the sort order would start far from
 * the range. For interviews with consistent times the range also bounds the sort column; the few others are
 * searched separately.
 */
const pageByTimeBounds = (db: Db, request: PageRequest) => {
  const { rows, order, range } = request
  const bounds = sql`(times_consistent and ${sql.join(boundsOnOrder(order, range), sql` and `)})`
  const boundedPart = (year: RawBuilder<boolean>) =>
    sql`${selectPart(db, rows, order, sql`${year} and ${bounds}`)}`
  // In the order of start time, a partial index covers them.
  const inconsistentPart = (year: RawBuilder<boolean>) => {
    const part = selectPart(db, rows, order, sql`${year} and not times_consistent`)
    return order.by[0] === 'start_time' ? sql`${part}` : fencePart(part)
  }
  const parts = yearConditions().flatMap((year) => [boundedPart(year), inconsistentPart(year)])
  return mergeParts(db, request, parts).execute()
}

const selectIds = (db: Db, rows: ResolvedFilter, { order, offset, limit }: Page) =>
  rows.from(db, order).select('id').orderBy(toOrderByClause(order)).offset(offset).limit(limit)

/** Reads a page at a large offset. */
const pageByOffset = (db: Db, request: PageRequest) =>
  selectRows(db, sql`${selectIds(db, request.rows, request)}`, request.order).execute()

/** Reads a page at a large offset, counted from the end of the list. */
const pageByOffsetFromEnd = (db: Db, { rows, order, offset, limit, count }: PageRequest) => {
  const fromEnd = count - offset - limit
  const ids = selectIds(db, rows, {
    order: { ...order, isAscending: !order.isAscending },
    offset: Math.max(fromEnd, 0),
    limit: Math.max(limit + Math.min(fromEnd, 0), 0),
  })
  return selectRows(db, sql`${ids}`, order).execute()
}

const statusIn = (statuses: readonly ResponseStatus[]) => sql<boolean>`status in (${sql.join([...statuses])})`

/**
 * Scans each year in the sort order until the page is full. In one query over all years, the planner would
 * use the index of the sort order for every partition, and read all of a year without matches.
 */
const pageByIndexWalk = (db: Db, request: PageRequest) => {
  const { rows, order } = request
  const parts = walkConditions(order).map((part) => sql`${selectPart(db, rows, order, part)}`)
  return mergeParts(db, request, parts).execute()
}

/**
 * Scans each status separately, as the index of start times has them. If no recent response is approved yet, a
 * joint scan would read all recent ones.
 */
const pageByStatusWalk = (db: Db, request: PageRequest) => {
  const { rows, order } = request
  const conditions = rows.statuses.flatMap((status) =>
    yearConditions().map((year) =>
      rows.statuses.length > 1 ? sql<boolean>`${year} and ${statusIn([status])}` : year,
    ),
  )
  const parts = conditions.map((condition) => sql`${selectPart(db, rows, order, condition)}`)
  return mergeParts(db, request, parts).execute()
}

/** Whether interviews in progress sort last: they have no end time, and some have no date. */
const sortsUnfinishedLast = ({ by, isAscending }: Order): boolean =>
  !isAscending && (by[0] === 'end_time' || by[0] === 'survey_date')

/** Scans the years, but finds the interviews in progress by their filters, because they sort last. */
const pageWithUnfinishedLast = (db: Db, request: PageRequest) => {
  const { rows, order } = request
  const others = rows.statuses.filter((status) => status !== 'inProgress')
  const selectStatuses = (year: RawBuilder<boolean>, statuses: readonly ResponseStatus[]) =>
    selectPart(db, rows, order, others.length > 0 ? sql`${year} and ${statusIn(statuses)}` : year)
  const years = yearConditions()
  const unfinishedParts = years.map((year) => fencePart(selectStatuses(year, ['inProgress'])))
  const otherParts = others.length > 0 ? years.map((year) => sql`${selectStatuses(year, others)}`) : []
  return mergeParts(db, request, [...unfinishedParts, ...otherParts]).execute()
}

/** Calls a function with the team of the request. */
const ofTeam =
  (read: (db: Db, page: Page, team: readonly string[]) => Promise<ListedRow[]>): Strategy['run'] =>
  (db, request) =>
    read(db, request, request.rows.team ?? [])

/** A way to read a page. The name is in the log line of the request and in a metric. */
interface Strategy {
  name: string
  run: (db: Db, request: PageRequest) => Promise<ListedRow[]>
}

/** The first strategy that applies is the fastest one. */
const strategies: readonly (Strategy & { when: (request: PageRequest) => boolean })[] = [
  {
    name: 'nearPage',
    when: ({ rows, offset, limit }) =>
      rows.isUnfiltered && offset <= farOffset && preparedPageSizes.includes(limit),
    run: nearPage,
  },
  {
    name: 'teamMerge',
    when: ({ rows: { team }, order, offset }) =>
      team !== undefined &&
      team.length <= maxMergedPeople &&
      order.by[0] === 'start_time' &&
      offset <= farOffset,
    run: ofTeam(pageOfPeople),
  },
  {
    name: 'teamSort',
    when: ({ rows, order, count }) =>
      rows.team !== undefined && count <= maxTeamResponses && isIndexedByPerson(order),
    run: ofTeam(pageOfSortedTeam),
  },
  {
    name: 'teamWalk',
    when: ({ rows, offset, count }) =>
      rows.team !== undefined &&
      count > limits.countedRows &&
      count <= maxTeamResponses &&
      offset <= farOffset,
    run: ofTeam(pageByTeamWalk),
  },
  {
    name: 'answers',
    when: ({ rows, order }) =>
      rows.isByAnswers &&
      (order.question !== undefined || (order.by[0] === 'start_time' && rows.answers.length > 0)),
    run: async (db, request) =>
      (await hasManyAnswers(db, request)) ? pageByIndexWalk(db, request) : pageOfAnswers(db, request),
  },
  {
    name: 'sort',
    when: (request) => request.count <= maxSortedMatches(request),
    run: pageBySort,
  },
  {
    name: 'timeBounds',
    when: ({ order, range }) => boundsOnOrder(order, range).length > 0,
    run: pageByTimeBounds,
  },
  {
    name: 'offsetFromEnd',
    when: ({ offset, count }) => offset > farOffset && offset > count / 2,
    run: pageByOffsetFromEnd,
  },
  {
    name: 'offset',
    when: ({ offset }) => offset > farOffset,
    run: pageByOffset,
  },
  {
    name: 'statusWalk',
    when: ({ rows, order }) => rows.isByStatus && order.by[0] === 'start_time',
    run: pageByStatusWalk,
  },
  {
    name: 'unfinishedLast',
    when: ({ rows, order }) => sortsUnfinishedLast(order) && rows.statuses.includes('inProgress'),
    run: pageWithUnfinishedLast,
  },
]

const indexWalk: Strategy = {
  name: 'indexWalk',
  run: pageByIndexWalk,
}

/** Chooses the fastest way to read a page for these filters, this order and this offset. */
export const chooseStrategy = (request: PageRequest): Strategy =>
  strategies.find(({ when }) => when(request)) ?? indexWalk
