import type pg from 'pg'

import { readLastBackups } from '../../api/src/platform/monitoring/backup.ts'
import { isLocalDatabase } from '../backup/cluster.ts'
import { isConfigured } from '../backup/settings.ts'
import { readEnvironment } from '../environment.ts'
import { failed, ok, warning } from './check.ts'
import type { Check } from './check.ts'

const hourMs = 3_600_000

/** A nightly backup may take two hours longer than the one before. */
const maxHours = { database: 26, files: 1 } as const

const formatAge = (hours: number): string =>
  hours < 2 ? `${String(Math.round(hours * 60))} minutes` : `${String(Math.round(hours))} hours`

/** Says what is wrong with the last backup of a part. */
const judgeAge = (part: keyof typeof maxHours, last: string | undefined): string | undefined => {
  if (!last) return `there is no backup of the ${part}`
  const hours = (Date.now() - Date.parse(last)) / hourMs
  return hours > maxHours[part] ? `the last backup of the ${part} is ${formatAge(hours)} old` : undefined
}

const archiverStatement = `
  select current_setting('archive_mode') mode, last_failed_wal segment,
    coalesce(last_failed_time > last_archived_time, last_failed_time is not null) "isFailing"
  from pg_stat_archiver`

/** Says what is wrong with the archive of the write-ahead log. */
const judgeArchiver = async (pool: pg.Pool): Promise<string | undefined> => {
  const { rows } = await pool.query<{ mode: string; segment: string; isFailing: boolean }>(archiverStatement)
  if (rows[0]?.mode === 'off') return 'PostgreSQL does not archive: run baseline backup enable'
  return rows[0]?.isFailing ? `PostgreSQL cannot archive ${rows[0].segment}: its log says why` : undefined
}

export const backupCheck: Check = {
  name: 'backup',
  needs: ['database'],
  run: async ({ api, pool }) => {
    const isLocal = isLocalDatabase(api.databaseUrl)
    if (!isConfigured(await readEnvironment('backup')))
      return api.production && isLocal
        ? warning('not enabled: run baseline backup enable')
        : ok('not enabled on this machine')
    const state = await readLastBackups(api.backupStateFile)
    const problems = [
      ...(isLocal ? [judgeAge('database', state.database)] : []),
      ...(api.storage.driver === 'disk' ? [judgeAge('files', state.files)] : []),
      ...(isLocal ? [await judgeArchiver(pool)] : []),
    ].filter((problem) => problem !== undefined)
    if (problems.length > 0) return failed(problems.join('; '))
    const verified = state.verified ? `verified ${state.verified.slice(0, 10)}` : 'never verified'
    return ok(`database ${state.database ?? 'elsewhere'}, files ${state.files ?? 'elsewhere'}, ${verified}`)
  },
}
