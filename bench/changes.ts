import { setTimeout as sleep } from 'node:timers/promises'

import { foldCounts, recount } from '../api/src/features/survey-responses/counts-job.ts'
import { interviews } from './intake.ts'
import type { Report } from './report.ts'
import type { World } from './world.ts'

const some = <T>(of: readonly T[]): T | undefined => of[Math.floor(Math.random() * of.length)]

/**
 * Creates, edits, reviews and deletes responses at random, while the job that folds the deltas is killed five
 * times. Then compares the counts with the responses.
 */
export const changes = async (world: World, report: Report, times: number): Promise<void> => {
  const next = await interviews(world)
  const { call, db, streams, pool } = world
  const left = { changes: times }
  const person = async (): Promise<void> => {
    const own: string[] = []
    while (left.changes > 0) {
      left.changes -= 1
      const id = some(own)
      const way = id === undefined || own.length < 5 ? 0 : Math.random()
      if (id === undefined || way < 0.4) {
        const { body } = await call('/survey-responses', { method: 'POST', body: { data: next() } })
        if (body.id) own.push(body.id)
      } else if (way < 0.7) {
        await call(`/survey-responses/${id}`, { method: 'PUT', body: { id, data: next() } })
      } else if (way < 0.9) {
        const body = { status: some(['verified', 'approved', 'onHold', 'returned']), comment: 'measured' }
        await call(`/survey-responses/${id}/status`, { method: 'POST', body })
      } else {
        const { status } = await call(`/survey-responses?ids[]=${id}`, { method: 'DELETE' })
        if (status === 200) own.splice(own.indexOf(id), 1)
      }
    }
  }
  const folding = async () => {
    while (left.changes > 0) await foldCounts(db).catch(() => undefined)
  }
  let killed = 0
  const killing = async () => {
    while (left.changes > 0 && killed < 5) {
      await sleep(20)
      // pg_stat_activity shows the text of a query only to its own role, hence the current user.
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where usename = current_user and state = 'active' and query like '%delete from response_deltas%' and pid <> pg_backend_pid()`,
      )
      if (rowCount) {
        killed += 1
        await sleep(500)
      }
    }
  }
  await Promise.all([...Array.from({ length: 16 }, person), folding(), killing()])
  const what = `counts that differ after ${times.toLocaleString('en')} changes`
  const part = 'Counts'
  report.tell({ part, what, value: await recount(streams), unit: 'wrong', most: 0 })
  const least = times > 10_000 ? 5 : 1
  report.tell({
    part,
    what: 'times that the folding job was killed',
    value: killed,
    unit: 'times',
    least,
  })
}
