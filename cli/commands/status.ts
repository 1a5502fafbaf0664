import pg from 'pg'

import { readConfig } from '../../api/src/config.ts'
import { readLastBackups } from '../../api/src/platform/monitoring/backup.ts'
import { productVersion } from '../../api/src/platform/version.ts'
import { readConfig as readIdentityConfig } from '../../identity/src/config.ts'
import { localUrl } from '../doctor/host-checks.ts'
import { readEnvironment } from '../environment.ts'

const isUp = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

interface Figures {
  responses: number
  users: number
  lastResponse: Date | null
  waiting: number
  failed: number
  migration: string
  release: string | null
  bytes: number
  backfills: { name: string; doneRows: number }[]
}

/** Figures that the rollups and the catalogue have, so that the command is fast with any number of responses. */
const readFigures = async (databaseUrl: string): Promise<Figures | undefined> => {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    const { rows } = await client.query<Figures>(
      `select (select coalesce(sum(response_count), 0)::float8 from survey_totals) responses,
         (select count(*)::int from users where not disabled) users,
         (select max(last_response_at) from survey_totals) "lastResponse",
         (select count(*)::int from jobs.job where state in ('created', 'retry', 'active') and start_after <= now()) waiting,
         (select count(*)::int from jobs.job where state = 'failed') failed,
         (select max(name) from kysely_migration) migration,
         (select version from releases order by migrated_at desc limit 1) release,
         pg_database_size(current_database())::float8 bytes,
         (select coalesce(json_agg(json_build_object('name', name, 'doneRows', done_rows) order by name), '[]')
           from pending_backfills) backfills`,
    )
    return rows[0]
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Reads the state of the services and of the data. */
export const readStatus = async () => {
  const api = readConfig(await readEnvironment('api'))
  const worker = readConfig(await readEnvironment('worker'))
  const identity = readIdentityConfig(await readEnvironment('identity'))
  const [isApiUp, isWorkerUp, isIdentityUp, figures] = await Promise.all([
    isUp(`${localUrl(api)}/ready`),
    isUp(`${localUrl(worker)}/ready`),
    isUp(`${localUrl(identity)}/ready`),
    readFigures(api.databaseUrl),
  ])
  return {
    version: productVersion,
    services: { api: isApiUp, worker: isWorkerUp, identity: isIdentityUp, database: figures !== undefined },
    figures,
    backups: await readLastBackups(api.backupStateFile),
  }
}

export const run = async (args: string[]): Promise<number> => {
  const status = await readStatus()
  const { services, figures, backups } = status
  const isDown = Object.values(services).includes(false)
  if (args.includes('--json')) console.log(JSON.stringify(status, undefined, 2))
  else {
    console.log(`Baseline Survey ${productVersion}`)
    for (const [name, up] of Object.entries(services))
      console.log(`${name.padEnd(14)} ${up ? 'ready' : 'DOWN'}`)
    if (figures)
      console.log(
        [
          `responses      ${figures.responses.toLocaleString('en')}, last ${figures.lastResponse?.toISOString() ?? 'none'}`,
          `users          ${String(figures.users)}`,
          `jobs           ${String(figures.waiting)} waiting, ${String(figures.failed)} failed`,
          `database       ${(figures.bytes / 1024 ** 3).toFixed(2)} GB, migration ${figures.migration} of release ${figures.release ?? '0.1.0'}`,
          ...figures.backfills.map(
            ({ name, doneRows }) =>
              `backfill       ${name}: ${doneRows.toLocaleString('en')} responses updated`,
          ),
        ].join('\n'),
      )
    const parts = Object.entries(backups).map(([part, time]) => `${part} ${time}`)
    console.log(`backups        ${parts.join(', ') || 'none'}`)
  }
  return isDown ? 1 : 0
}
