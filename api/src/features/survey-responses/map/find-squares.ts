import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import { cellZooms, finestZoom, squareOf } from '@baseline/contract/survey-responses/square.ts'
import type { Square } from '@baseline/contract/survey-responses/square.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all, filtersOn } from '#platform/database/list.ts'
import { withinTime } from '#platform/database/transaction.ts'
import { limits } from '#platform/limits.ts'

import { matching } from '../filter.ts'
import type { Matching } from '../filter.ts'
import { rangeOf } from '../find-page.ts'
import type { Reader } from '../scope.ts'
import { cellsOf, inBoth, inCells } from './cells.ts'
import type { Cells } from './cells.ts'

/** The responses of one status in one cell of a tile. */
interface Part {
  /** The number of the cell, at its own zoom. */
  cell: number
  status: ResponseStatus
  n: number
  /** Smallest and largest of their finest cells; undefined in counts from the rollup. */
  first?: number
  last?: number
}

interface Found {
  parts: Part[]
  /** Number of drawn responses, if there are more. */
  capped?: number
  /** Returns the responses in these finest cells, to label points of one response. */
  nameAt: (cells: readonly number[]) => Promise<Named[]>
}

export interface Named {
  cell: number
  id: string
  displayId: string
  village: string | null
  district: string | null
}

/** Zooms of the squares in the rollup `response_cells`. */
const countedZooms = [13, 16] as const

const countedKeys = ['surveyId', 'status', 'districtName', 'area'] satisfies (keyof SurveyResponseFilter)[]

const isCounted = (filter: SurveyResponseFilter): boolean =>
  Object.entries(filter).every(
    ([key, value]) => value === undefined || countedKeys.some((counted) => counted === key),
  )

const { oneOf, oneOfFolded } = filtersOn('response_cells')

const scaled = ({ from, until }: Cells, zoom: number): Cells => {
  const within = 4 ** (finestZoom - zoom)
  return { from: from / within, until: until / within }
}

/** Converts a cell to a lower zoom: two bits per zoom level. */
const coarser = (from: number, to: number) => sql`cell >> ${2 * (from - to)}::int`

/** Counts from the rollup. */
const sums = async (
  db: Db,
  { cells, zoom, filter }: { cells: Cells; zoom: number; filter: SurveyResponseFilter },
  level: number,
): Promise<Part[]> => {
  const conditions = all(
    sql<boolean>`level = ${level}`,
    inCells(scaled(cells, level)),
    oneOf('survey_id', filter.surveyId),
    oneOf('status', filter.status),
    oneOfFolded('district', filter.districtName),
    // An empty district means none, which no filter matches.
    filter.districtName?.length ? sql<boolean>`district <> ''` : undefined,
  )
  const { rows } = await sql<Part>`
    select ${coarser(level, zoom)} as cell, status, sum(n)::int as n
    from response_cells where ${conditions}
    group by 1, 2 having sum(n) > 0`.execute(db)
  return rows
}

/**
 * Counts from the responses. For filters by survey, status and district, the index on `cell` covers the
 * query.
 */
const counts = async (db: Db, found: RawBuilder<unknown>, zoom: number): Promise<Part[]> => {
  const { rows } = await sql<Part>`
    select ${coarser(finestZoom, zoom)} as cell, status, count(*)::int as n, min(cell) as first, max(cell) as last
    from (${found}) found
    group by 1, 2`.execute(db)
  return rows
}

const namesOf = async (db: Db, rows: Matching, cells: readonly number[]): Promise<Named[]> =>
  rows
    .from(db)
    .select([
      sql<number>`cell`.as('cell'),
      'id',
      'display_id as displayId',
      'village',
      'district_name as district',
    ])
    .where(sql<boolean>`cell = any(${cells}::bigint[])`)
    .execute()

const none: Found = { parts: [], nameAt: () => Promise.resolve([]) }

/**
 * Counts at most `limits.drawnRows` matches, in the order they are found. A time range is read along its
 * index, latest first.
 */
const some = async (
  reader: Reader,
  cells: Cells,
  zoom: number,
  filter: SurveyResponseFilter,
): Promise<Found> => {
  const { db } = reader
  const rows = await matching(reader, filter)
  const range = rangeOf(filter)
  const any = rows
    .from(db)
    .select([sql<number>`cell`.as('cell'), 'status'])
    .where(inCells(cells))
    .limit(limits.drawnRows + 1)
  const found = range ? any.orderBy(sql`${sql.ref(range.column)} desc nulls last`) : any
  const parts = await withinTime(db, limits.drawnMs, (tx) => counts(tx, sql`${found}`, zoom))
  if (!parts) return { ...none, capped: 0 }
  const isAll = parts.reduce((sum, { n }) => sum + n, 0) <= limits.drawnRows
  // Names no responses if capped: a cell may have more responses than were read.
  return isAll
    ? { parts, nameAt: (only) => namesOf(db, rows, only) }
    : { ...none, parts, capped: limits.drawnRows }
}

/**
 * Finds what a tile shows. Filters by survey, status, district and area are exact at any zoom; for others,
 * the number of responses read is limited.
 */
export const findInTile = async (
  reader: Reader,
  tile: Square,
  filter: SurveyResponseFilter,
): Promise<Found> => {
  const { db } = reader
  const zoom = tile.z + cellZooms
  const area = filter.area === undefined ? undefined : squareOf(filter.area)
  const cells = area ? inBoth(cellsOf(tile), cellsOf(area)) : cellsOf(tile)
  if (cells.from >= cells.until) return none
  if (!isCounted(filter)) return some(reader, cells, zoom, filter)
  const level = countedZooms.find((counted) => counted >= Math.max(zoom, area?.z ?? 0))
  if (level !== undefined) return { ...none, parts: await sums(db, { cells, zoom, filter }, level) }
  const rows = await matching(reader, filter)
  const found = rows
    .from(db)
    .select([sql<number>`cell`.as('cell'), 'status'])
    .where(inCells(cells))
  return {
    parts: await counts(db, sql`${found}`, zoom),
    nameAt: (only) => namesOf(db, rows, only),
  }
}
