import type { Input } from '@baseline/contract/http.ts'
import type { getNeighbours, Neighbours } from '@baseline/contract/survey-responses/contract.ts'
import { sql } from 'kysely'

import { limits } from '#platform/limits.ts'

import { countMatches } from '../counts/count.ts'
import { get } from '../queries.ts'
import type { Reader } from '../scope.ts'
import { resolveFilter } from './filter.ts'
import { countWhere, narrowestRange, selectFirstWhere } from './find-page.ts'
import { keysetConditions, parseOrder } from './order.ts'
import type { Order } from './order.ts'

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
  const forward = parseOrder(orderBy)
  const backward = { ...forward, isAscending: !forward.isAscending }
  const rows = await resolveFilter(reader, filter)
  const { rows: nullFlags } = await sql<{ missing: boolean[] }>`
    select array[${sql.join(forward.by.map((column) => sql`${sql.ref(column)} is null`))}] as missing
    from survey_responses where id = ${id}`.execute(reader.db)
  const missing = nullFlags[0]?.missing ?? []

  const total = await countMatches(reader.db, rows, filter, narrowestRange(filter ?? {})?.column)
  const count = total.countIsEstimate ? undefined : total.count

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
