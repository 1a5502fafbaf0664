import { setTimeout as sleep } from 'node:timers/promises'

import { fromKysely, PgBoss } from 'pg-boss'
import type { JobResult } from 'pg-boss'
import type { z } from 'zod'

import type { Db } from './database/database.ts'
import { logContext, withoutPersonalData } from './log.ts'

/** A type of background job. A job may run more than once. */
export interface Job<Data extends z.ZodType = z.ZodType, Services = never> {
  name: string
  data: Data
  /** Runs at these times (cron, UTC) with empty data. */
  schedule?: string
  /**
   * Runs in a loop in every worker, with this pause after each run: the schedule of the queue cannot start a
   * job every few seconds. Must tolerate concurrent runs in other workers.
   */
  everyMs?: number
  /** Jobs of minutes or hours: concurrent jobs per worker, and hours until a running job counts as dead. */
  long?: { concurrency: number; hours: number; retries: number }
  /** Retries for a day instead of ten minutes, for jobs that another system can delay, such as mails. */
  retriesForDay?: true
  /** Runs one job of a person at a time; the person's other jobs wait. */
  perPerson?: true
  run: (data: z.output<Data>, services: Services) => Promise<void>
}

/** Infers both type parameters of a job. */
export const job = <Data extends z.ZodType, Services>(definition: Job<Data, Services>): Job<Data, Services> =>
  definition

export type Enqueue = <Data extends z.ZodType, Services>(
  db: Db,
  job: Job<Data, Services>,
  data: z.input<Data> & object,
  /** Required for jobs with `perPerson`. A person's jobs run in the order of their ids, which are UUIDv7. */
  options?: { person: string; id: string },
) => Promise<void>

/** A failure that a retry cannot resolve: the job fails at once. */
export class FinalFailure extends Error {
  override name = 'FinalFailure'
}

export interface Queue {
  enqueue: Enqueue
  /** Runs jobs until the queue is closed. */
  work: <Services>(jobs: readonly Job<z.ZodType, Services>[], services: Services) => Promise<void>
  close: () => Promise<void>
}

/** A killed worker's job starts again when its heartbeat is 10 s old. */
const queueOptions = { heartbeatSeconds: 10, retryLimit: 8, retryDelay: 2, retryBackoff: true } as const
/** After ten attempts in about 15 minutes, one attempt every 15 minutes. */
const dayOfRetries = { retryDelayMax: 900, retryLimit: 10 + 24 * 4 } as const
const queueOptionsOf = ({ long, retriesForDay }: Pick<Job, 'long' | 'retriesForDay'>) => ({
  ...queueOptions,
  ...(retriesForDay && dayOfRetries),
  ...(long && { retryBackoff: false, retryLimit: long.retries, expireInSeconds: long.hours * 3600 }),
})

/**
 * Polls instead of LISTEN: pg-boss 12.35 removes the error listener of a listening connection before closing
 * it, so a database restart at that moment ends the process. Bursts drain more than one batch per poll.
 */
const workOptions = {
  pollingIntervalSeconds: 1,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const
const workOptionsOf = ({ long, perPerson }: Pick<Job, 'long' | 'perPerson'>) => ({
  ...workOptions,
  ...(long && { batchSize: 1, localConcurrency: long.concurrency }),
  ...(perPerson && { groupConcurrency: 1 }),
})

export interface RunReport {
  job: string
  outcome: 'completed' | 'failed'
  ms: number
}

interface RunCallbacks {
  /** Called after each run, also of a failed one. */
  onRun: (run: RunReport) => void
  onError: (error: Error) => void
}

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

/**
 * Runs one job of a batch. Reports its failure separately, because a failed job must not repeat the rest of its
 * batch. Every log line within it has the name and the id of the job.
 */
const runOne = async <Services>(
  { name, data: schema, run }: Pick<Job<z.ZodType, Services>, 'name' | 'data' | 'run'>,
  { id, data }: { id: string; data: unknown },
  services: Services,
  { onRun, onError }: RunCallbacks,
): Promise<JobResult> =>
  logContext.run({ job: name, jobId: id }, async () => {
    const startedAt = performance.now()
    const report = (outcome: RunReport['outcome']) =>
      onRun({ job: name, outcome, ms: Math.round(performance.now() - startedAt) })
    try {
      await run(schema.parse(data ?? {}), services)
    } catch (reason) {
      const error = toError(reason)
      onError(error)
      report('failed')
      const status = error instanceof FinalFailure ? 'deadletter' : 'failed'
      return { id, status, output: withoutPersonalData(error) }
    }
    report('completed')
    return { id, status: 'completed' }
  })

type LoopedJob<Services> = Pick<Job<z.ZodType, Services>, 'name' | 'data' | 'run'> & { everyMs: number }

/** Runs a job in a loop until `stopSignal` is aborted; reports an error and continues. */
const runInLoop = async <Services>(
  { name, data, run, everyMs }: LoopedJob<Services>,
  services: Services,
  { stopSignal, onError }: { stopSignal: AbortSignal; onError: (error: Error) => void },
): Promise<void> =>
  logContext.run({ job: name }, async () => {
    while (!stopSignal.aborted) {
      await run(data.parse({}), services).catch((reason: unknown) => onError(toError(reason)))
      await sleep(everyMs, undefined, { signal: stopSignal }).catch(() => undefined)
    }
  })

export const openQueue = async (
  databaseUrl: string,
  jobs: readonly Pick<Job, 'name' | 'long' | 'everyMs' | 'retriesForDay'>[],
  { runsJobs, ...callbacks }: RunCallbacks & { runsJobs: boolean },
): Promise<Queue> => {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'jobs',
    migrate: false,
    createSchema: false,
    supervise: runsJobs,
    schedule: runsJobs,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    max: 4,
  })
  boss.on('error', callbacks.onError)
  await boss.start()
  for (const one of jobs)
    if (one.everyMs === undefined) {
      await boss.createQueue(one.name, queueOptionsOf(one))
      // `createQueue` does not change the options of an existing queue.
      await boss.updateQueue(one.name, queueOptionsOf(one))
    }
  const stopController = new AbortController()
  const loops: Promise<void>[] = []
  return {
    enqueue: async (db, { name, data: schema }, data, options) => {
      schema.parse(data)
      await boss.send(name, data, {
        db: fromKysely(db),
        ...(options && { id: options.id, group: { id: options.person } }),
      })
    },
    work: async (jobsToRun, services) => {
      for (const one of jobsToRun) {
        const { everyMs } = one
        if (everyMs !== undefined) {
          // Removes the schedule that an older version may have created.
          await boss.unschedule(one.name)
          const { onError } = callbacks
          loops.push(runInLoop({ ...one, everyMs }, services, { stopSignal: stopController.signal, onError }))
          continue
        }
        await boss.work<unknown>(one.name, workOptionsOf(one), async (batch) =>
          Promise.all(batch.map((queued) => runOne(one, queued, services, callbacks))),
        )
        if (one.schedule) await boss.schedule(one.name, one.schedule)
      }
    },
    close: async () => {
      stopController.abort()
      await Promise.all([...loops, boss.stop({ graceful: true, timeout: 20_000 })])
    },
  }
}
