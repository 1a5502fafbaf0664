import { claimMinutes } from '@baseline/contract/survey-responses/desk.ts'
import type { QueueFilter } from '@baseline/contract/survey-responses/desk.ts'
import { waitingStatuses } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all } from '#platform/database/list.ts'

import type { Reader } from '../scope.ts'
import { findPage, isFree, resolveQueue } from './find-queue.ts'
import type { ResolvedQueue } from './find-queue.ts'

/** Responses that a search for a free one reads at once. */
const pageSize = 20

/** Locks the first free response of a page. Others may hold locks for milliseconds: the worker, and other reviewers. */
const lockFree = async (
  db: Db,
  page: readonly string[],
  { waits }: { waits: boolean },
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select response_id as id from review_queue
    where response_id = any(${page}::uuid[]) and ${isFree}
    order by array_position(${page}::uuid[], response_id) limit 1
    for update ${waits ? sql`` : sql`skip locked`}`.execute(db)
  return rows[0]?.id
}

/**
 * Whether the response still waits. A response that someone decides about at this moment does not: the lock of the
 * decision is not waited for.
 */
const isWaiting = async (db: Db, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('survey_responses')
    .select('status')
    .where('id', '=', id)
    .forShare()
    .skipLocked()
    .executeTakeFirst()
  return waitingStatuses.some((status) => status === row?.status)
}

const storeClaim = (db: Db, id: string, userId: string) =>
  db
    .updateTable('review_queue')
    .set({
      claimed_at: sql`case when claimed_by = ${userId} and claimed_until > now() then claimed_at else now() end`,
      claimed_by: userId,
      claimed_until: sql`now() + make_interval(mins => ${claimMinutes})`,
    })
    .where('response_id', '=', id)

/** Claims the first response of a queue that is free and waits. */
const claimFirst = async (db: Db, queue: ResolvedQueue, tried: Set<string>): Promise<string | undefined> => {
  const locked: string[] = []
  const untried = () => sql<boolean>`response_id <> all(${[...tried]}::uuid[])`
  const tryPage = async (page: readonly string[], waits: boolean): Promise<string | undefined> => {
    let left = page
    for (;;) {
      const id = await lockFree(db, left, { waits })
      if (id === undefined) {
        locked.push(...left)
        return undefined
      }
      if (await isWaiting(db, id)) return id
      left = left.filter((other) => other !== id)
    }
  }
  for (;;) {
    const conditions = all(queue.conditions, isFree, untried())
    const page = await findPage(db, { ...queue, conditions }, { limit: pageSize, offset: 0 })
    if (page.length === 0) break
    const id = await tryPage(page, false)
    if (id) return id
    for (const one of page) tried.add(one)
  }
  // Nothing else is free. Waits for the locks, so that no response is forgotten.
  return tryPage(locked.splice(0), true)
}

/**
 * Claims the next response for the caller: first responses that are assigned to the caller, then responses
 * that are not assigned. No other caller gets it until the claim expires.
 */
export const claimNext = async (
  reader: Reader,
  { filter, skip }: { filter?: QueueFilter | undefined; skip?: string | undefined },
): Promise<string | null> => {
  const { db, actor } = reader
  if (skip) await release(reader, skip)
  const queue = await resolveQueue(reader, filter)
  const tried = new Set(skip ? [skip] : [])
  const parts: RawBuilder<boolean>[] = [
    sql<boolean>`reviewer_id = ${actor.userId}`,
    sql<boolean>`reviewer_id is null`,
  ]
  for (const part of parts) {
    const id = await claimFirst(db, { ...queue, conditions: all(queue.conditions, part) }, tried)
    if (!id) continue
    await storeClaim(db, id, actor.userId).execute()
    return id
  }
  return null
}

/** Claims this response or renews the claim, unless another reviewer has a valid claim. */
export const claim = async ({ db, actor }: Reader, id: string): Promise<void> => {
  await storeClaim(db, id, actor.userId)
    .where(sql<boolean>`(${isFree} or claimed_by = ${actor.userId})`)
    .execute()
}

/** Releases the caller's claim. */
export const release = async ({ db, actor }: Pick<Reader, 'db' | 'actor'>, id: string): Promise<void> => {
  await db
    .updateTable('review_queue')
    .set({ claimed_by: null, claimed_at: null, claimed_until: null })
    .where('response_id', '=', id)
    .where('claimed_by', '=', actor.userId)
    .execute()
}

/**
 * Removes a response from the queue when it is decided, before the worker does, so that no reviewer claims it. A bulk
 * review leaves this to the worker: each would wait for the other's locks.
 */
export const leaveQueue = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('review_queue').where('response_id', '=', id).execute()
}
