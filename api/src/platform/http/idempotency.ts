import { createHash } from 'node:crypto'

import { AppError } from '@baseline/contract/errors.ts'

import { compiledOnce, prepared } from '../database/database.ts'
import type { Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { limits } from '../limits.ts'

export interface IdempotentCall {
  caller: string
  key: string
  requestHash: Buffer
}

/** Identifies a repeated call: by its caller and key, and a hash of method, URL and body. */
export const idempotentCall = (
  caller: string,
  key: string | string[] | undefined,
  request: { method: string; url: string; body: unknown },
): IdempotentCall | undefined => {
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > limits.idempotencyKey.characters)
    throw new AppError('errors.invalid')
  const content = JSON.stringify([request.method, request.url, request.body ?? null])
  return { caller, key, requestHash: createHash('sha256').update(content).digest() }
}

type KeyClaim = Pick<Schema['idempotency_keys'], 'caller' | 'key' | 'request_hash'>

const claimKey = compiledOnce<{ key: string }, KeyClaim>((db, row) =>
  db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .modifyEnd(prepared),
)

const storeResponse = compiledOnce<unknown, { response: string; caller: string; key: string }>(
  (db, { response, caller, key }) =>
    db
      .updateTable('idempotency_keys')
      .set({ response })
      .where('caller', '=', caller)
      .where('key', '=', key)
      .modifyEnd(prepared),
)

/**
 * Does the work once per idempotency key. A second call with the same key waits for the first transaction,
 * then returns its response. Refuses the same key with another request.
 */
export const runOnce = async <T>(tx: Db, call: IdempotentCall, work: () => Promise<T>): Promise<T> => {
  const { caller, key, requestHash } = call
  const [claimed] = await claimKey(tx, { caller, key, request_hash: requestHash })
  if (!claimed) {
    const first = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'response'])
      .where('caller', '=', caller)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (!first.request_hash.equals(requestHash)) throw new AppError('errors.idempotencyKeyReused')
    return first.response as T // stored by this function, from a response of the same route
  }
  const response = await work()
  await storeResponse(tx, { response: JSON.stringify(response), caller, key })
  return response
}
