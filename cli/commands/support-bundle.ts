import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { arch, cpus, freemem, release, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'

import { readConfig } from '../../api/src/config.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { readEnvironment } from '../environment.ts'
import type { Service } from '../environment.ts'
import { readStatus } from './status.ts'

/** Variables whose values are neither secret nor personal. The file says only whether the others are set. */
const openVariables = new Set([
  'DATABASE_POOL_SIZE',
  'HOST',
  'LOG_LEVEL',
  'NODE_ENV',
  'PORT',
  'RATE_LIMIT_SCALE',
  'READ_ALERT_RECORDS',
  'READ_LOG_MONTHS',
  'SECOND_FACTOR_ROLES',
  'SIGN_UP',
  'SURVEY_TIME_ZONE',
  'TOKEN_AUDIENCE',
])

const describeEnvironment = async (service: Service) =>
  Object.fromEntries(
    Object.entries(await readEnvironment(service)).map(([name, value]) => [
      name,
      openVariables.has(name) ? value : value ? 'set' : 'empty',
    ]),
  )

/** Reads sizes, settings and failed jobs: catalogue data, and errors without personal data. */
const describeDatabase = async () => {
  const client = new pg.Client({ connectionString: readConfig(await readEnvironment('api')).databaseUrl })
  try {
    await client.connect()
    const read = async (statement: string) => (await client.query<Record<string, unknown>>(statement)).rows
    return {
      version: await read('select version()'),
      settings: await read(
        `select name, setting, unit from pg_settings where source not in ('default', 'client', 'override')
         and name !~ '(password|conninfo|command|ssl_passphrase|application_name)' order by 1`,
      ),
      tables: await read(
        `select relname "table", reltuples::bigint rows, pg_total_relation_size(oid) bytes
         from pg_class where relkind in ('r', 'm') and relnamespace = 'app'::regnamespace order by 3 desc limit 50`,
      ),
      migrations: await read('select name, timestamp from kysely_migration order by 1'),
      jobs: await read('select name, state, count(*)::int from jobs.job group by 1, 2 order by 1, 2'),
      failures: await read(
        `select name, completed_on, retry_count, output->>'type' type, output->>'code' code from jobs.job
         where state = 'failed' order by completed_on desc limit 50`,
      ),
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Reads the last lines of the services, which contain no personal data. */
const readLogs = async (): Promise<string[]> => {
  try {
    const { stdout } = await promisify(execFile)(
      'journalctl',
      ['--unit', 'baseline-*', '--lines', '2000', '--no-pager', '--output', 'short-iso'],
      { maxBuffer: 64 * 1024 * 1024 },
    )
    return stdout.split('\n')
  } catch {
    return []
  }
}

export const run = async ([
  file = `baseline-support-${new Date().toISOString().slice(0, 10)}.json`,
]: string[]) => {
  const bundle = {
    createdAt: new Date(),
    machine: {
      system: release(),
      arch: arch(),
      processors: cpus().length,
      memory: totalmem(),
      freeMemory: freemem(),
    },
    status: await readStatus(),
    doctor: await runChecks({ mailTo: undefined }),
    environment: {
      api: await describeEnvironment('api'),
      worker: await describeEnvironment('worker'),
      identity: await describeEnvironment('identity'),
    },
    database: await describeDatabase(),
    logs: await readLogs(),
  }
  await writeFile(
    resolve(process.env['INIT_CWD'] ?? '.', file),
    `${JSON.stringify(bundle, undefined, 2)}\n`,
    {
      mode: 0o600,
    },
  )
  console.log(`${file}: contains no passwords and no personal data. Read it before you send it.`)
  return 0
}
