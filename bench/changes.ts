import { setTimeout as sleep } from 'node:timers/promises'

import { foldCounts, recount } from '../api/src/features/survey-responses/counts/counts-job.ts'
import type { BenchStack } from './bench-stack.ts'
import { prepareInterviews } from './intake.ts'
import type { Report } from './report.ts'

const pickOne = <T>(options: readonly T[]): T | undefined =>
  options[Math.floor(Math.random() * options.length)]

/**
 * Creates, edits, reviews and deletes responses at random, while the job that folds the deltas is killed five
 * times. Then compares the counts with the responses.
 */
export const changes = async (bench: BenchStack, report: Report, times: number): Promise<void> => {
  const next = await prepareInterviews(bench)
  const { call, db, streams, pool } = bench
  const remaining = { changes: times }
  const simulateUser = async (): Promise<void> => {
    const ownIds: string[] = []
    while (remaining.changes > 0) {
      remaining.changes -= 1
      const id = pickOne(ownIds)
      const choice = id === undefined || ownIds.length < 5 ? 0 : Math.random()
      if (id === undefined || choice < 0.4) {
        const { body } = await call('/survey-responses', { method: 'POST', body: { data: next() } })
        if (body.id) ownIds.push(body.id)
      } else if (choice < 0.7) {
        await call(`/survey-responses/${id}`, { method: 'PUT', body: { id, data: next() } })
      } else if (choice < 0.9) {
        const body = { status: pickOne(['verified', 'approved', 'onHold', 'returned']), comment: 'measured' }
        await call(`/survey-responses/${id}/status`, { method: 'POST', body })
      } else {
        const { status } = await call(`/survey-responses?ids[]=${id}`, { method: 'DELETE' })
        if (status === 200) ownIds.splice(ownIds.indexOf(id), 1)
      }
    }
  }
  const foldRepeatedly = async () => {
    while (remaining.changes > 0) await foldCounts(db).catch(() => undefined)
  }
  let killed = 0
  const killFolds = async () => {
    while (remaining.changes > 0 && killed < 5) {
      await sleep(20)
      // pg_stat_activity shows the text of a query only to its own role, hence the current user.
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where usename = current_user and state = 'active' and query like '%fold_response_deltas%' and pid <> pg_backend_pid()`,
      )
      if (rowCount) {
        killed += 1
        await sleep(500)
      }
    }
  }
  await Promise.all([...Array.from({ length: 16 }, simulateUser), foldRepeatedly(), killFolds()])
  const what = `counts that differ after ${times.toLocaleString('en')} changes`
  const part = 'Counts'
  report.add({ part, what, value: await recount(streams), unit: 'wrong', most: 0, row: 'counts.rollups' })
  const least = times > 10_000 ? 5 : 1
  report.add({
    part,
    what: 'times that the folding job was killed',
    value: killed,
    unit: 'times',
    least,
  })
}
