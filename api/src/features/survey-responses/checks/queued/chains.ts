import type { Neighbours, ResponseFacts } from '@baseline/contract/checks/response-facts.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

import { comparedColumns, toComparedFacts } from './fact-rows.ts'
import type { ComparedRow } from './fact-rows.ts'

/**
 * Responses with the same key, in a fixed order. A response is compared with the next `reach` responses in both
 * directions, so that a change concerns twice as many others, however long the chain is.
 */
export interface Chain {
  find: (db: Db, positions: readonly ResponseFacts[]) => Promise<ReadonlyMap<ResponseFacts, Neighbours>>
}

interface Position extends Record<string, unknown> {
  positions: string
}
type FoundRow = ComparedRow & { place: number; is_before: boolean }

/** Columns of the position of a response in any chain. */
const positionOf = (facts: ResponseFacts, place: number) => ({
  place,
  response_id: facts.id,
  survey_id: facts.surveyId,
  investigator: facts.investigator,
  day: facts.day,
  started_at: facts.startedAt === null ? null : new Date(facts.startedAt),
  household: facts.household,
  phone: facts.phone,
  answers: facts.answers,
})

type Order = (a: ResponseFacts, b: ResponseFacts) => number
const byId: Order = (a, b) => (a.id < b.id ? -1 : 1)
/** The order of interviews in time. */
export const byTime: Order = (a, b) =>
  (a.day ?? '').localeCompare(b.day ?? '') || (a.startedAt ?? 0) - (b.startedAt ?? 0) || byId(a, b)

const chain = (definition: {
  /** Whether a response is in the chain. `where` says the same in SQL. */
  has: (facts: ResponseFacts) => boolean
  where: RawBuilder<boolean>
  key: readonly string[]
  order: readonly string[]
  reach: number
}): Chain => {
  const { has, where, key, order, reach } = definition
  const inOrder = order.includes('started_at') ? byTime : byId
  const list = (table: string, names: readonly string[]) =>
    sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
  const next = (isBefore: boolean) => {
    const [compare, direction] = isBefore ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    const ordered = sql.join(order.map((name) => sql`${sql.ref(`f.${name}`)} ${direction}`))
    return sql`
      select p.place, ${sql.lit(isBefore)} as is_before, found.* from positions p cross join lateral (
        select ${list('f', comparedColumns)} from check_facts f
        where (${list('f', key)}) = (${list('p', key)}) and ${where}
          and (${list('f', order)}) ${compare} (${list('p', order)})
        order by ${ordered} limit ${sql.lit(reach)}) found`
  }
  const findRows = compiledOnce<FoundRow, Position>((db, { positions }) => ({
    compile: () =>
      sql<FoundRow>`
      with positions as materialized (
        select ${prepared} * from json_to_recordset(${positions}::json) as p (place int, response_id uuid,
          survey_id uuid, investigator text, day date, started_at timestamptz, household text, phone text, answers text)
      ) ${next(true)} union all ${next(false)}`.compile(db),
  }))
  return {
    find: async (db, positions) => {
      const placed = positions.filter(has)
      if (placed.length === 0) return new Map()
      const rows = await findRows(db, { positions: JSON.stringify(placed.map(positionOf)) })
      const byPlace = Map.groupBy(rows, ({ place }) => place)
      return new Map(
        placed.map((facts, place) => {
          const neighbours = byPlace.get(place) ?? []
          const on = (isBefore: boolean) =>
            neighbours.filter((row) => row.is_before === isBefore).map(toComparedFacts)
          return [
            facts,
            { before: on(true).toSorted((a, b) => inOrder(b, a)), after: on(false).toSorted(inOrder) },
          ]
        }),
      )
    },
  }
}

/** Whether an interview has a place in the order of time. */
export const isTimed = ({ startedAt, endedAt, day }: ResponseFacts): boolean =>
  day !== null && startedAt !== null && endedAt !== null && endedAt >= startedAt
const timed = sql<boolean>`f.ended_at >= f.started_at`

/** The interviews of an enumerator in the order of time. */
export const timeChain = chain({
  has: isTimed,
  where: timed,
  key: ['survey_id', 'investigator'],
  order: ['day', 'started_at', 'response_id'],
  reach: 1,
})
/** Number of earlier and of later interviews of a day that an interview is compared with. */
export const dayReach = 30
/** The interviews of an enumerator on one day. */
export const dayChain = chain({
  has: isTimed,
  where: timed,
  key: ['survey_id', 'investigator', 'day'],
  order: ['started_at', 'response_id'],
  reach: dayReach,
})
/** Many households of a village can have one name. */
export const householdChain = chain({
  has: ({ household }) => household !== null,
  where: sql`f.household is not null`,
  key: ['survey_id', 'household'],
  order: ['response_id'],
  reach: 10,
})
export const phoneChain = chain({
  has: ({ phone }) => phone !== null,
  where: sql`f.phone is not null`,
  key: ['survey_id', 'phone'],
  order: ['response_id'],
  reach: 1,
})
export const answersChain = chain({
  has: ({ answers }) => answers !== null,
  where: sql`f.answers is not null`,
  key: ['survey_id', 'answers'],
  order: ['response_id'],
  reach: 1,
})
