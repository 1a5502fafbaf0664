import type { Input } from '@baseline/contract/http.ts'
import type { getNeighbours, Neighbours } from '@baseline/contract/survey-responses/contract.ts'
import { sql } from 'kysely'

import { limits } from '#platform/limits.ts'

import { countOf } from './count.ts'
import { matching } from './filter.ts'
import { countWhere, firstWhere, rangeOf } from './find-page.ts'
import { beyond, orderedBy } from './order.ts'
import type { Order } from './order.ts'
import { get } from './queries.ts'
import type { Reader } from './scope.ts'

type Query = Input<typeof getNeighbours>['query']

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
  const forward = orderedBy(orderBy)
  const backward = { ...forward, up: !forward.up }
  const rows = await matching(reader, filter)
  const { rows: own } = await sql<{ missing: boolean[] }>`
    select array[${sql.join(forward.by.map((column) => sql`${sql.ref(column)} is null`))}] as missing
    from survey_responses where id = ${id}`.execute(reader.db)
  const missing = own[0]?.missing ?? []

  const counted = await countOf(reader.db, rows, filter, rangeOf(filter ?? {})?.column)
  const count = counted.countIsEstimate ? undefined : counted.count

  const nearest = async (order: Order): Promise<string | null> => {
    for (const condition of beyond(order, id, missing)) {
      const found = await firstWhere(reader.db, rows, { order, condition, count }).executeTakeFirst()
      if (found) return found.id
    }
    return null
  }

  const position = async (): Promise<number | undefined> => {
    const listed = await rows.from(reader.db).select('id').where('id', '=', id).executeTakeFirst()
    if (!listed) return undefined
    const condition = sql<boolean>`(${sql.join(beyond(backward, id, missing), sql` or `)})`
    // Counts from the start of the list, so that a position near it is found fast.
    const before = await countWhere(reader.db, rows, { order: forward, condition, count })
    return before < limits.countedRows ? before + 1 : undefined
  }

  const place = await position()
  return {
    previousId: await nearest(backward),
    nextId: await nearest(forward),
    ...(place === undefined ? {} : { position: place }),
    ...counted,
  }
}
