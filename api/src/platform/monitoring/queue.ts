import { sql } from 'kysely'

import type { Db } from '../database/database.ts'
import { reading } from './reading.ts'
import type { Finding } from './reading.ts'

interface QueueFigures {
  queue: string
  waiting: number
  retry: number
  active: number
  failed: number
  failedToday: number
  oldestSeconds: number
}

/** A job that waits longer has no worker, or too few. */
export const maxWaitingMinutes = 10

/**
 * Returns the figures of every queue, also of an empty one. A job waits from the time at which it may start. A job
 * that failed before and waits for its next attempt counts as `retry`.
 */
export const readQueues = async (db: Db): Promise<QueueFigures[]> => {
  const { rows } = await sql<QueueFigures>`
    select queue.name queue,
      count(*) filter (where state = 'created' and start_after <= now()) waiting,
      count(*) filter (where state = 'retry') retry,
      count(*) filter (where state = 'active') active,
      count(*) filter (where state = 'failed') failed,
      count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day') "failedToday",
      coalesce(extract(epoch from now() - min(start_after) filter (where state = 'created' and start_after <= now())), 0)::float8
        "oldestSeconds"
    from jobs.queue queue
    left join jobs.job job on job.name = queue.name and state in ('created', 'retry', 'active', 'failed')
    group by 1 order by 1`.execute(db)
  return rows
}

/** Queues of mails have names such as `account-mail`. */
const isMail = ({ queue }: QueueFigures): boolean => queue.endsWith('-mail')

const sumOf = (rows: readonly QueueFigures[], figure: (row: QueueFigures) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0)

const findProblems = (queues: readonly QueueFigures[]): Finding[] => {
  const failed = queues.filter((row) => row.failedToday > 0 && !isMail(row))
  const late = queues.filter(({ oldestSeconds }) => oldestSeconds > maxWaitingMinutes * 60)
  const failedMails = sumOf(queues.filter(isMail), ({ failedToday }) => failedToday)
  const describe = (rows: readonly QueueFigures[], figure: (row: QueueFigures) => number) =>
    rows.map((row) => `${row.queue} ${String(figure(row))}`).join(', ')
  return [
    ...(failed.length > 0
      ? [{ key: 'jobsFailed' as const, params: { jobs: describe(failed, (row) => row.failedToday) } }]
      : []),
    ...(late.length > 0
      ? [{ key: 'jobsWaiting' as const, params: { jobs: describe(late, (row) => row.waiting) } }]
      : []),
    ...(failedMails > 0 ? [{ key: 'mailsFailed' as const, params: { count: failedMails } }] : []),
  ]
}

const states = ['waiting', 'retry', 'active', 'failed'] as const

export const queueReading = reading({
  name: 'queue',
  metrics: {
    baseline_jobs: {
      help: 'Jobs by queue and state; retry: waits for another attempt; failed: no further attempt',
      labelNames: ['queue', 'state'],
    },
    baseline_job_oldest_waiting_seconds: {
      help: 'Time that the oldest job of a queue waits for its first attempt; 0 if none waits',
      labelNames: ['queue'],
    },
    baseline_mails_waiting: { help: 'Mails that wait for an attempt to send them' },
  },
  read: async ({ db }: { db: Db }) => {
    const queues = await readQueues(db)
    return {
      samples: {
        baseline_jobs: queues.flatMap((row) =>
          states.map((state) => ({ labels: { queue: row.queue, state }, value: row[state] })),
        ),
        baseline_job_oldest_waiting_seconds: queues.map(({ queue, oldestSeconds }) => ({
          labels: { queue },
          value: oldestSeconds,
        })),
        baseline_mails_waiting: [
          { value: sumOf(queues.filter(isMail), ({ waiting, retry }) => waiting + retry) },
        ],
      },
      findings: findProblems(queues),
    }
  },
})
