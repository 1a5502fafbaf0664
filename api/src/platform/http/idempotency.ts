import { createHash } from 'node:crypto'

import { AppError } from '@baseline/contract/errors.ts'
import { sql } from 'kysely'

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

/** Stored instead of the response of a call that created a record: the record is read again for a repetition. */
interface CreatedRecord {
  createdRecordId: string
}

const isCreatedRecord = (response: unknown): response is CreatedRecord =>
  typeof response === 'object' && response !== null && 'createdRecordId' in response

const findFirstCall = async (tx: Db, { caller, key, requestHash }: IdempotentCall): Promise<unknown> => {
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'response'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!first.request_hash.equals(requestHash)) throw new AppError('errors.idempotencyKeyReused')
  return first.response
}

const claim = async (tx: Db, { caller, key, requestHash }: IdempotentCall): Promise<boolean> =>
  (await claimKey(tx, { caller, key, request_hash: requestHash })).length > 0

/**
 * Does the work once per idempotency key. A second call with the same key waits for the first transaction,
 * then returns its response. Refuses the same key with another request.
 */
export const runOnce = async <T>(tx: Db, call: IdempotentCall, work: () => Promise<T>): Promise<T> => {
  if (!(await claim(tx, call))) return (await findFirstCall(tx, call)) as T // stored below by the same route
  const response = await work()
  await storeResponse(tx, { response: JSON.stringify(response), caller: call.caller, key: call.key })
  return response
}

/** Like `runOnce`, for work that creates one record. Stores its id instead of a copy of the record. */
export const createOnce = async <T extends { id: string }>(
  tx: Db,
  call: IdempotentCall,
  { create, read }: { create: () => Promise<T>; read: (id: string) => Promise<T> },
): Promise<T> => {
  if (!(await claim(tx, call))) {
    const response = await findFirstCall(tx, call)
    // A release before 0.2.0 stored the record.
    return isCreatedRecord(response) ? read(response.createdRecordId) : (response as T)
  }
  const record = await create()
  const response: CreatedRecord = { createdRecordId: record.id }
  await storeResponse(tx, { response: JSON.stringify(response), caller: call.caller, key: call.key })
  return record
}

const insertClaims = compiledOnce<
  { caller: string; key: string },
  { callers: string[]; keys: string[]; hashes: string[]; ids: string[] }
>((db, { callers, keys, hashes, ids }) => ({
  compile: () =>
    sql<{ caller: string; key: string }>`
      insert into idempotency_keys (caller, key, request_hash, response)
      select caller, key, decode(hash, 'hex'), jsonb_build_object('createdRecordId', id)
      from unnest(${callers}::text[], ${keys}::text[], ${hashes}::text[], ${ids}::text[]) as claim (caller, key, hash, id)
      order by caller, key
      on conflict do nothing
      returning caller, key ${prepared}`.compile(db),
}))

/** Identifies a call among the calls of all callers. */
export const nameOfCall = ({ caller, key }: Pick<IdempotentCall, 'caller' | 'key'>): string =>
  JSON.stringify([caller, key])

/**
 * Claims the keys of several calls, with the ids of the records that they create. Returns the names of the
 * calls that are no repetition.
 */
export const claimKeys = async (
  tx: Db,
  claims: readonly { call: IdempotentCall; id: string }[],
): Promise<ReadonlySet<string>> => {
  if (claims.length === 0) return new Set()
  const claimed = await insertClaims(tx, {
    callers: claims.map(({ call }) => call.caller),
    keys: claims.map(({ call }) => call.key),
    hashes: claims.map(({ call }) => call.requestHash.toString('hex')),
    ids: claims.map(({ id }) => id),
  })
  return new Set(claimed.map(nameOfCall))
}
