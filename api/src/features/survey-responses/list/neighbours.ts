import type { Input } from '@baseline/contract/http.ts'
import type { getNeighbours, Neighbours } from '@baseline/contract/survey-responses/contract.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { limits } from '#platform/limits.ts'

import { countMatches } from '../counts/count.ts'
import { get, rowColumns } from '../queries.ts'
import type { Reader } from '../scope.ts'
import { resolveFilter } from './filter.ts'
import type { ResolvedFilter } from './filter.ts'
import { keysetConditions, resolveOrder, selectOwn, toOrderByClause } from './order.ts'
import type { Order } from './order.ts'
import { materialise, mergeParts, selectPart, walkConditions } from './page-parts.ts'
import { narrowestRange } from './time-bounds.ts'

type Query = Input<typeof getNeighbours>['query']

/** The place of a neighbour. `count`: number of matches; Infinity if it is not exact. */
interface Place {
  order: Order
  condition: RawBuilder<boolean>
  count: number
}

const isFew = (count: number) => count <= limits.countedRows

/** Returns the first match, in the order, that meets the condition. */
const selectFirstWhere = (db: Db, rows: ResolvedFilter, { order, condition, count }: Place) => {
  if (isFew(count))
    return materialise(db, rows, order)
      .select(rowColumns)
      .where(condition)
      .orderBy(toOrderByClause(order))
      .limit(1)
  const parts = walkConditions(order).map(
    (part) => sql`${selectPart(db, rows, order, sql`${part} and ${condition}`)}`,
  )
  return mergeParts(db, { order, offset: 0, limit: 1 }, parts)
}

/** Counts the matches that meet the condition, from the start of the order, up to `limits.countedRows`. */
const countWhere = async (
  db: Db,
  rows: ResolvedFilter,
  { order, condition, count }: Place,
): Promise<number> => {
  const matches = rows.from(db, order).select(['id', ...order.by])
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

/**
 * Returns the neighbours of a response in a list. The response need not match the filter any more, so that
 * there is a next one after a review.
 */
export const neighboursOf = async (
  reader: Reader,
  id: string,
  { filter, orderBy }: Query,
): Promise<Neighbours> => {
  await get(reader, id)
  const forward = await resolveOrder(reader, filter ?? {}, orderBy)
  const backward = { ...forward, isAscending: !forward.isAscending }
  const rows = await resolveFilter(reader, filter)
  const { rows: nullFlags } = await sql<{ missing: boolean[] }>`
    ${selectOwn(forward, id, sql`array[${sql.join(forward.by.map((column) => sql`${sql.ref(column)} is null`))}] as missing`)}`.execute(
    reader.db,
  )
  const missing = nullFlags[0]?.missing ?? []

  const total = await countMatches(reader.db, rows, filter, narrowestRange(filter ?? {})?.column)
  const count = total.countIsEstimate ? Infinity : total.count

  const findNearest = async (order: Order): Promise<string | null> => {
    for (const condition of keysetConditions(order, id, missing)) {
      const neighbour = await selectFirstWhere(reader.db, rows, {
        order,
        condition,
        count,
      }).executeTakeFirst()
      if (neighbour) return neighbour.id
    }
    return null
  }

  const findPosition = async (): Promise<number | undefined> => {
    const listed = await rows.from(reader.db).select('id').where('id', '=', id).executeTakeFirst()
    if (!listed) return undefined
    const condition = sql<boolean>`(${sql.join(keysetConditions(backward, id, missing), sql` or `)})`
    // Counts from the start of the list, so that a position near it is found fast.
    const before = await countWhere(reader.db, rows, { order: forward, condition, count })
    return before < limits.countedRows ? before + 1 : undefined
  }

  const position = await findPosition()
  return {
    previousId: await findNearest(backward),
    nextId: await findNearest(forward),
    ...(position === undefined ? {} : { position }),
    ...total,
  }
}
