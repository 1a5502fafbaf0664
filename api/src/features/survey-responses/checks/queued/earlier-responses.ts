import type { CheckedFacts } from '@baseline/contract/checks/response-facts.ts'
import type { Comparable } from '@baseline/contract/checks/similar-answers.ts'
import { sql } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

import { isTimed } from './chains.ts'
import { readFingerprint } from './fact-rows.ts'

/** How many interviews of the enumerator and of the village a search returns. */
interface Reach {
  investigator: number
  village: number
}

/** A response is compared with so many before it. */
export const comparedBefore: Reach = { investigator: 200, village: 50 }

interface WindowRow {
  place: number
  ids: string[]
}
interface Search extends Record<string, unknown> {
  positions: string
  investigator: number
  village: number
}

const createSearch = (isBefore: boolean) => {
  const [compare, direction] = isBefore ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const nearest = (column: 'investigator' | 'village', reach: unknown) => {
    const key = sql.ref(column)
    return sql`array(
      select f.response_id from check_facts f
      where f.survey_id = p.survey_id and f.${key} = p.${key} and f.ended_at >= f.started_at
        and (f.day, f.started_at, f.response_id) ${compare} (p.day, p.started_at, p.response_id)
      order by f.day ${direction}, f.started_at ${direction}, f.response_id ${direction} limit ${reach})`
  }
  return compiledOnce<WindowRow, Search>((db, { positions, investigator, village }) => ({
    compile: () =>
      sql<WindowRow>`
        select ${prepared} p.place, ${nearest('investigator', investigator)} || ${nearest('village', village)} as ids
        from json_to_recordset(${positions}::json) as p (place int, response_id uuid, survey_id uuid,
          investigator text, village text, day date, started_at timestamptz)`.compile(db),
  }))
}
const [searchBefore, searchAfter] = [createSearch(true), createSearch(false)]

const selectFingerprints = compiledOnce<
  { id: string; displayId: string; fingerprint: Buffer },
  { ids: readonly string[] }
>((db, { ids }) => ({
  compile: () =>
    sql<{ id: string; displayId: string; fingerprint: Buffer }>`
      select ${prepared} response_id as id, display_id as "displayId", fingerprint from check_facts
      where response_id = any(${ids}::uuid[]) and fingerprint is not null`.compile(db),
}))

/**
 * Finds the nearest interviews in time of the same enumerator and of the same village, the nearest first: those before
 * each response, or those after it.
 */
export const findNearest = async (
  db: Db,
  subjects: readonly CheckedFacts[],
  { direction, reach }: { direction: 'before' | 'after'; reach: Reach },
): Promise<ReadonlyMap<CheckedFacts, readonly Comparable[]>> => {
  const placed = subjects.filter(isTimed)
  if (placed.length === 0) return new Map()
  const positions = placed.map((facts, place) => ({
    place,
    response_id: facts.id,
    survey_id: facts.surveyId,
    investigator: facts.investigator,
    village: facts.village,
    day: facts.day,
    started_at: new Date(facts.startedAt ?? 0),
  }))
  const search = direction === 'before' ? searchBefore : searchAfter
  const rows = await search(db, { positions: JSON.stringify(positions), ...reach })
  const all = [...new Set(rows.flatMap((row) => row.ids))]
  const found = new Map(
    (await selectFingerprints(db, { ids: all })).map((row) => [
      row.id,
      { ...row, fingerprint: readFingerprint(row.fingerprint) },
    ]),
  )
  const byPlace = new Map(rows.map((row) => [row.place, row.ids]))
  return new Map(
    placed.map((facts, place) => {
      const ids = new Set(byPlace.get(place))
      return [facts, [...ids].flatMap((id) => (id === facts.id ? [] : (found.get(id) ?? [])))]
    }),
  )
}
