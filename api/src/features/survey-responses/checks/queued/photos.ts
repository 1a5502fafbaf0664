import { checkPhotos } from '@baseline/contract/checks/photos.ts'
import type { CheckedFacts, Neighbours } from '@baseline/contract/checks/response-facts.ts'
import { sql } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

import { comparedColumns, toComparedFacts } from './fact-rows.ts'
import type { ComparedRow } from './fact-rows.ts'
import { positionsOf } from './queued-rule.ts'
import type { QueuedRule } from './queued-rule.ts'

type FoundRow = ComparedRow & { place: number; is_before: boolean }

const columns = sql.join(comparedColumns.map((name) => sql.ref(`f.${name}`)))
const nextWith = (isBefore: boolean) => sql`
  select p.place, ${sql.lit(isBefore)} as is_before, ${columns}
  from positions p cross join lateral (
    select response_id from check_photos other
    where (other.survey_id, other.hash) = (p.survey_id, p.hash)
      and other.response_id ${isBefore ? sql`<` : sql`>`} p.response_id
    order by other.response_id ${isBefore ? sql`desc` : sql`asc`} limit 1) found
  join check_facts f on f.response_id = found.response_id`

const findRows = compiledOnce<FoundRow, { positions: string }>((db, { positions }) => ({
  compile: () =>
    sql<FoundRow>`
      with positions as materialized (
        select ${prepared} * from json_to_recordset(${positions}::json)
          as p (place int, response_id uuid, survey_id uuid, hash text)
      ) ${nextWith(true)} union all ${nextWith(false)}`.compile(db),
}))

const keyOf = ({ id, surveyId }: CheckedFacts, hash: string): string => `${surveyId} ${id} ${hash}`

/** Returns the previous and the next response with the same photo, for each photo of responses. */
const findCopies = async (
  db: Db,
  subjects: readonly CheckedFacts[],
): Promise<ReadonlyMap<string, Neighbours>> => {
  const places = new Map(
    subjects.flatMap((facts) => facts.photos.map(({ hash }) => [keyOf(facts, hash), { facts, hash }])),
  )
  if (places.size === 0) return new Map()
  const positions = [...places.values()].map(({ facts, hash }, place) => ({
    place,
    response_id: facts.id,
    survey_id: facts.surveyId,
    hash,
  }))
  const rows = Map.groupBy(await findRows(db, { positions: JSON.stringify(positions) }), ({ place }) => place)
  return new Map(
    [...places.keys()].map((key, place) => {
      const neighbours = rows.get(place) ?? []
      const on = (isBefore: boolean) =>
        neighbours.filter((row) => row.is_before === isBefore).map(toComparedFacts)
      return [key, { before: on(true), after: on(false) }]
    }),
  )
}

/** P1: compares photos with the interview, and with the photos of other responses. */
export const photos: QueuedRule = {
  rules: ['P1'],
  findAffected: async (tx, changes) =>
    [...(await findCopies(tx, positionsOf(changes))).values()].flatMap(({ before, after }) =>
      [...before, ...after].map(({ id }) => id),
    ),
  load: async (tx, subjects) => {
    const copies = await findCopies(tx, subjects)
    return (facts, rules) =>
      checkPhotos(facts, facts.photos, ({ hash }) => copies.get(keyOf(facts, hash)), rules)
  },
}
