import type { Input, Output, Route } from '@baseline/contract/http.ts'
import type { FastifyRequest } from 'fastify'

import { loadActor, requireAccess } from '../auth/actor.ts'
import type { Db } from '../database/database.ts'
import { startRecords } from '../database/new-records.ts'
import type { NewRecord } from '../database/new-records.ts'
import { withRetries } from '../database/retry.ts'
import { inTransaction } from '../database/transaction.ts'
import { limits } from '../limits.ts'
import { createBatchQueue } from './batch-queue.ts'
import type { Outcome } from './batch-queue.ts'
import { callerOf, contextOf, idempotentCallOf, register } from './handle.ts'
import type { ContextOf } from './handle.ts'
import { claimKeys, createOnce, nameOfCall } from './idempotency.ts'
import type { IdempotentCall } from './idempotency.ts'
import type { Server } from './server.ts'

interface BatchedCall<R extends Route> {
  input: Input<R>
  context: ContextOf<R>
}

/** How to create the records of several calls in one transaction. */
interface BatchedCreation<R extends Route, Checked> {
  /** Values that two calls of a batch must not share. */
  identify: (input: Input<R>) => readonly string[]
  /** Checks the calls without writing. Returns the reason for each call that is refused. */
  check: (tx: Db, calls: readonly BatchedCall<R>[]) => Promise<Exclude<Outcome<Checked>, 'alone'>[]>
  /** Writes all of the records or throws. */
  write: (tx: Db, records: readonly (Checked & NewRecord)[]) => Promise<Created<R>[]>
  /** Reads the record that an earlier call created. */
  read: (context: ContextOf<R>, id: string) => Promise<Created<R>>
}
type Created<R extends Route> = Output<R> & { id: string }

interface Waiting {
  request: FastifyRequest
  idempotent: IdempotentCall | undefined
  since: number
}

/**
 * Like `handle`, for a route that creates one record and is called often. Calls that wait at the same time
 * share one transaction. Each is answered after the commit, with its own result.
 */
export const handleInBatches = <const R extends Route, Checked extends object>(
  server: Server,
  route: R,
  { identify, check, write, read }: BatchedCreation<R, Checked>,
): void => {
  // The schemas that define Input<R> have validated each part, and `access` determines ContextOf<R>.
  const inputOf = ({ params, query, body }: FastifyRequest) => ({ params, query, body }) as Input<R>
  const contextFor = (request: FastifyRequest, db: Db) => contextOf(server, request, db) as ContextOf<R>
  const toCall = ({ request }: Waiting, tx: Db): BatchedCall<R> => ({
    input: inputOf(request),
    context: contextFor(request, tx),
  })

  /** Reads the caller again after a long wait, because a revoked access must end within a second. */
  const recheck = async ({ request, since }: Waiting): Promise<void> => {
    if (!request.actor || route.access === 'anyone' || Date.now() - since < limits.batches.recheckMs) return
    request.actor = await loadActor(server, request.actor.identity)
    requireAccess(request.actor, route.access)
  }

  const runAlone = (call: Waiting): Promise<Created<R>> =>
    inTransaction(server.db, async (tx) => {
      const create = async () => {
        const started = await startRecords(tx, 1)
        const [checked] = await check(tx, [toCall(call, tx)])
        if (!checked || 'error' in checked) throw checked?.error
        const [record] = await write(
          tx,
          started.map((fresh) => ({ ...checked.result, ...fresh })),
        )
        if (!record) throw new Error('the record of a call was not written')
        return record
      }
      return call.idempotent
        ? createOnce(tx, call.idempotent, { create, read: (id) => read(contextFor(call.request, tx), id) })
        : create()
    })

  const runTogether = (calls: readonly Waiting[]): Promise<Outcome<Created<R>>[]> =>
    inTransaction(server.db, async (tx) => {
      const started = await startRecords(tx, calls.length, limits.batches.lockMs)
      const checks = await check(
        tx,
        calls.map((call) => toCall(call, tx)),
      )
      const accepted = calls.flatMap((call, index) => {
        const [checked, fresh] = [checks[index], started[index]]
        return checked && fresh && 'result' in checked
          ? [{ index, call, record: { ...checked.result, ...fresh } }]
          : []
      })
      const claimed = await claimKeys(
        tx,
        accepted.flatMap(({ call: { idempotent }, record }) =>
          idempotent ? [{ call: idempotent, id: record.id }] : [],
        ),
      )
      const written = accepted.filter(
        ({ call: { idempotent } }) => !idempotent || claimed.has(nameOfCall(idempotent)),
      )
      const records = await write(
        tx,
        written.map(({ record }) => record),
      )
      const results = new Map(written.map(({ index }, position) => [index, records[position]]))
      return calls.map((call, index): Outcome<Created<R>> => {
        const result = results.get(index)
        if (result) return { result }
        const checked = checks[index]
        // A refused call with a key may be a repetition of a call that was accepted.
        return checked && 'error' in checked && !call.idempotent ? checked : 'alone'
      })
    })

  const enqueue = createBatchQueue<Waiting, Created<R>>({
    run: async (calls) => {
      const rechecks = await Promise.allSettled(calls.map(recheck))
      const allowed = calls.filter((_, index) => rechecks[index]?.status === 'fulfilled')
      const outcomes = allowed.length > 0 ? await runTogether(allowed) : []
      return rechecks.map((recheckOutcome) =>
        recheckOutcome.status === 'rejected'
          ? { error: recheckOutcome.reason as unknown }
          : (outcomes.shift() ?? 'alone'),
      )
    },
    identify: ({ request, idempotent }) => [
      ...identify(inputOf(request)),
      ...(idempotent ? [nameOfCall(idempotent)] : []),
    ],
    callerOf: ({ request }) => callerOf(request),
  })

  register(server, route, async (request) => {
    const idempotent = idempotentCallOf(route, request, request.body)
    let isFirstAttempt = true
    return withRetries(idempotent !== undefined, async () => {
      const call = { request, idempotent, since: Date.now() }
      if (!isFirstAttempt) return runAlone(call)
      isFirstAttempt = false
      const outcome = await enqueue(call)
      if (outcome === 'alone') return runAlone(call)
      if ('error' in outcome) throw outcome.error
      return outcome.result
    })
  })
}
