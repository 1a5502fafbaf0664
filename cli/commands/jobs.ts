import pg from 'pg'
import { PgBoss } from 'pg-boss'

import { readConfig } from '../../api/src/config.ts'
import { readEnvironment } from '../environment.ts'

const usage = `usage: baseline jobs list          failed jobs, and jobs that wait for another attempt
       baseline jobs retry ID…     run failed jobs again
       baseline jobs retry --all   run all failed jobs again`

interface StoredJob {
  id: string
  name: string
  state: string
  attempts: number
  at: Date
  /** Fields of the last error, without personal data. */
  output: { type?: string; code?: string; message?: string } | null
}

const listJobs = async (databaseUrl: string, states: readonly string[]): Promise<StoredJob[]> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<StoredJob>(
      `select id, name, state, retry_count + 1 attempts, coalesce(completed_on, started_on, created_on) at, output
       from jobs.job where state = any($1::text[]::jobs.job_state[]) order by at desc limit 200`,
      [states],
    )
    return rows
  } finally {
    await client.end()
  }
}

const describe = ({ id, name, state, attempts, at, output }: StoredJob): string => {
  const error = [output?.type, output?.code, output?.message?.split('\n')[0]].filter(Boolean).join(' ')
  const tries = `${String(attempts)} attempt${attempts === 1 ? '' : 's'}`
  return [id, at.toISOString().slice(0, 19), state.padEnd(6), name, tries, error].join('  ')
}

const retry = async (databaseUrl: string, ids: readonly string[]): Promise<number> => {
  const failed = await listJobs(databaseUrl, ['failed'])
  const chosen = ids.includes('--all') ? failed : failed.filter(({ id }) => ids.includes(id))
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'jobs',
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    max: 1,
  })
  boss.on('error', () => {})
  await boss.start()
  for (const { name, id } of chosen) await boss.retry(name, id)
  await boss.stop({ graceful: false })
  console.log(`${String(chosen.length)} jobs run again`)
  return ids.includes('--all') || chosen.length === ids.length ? 0 : 1
}

export const run = async ([verb, ...ids]: string[]): Promise<number> => {
  const { databaseUrl } = readConfig(await readEnvironment('api'))
  if (verb === 'list' && ids.length === 0) {
    const jobs = await listJobs(databaseUrl, ['failed', 'retry'])
    console.log(jobs.length === 0 ? 'No job has failed.' : jobs.map(describe).join('\n'))
    return 0
  }
  if (verb === 'retry' && ids.length > 0) return retry(databaseUrl, ids)
  console.error(usage)
  return 2
}
