import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { cellZooms, finestZoom, squareOf } from '@baseline/contract/survey-responses/square.ts'
import type { Square } from '@baseline/contract/survey-responses/square.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all, filtersOn } from '#platform/database/list.ts'
import { canAnswer, inScope } from '#platform/database/scoped-tables.ts'
import { withStatementTimeout } from '#platform/database/transaction.ts'
import { limits } from '#platform/limits.ts'

import { resolveFilter } from '../list/filter.ts'
import type { ResolvedFilter } from '../list/filter.ts'
import { narrowestRange } from '../list/time-bounds.ts'
import type { Reader } from '../scope.ts'
import { cellsOf, inCells, intersect } from './cells.ts'
import type { Cells } from './cells.ts'

/** The responses of one status in one cell of a tile. */
interface Part {
  /** The number of the cell, at its own zoom. */
  cell: number
  status: ResponseStatus
  n: number
  /** Smallest of their finest cells; undefined in counts from the rollup. */
  first?: number
  /** Largest of their finest cells; undefined in counts from the rollup. */
  last?: number
}

interface TileContent {
  parts: Part[]
  /** Number of drawn responses, if there are more. */
  capped?: number
  /** Returns the responses in these finest cells, to label points of one response. */
  findResponses: (cells: readonly number[]) => Promise<LabelledResponse[]>
}

export interface LabelledResponse {
  cell: number
  id: string
  displayId: string
  village: string | null
  district: string | null
}

/** Zooms of the squares in the rollup `response_cells`. */
const rollupZooms = [13, 16] as const

const rollupKeys = ['surveyId', 'status', 'districtName', 'area'] satisfies (keyof SurveyResponseFilter)[]

const isInRollup = (filter: SurveyResponseFilter): boolean =>
  Object.entries(filter).every(
    ([key, value]) => value === undefined || rollupKeys.some((rollupKey) => rollupKey === key),
  )

const { oneOf, oneOfFolded } = filtersOn('response_cells')

const scaleTo = ({ from, until }: Cells, zoom: number): Cells => {
  const cellsPerSquare = 4 ** (finestZoom - zoom)
  return { from: from / cellsPerSquare, until: until / cellsPerSquare }
}

/** Converts a cell to a lower zoom: two bits per zoom level. */
const coarserCell = (from: number, to: number) => sql`cell >> ${2 * (from - to)}::int`

/** Counts from the rollup. */
const countFromRollup = async (
  { db, scope }: Reader,
  { cells, zoom, filter }: { cells: Cells; zoom: number; filter: SurveyResponseFilter },
  level: number,
): Promise<Part[]> => {
  const conditions = all(
    sql<boolean>`level = ${level}`,
    inCells(scaleTo(cells, level)),
    oneOf('survey_id', filter.surveyId),
    oneOf('status', filter.status),
    oneOfFolded('district', filter.districtName),
    // An empty district means none, which no filter matches.
    filter.districtName?.length ? sql<boolean>`district <> ''` : undefined,
    inScope('response_cells', scope),
  )
  const { rows } = await sql<Part>`
    select ${coarserCell(level, zoom)} as cell, status, sum(n)::int as n
    from response_cells where ${conditions}
    group by 1, 2 having sum(n) > 0`.execute(db)
  return rows
}

/**
 * Counts from the responses. For filters by survey, status and district, the index on `cell` covers the
 * query.
 */
const countFromResponses = async (db: Db, responses: RawBuilder<unknown>, zoom: number): Promise<Part[]> => {
  const { rows } = await sql<Part>`
    select ${coarserCell(finestZoom, zoom)} as cell, status, count(*)::int as n, min(cell) as first, max(cell) as last
    from (${responses}) found
    group by 1, 2`.execute(db)
  return rows
}

const findInCells = async (
  db: Db,
  rows: ResolvedFilter,
  cells: readonly number[],
): Promise<LabelledResponse[]> =>
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

const emptyTile: TileContent = { parts: [], findResponses: () => Promise.resolve([]) }

/**
 * Counts at most `limits.drawnRows` matches, in the order they are found. A time range is read along its
 * index, latest first.
 */
const countCapped = async (
  reader: Reader,
  cells: Cells,
  zoom: number,
  filter: SurveyResponseFilter,
): Promise<TileContent> => {
  const { db } = reader
  const rows = await resolveFilter(reader, filter)
  const range = narrowestRange(filter)
  const limited = rows
    .from(db)
    .select([sql<number>`cell`.as('cell'), 'status'])
    .where(inCells(cells))
    .limit(limits.tileRows + 1)
  const ordered = range ? limited.orderBy(sql`${sql.ref(range.column)} desc nulls last`) : limited
  const parts = await withStatementTimeout(db, limits.tileQueryMs, (tx) =>
    countFromResponses(tx, sql`${ordered}`, zoom),
  )
  if (!parts) return { ...emptyTile, capped: 0 }
  const isAll = parts.reduce((sum, { n }) => sum + n, 0) <= limits.tileRows
  // Names no responses if capped: a cell may have more responses than were read.
  return isAll
    ? { parts, findResponses: (singleCells) => findInCells(db, rows, singleCells) }
    : { ...emptyTile, parts, capped: limits.tileRows }
}

/**
 * Finds what a tile shows. Filters by survey, status, district and area are exact at any zoom; for others,
 * the number of responses read is limited.
 */
export const findInTile = async (
  reader: Reader,
  tile: Square,
  filter: SurveyResponseFilter,
): Promise<TileContent> => {
  const { db } = reader
  const zoom = tile.z + cellZooms
  const area = filter.area === undefined ? undefined : squareOf(filter.area)
  const cells = area ? intersect(cellsOf(tile), cellsOf(area)) : cellsOf(tile)
  if (cells.from >= cells.until) return emptyTile
  if (!isInRollup(filter) || !canAnswer('response_cells', reader.scope))
    return countCapped(reader, cells, zoom, filter)
  const level = rollupZooms.find((rollupZoom) => rollupZoom >= Math.max(zoom, area?.z ?? 0))
  if (level !== undefined)
    return { ...emptyTile, parts: await countFromRollup(reader, { cells, zoom, filter }, level) }
  const rows = await resolveFilter(reader, filter)
  const matches = rows
    .from(db)
    .select([sql<number>`cell`.as('cell'), 'status'])
    .where(inCells(cells))
  return {
    parts: await countFromResponses(db, sql`${matches}`, zoom),
    findResponses: (singleCells) => findInCells(db, rows, singleCells),
  }
}
