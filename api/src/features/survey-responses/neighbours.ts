import type { Input } from '@baseline/contract/http.ts'
import type { getNeighbours, Neighbours } from '@baseline/contract/survey-responses/contract.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { cappedCount, inOrder, orderOf } from '#platform/database/list.ts'
import { limits } from '#platform/limits.ts'

import { columns, matching } from './filter.ts'
import { get } from './queries.ts'
import type { Reader } from './scope.ts'

type Query = Input<typeof getNeighbours>['query']

/** What comes after this response when the column goes up, or before it: first those beside it, then the rest. */
const beyond = (column: string, id: string, up: boolean, missing: boolean): RawBuilder<boolean>[] => {
  const at = sql.ref(column)
  const than = up ? sql`>` : sql`<`
  // Missing values are the smallest, and nothing compares with them.
  if (missing)
    return [
      sql<boolean>`(${at} is null and id ${than} ${id})`,
      ...(up ? [sql<boolean>`${at} is not null`] : []),
    ]
  // Read where it is, because a timestamp loses its microseconds on the way to here.
  const own = sql`(select ${at} from survey_responses where id = ${id})`
  return [
    sql<boolean>`(${at}, id) ${than} (${own}, ${id}::uuid)`,
    ...(up ? [] : [sql<boolean>`${at} is null`]),
  ]
}

/** By the order of the list, whether the response itself still matches or not: after a review there is a next one. */
export const neighboursOf = async (
  reader: Reader,
  id: string,
  { filter, orderBy = 'startTime_DESC' }: Query,
): Promise<Neighbours> => {
  await get(reader, id)
  const { column, direction } = orderOf(columns, orderBy)
  const rows = await matching(reader, filter)
  const { rows: own } = await sql<{ missing: boolean }>`
    select ${sql.ref(column)} is null as missing from survey_responses where id = ${id}`.execute(reader.db)
  const missing = own[0]?.missing ?? false
  const [forward, backward] = [direction === 'asc', direction !== 'asc']
  const order = (up: boolean) =>
    up ? sql`${sql.ref(column)} asc nulls first, id asc` : sql`${sql.ref(column)} desc nulls last, id desc`

  const nearest = async (up: boolean): Promise<string | null> => {
    for (const condition of beyond(column, id, up, missing)) {
      const found = await rows(reader.db)
        .select('id')
        .where(condition)
        .orderBy(order(up))
        .limit(1)
        .executeTakeFirst()
      if (found) return found.id
    }
    return null
  }

  const position = async (): Promise<number | undefined> => {
    const listed = await rows(reader.db).select('id').where('id', '=', id).executeTakeFirst()
    if (!listed) return undefined
    const before = rows(reader.db)
      .select(sql`1`.as('one'))
      .where(sql<boolean>`(${sql.join(beyond(column, id, backward, missing), sql` or `)})`)
      // Counted from the beginning of the list, so that a place near it is found at once.
      .orderBy(inOrder(columns, orderBy))
      .limit(limits.countedRows)
    const { count } = await reader.db
      .selectFrom(before.as('before'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count < limits.countedRows ? count + 1 : undefined
  }

  const place = await position()
  return {
    previousId: await nearest(backward),
    nextId: await nearest(forward),
    ...(place === undefined ? {} : { position: place }),
    ...(await cappedCount(reader.db, rows(reader.db))),
  }
}
