import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { finestZoom } from '@baseline/contract/survey-responses/square.ts'
import type { Square } from '@baseline/contract/survey-responses/square.ts'
import { sql } from 'kysely'

import type { Scope } from '#platform/auth/scope.ts'
import { all, filtersOn } from '#platform/database/list.ts'
import { canAnswer, inScope } from '#platform/database/scoped-tables.ts'
import { withStatementTimeout } from '#platform/database/transaction.ts'
import { limits } from '#platform/limits.ts'

import type { Reader } from '../scope.ts'
import { cellsOf } from './cells.ts'

/** A district or a village, with the number of its responses in the square where it has the most. */
export interface Locality {
  kind: 'district' | 'village'
  name: string
  /** The district of a village, if it has one. */
  district: string | null
  n: number
  /** Mean column of those responses at `finestZoom`. */
  x: number
  /** Mean row of those responses at `finestZoom`. */
  y: number
}

/** Zoom of the squares in `response_localities`, and the tiles that show each kind. */
const kinds = {
  district: { zoom: 10, tiles: { from: 0, to: 11 } },
  village: { zoom: 13, tiles: { from: 7, to: finestZoom } },
} as const
type Kind = keyof typeof kinds

const { oneOf, oneOfFolded } = filtersOn('response_localities')

/** The squares that a tile overlaps: many at low zoom, one for a tile within a square. */
const squaresOf = (tile: Square, zoom: number) => {
  const cellsPerSquare = 4 ** (finestZoom - zoom)
  const { from, until } = cellsOf(tile)
  return sql<boolean>`cell >= ${Math.floor(from / cellsPerSquare)} and cell < ${Math.ceil(until / cellsPerSquare)}`
}

/** The name as it was first written, from the dictionary of names. */
const label = (kind: Kind) =>
  sql<string>`coalesce((select label from response_names
    where kind = ${sql.lit(kind)} and folded = candidate.${sql.ref(kind)}), candidate.${sql.ref(kind)})`

/**
 * Replaces the rollup by a query of the same name on the responses, if the rollup cannot be limited to the
 * scope.
 */
const localitiesFromResponses = (scope: Scope) => sql`response_localities as (
      select of.kind, of.square as cell, of.district, of.village, survey_id, 1 as n,
        cell_column(responses.cell) as x, cell_row(responses.cell) as y
      from survey_responses responses,
        response_localities_of(responses.cell, district_name_folded, village_folded) of
      where ${inScope('survey_responses', scope)}
    ),
    `

/**
 * Returns the largest localities of one kind in a tile, without names that have more responses in another
 * square.
 */
const findLargest = async (
  { db, scope }: Pick<Reader, 'db' | 'scope'>,
  kind: Kind,
  tile: Square,
  filter: SurveyResponseFilter,
): Promise<Locality[]> => {
  const { zoom, tiles } = kinds[kind]
  if (tile.z < tiles.from || tile.z > tiles.to) return []
  const hasRollup = canAnswer('response_localities', scope)
  const matches = all(
    sql<boolean>`kind = ${sql.lit(kind)}`,
    oneOf('survey_id', filter.surveyId),
    oneOfFolded('district', filter.districtName),
    // An empty district means none, and a filter by district never finds responses without one.
    filter.districtName?.length ? sql<boolean>`district <> ''` : undefined,
    kind === 'village' ? oneOfFolded('village', filter.village) : undefined,
    hasRollup ? inScope('response_localities', scope) : undefined,
  )
  const { rows } = await sql<Locality>`
    with ${hasRollup ? sql`` : localitiesFromResponses(scope)}candidate as materialized (
      select district, village, cell, sum(n) as n, sum(x) as x, sum(y) as y
      from response_localities where ${matches} and ${squaresOf(tile, zoom)}
      group by 1, 2, 3 having sum(n) > 0
      order by 4 desc, 1, 2 limit ${2 * limits.localitiesPerTile}
    )
    select ${sql.lit(kind)} as kind, ${label(kind)} as name,
      ${kind === 'village' ? sql`nullif(${label('district')}, '')` : sql`null`} as district,
      n::int, (x / n)::float8 as x, (y / n)::float8 as y
    from candidate
    where not exists (
      select 1 from response_localities elsewhere
      where ${matches} and (elsewhere.district, elsewhere.village) = (candidate.district, candidate.village)
      group by elsewhere.cell having sum(elsewhere.n) > candidate.n
    )
    order by candidate.n desc, candidate.district, candidate.village limit ${limits.localitiesPerTile}`.execute(
    db,
  )
  return rows
}

/**
 * Returns the districts and villages to name on a tile. Applies filters by survey, district and village only,
 * because names are for orientation. Returns an empty list if the query takes too long.
 */
export const findLocalities = async (
  { db, scope }: Reader,
  tile: Square,
  filter: SurveyResponseFilter,
): Promise<Locality[]> => {
  const localities = await withStatementTimeout(db, limits.tileQueryMs, async (tx) => [
    ...(await findLargest({ db: tx, scope }, 'district', tile, filter)),
    ...(await findLargest({ db: tx, scope }, 'village', tile, filter)),
  ])
  return localities ?? []
}
