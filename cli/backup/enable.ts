import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readConfig } from '../../api/src/config.ts'
import { readEnvironment } from '../environment.ts'
import { backUp } from './back-up.ts'
import { controlCluster, findCluster, isLocalDatabase, queryCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { pgbackrest } from './database.ts'
import { createFilesRepository } from './files.ts'
import { runProgram } from './run-program.ts'
import { createSettings, pgbackrestFile, readSettings, writePgbackrestFile } from './settings.ts'
import type { BackupSettings } from './settings.ts'

/** A segment is archived when it is full, and at the latest after a minute: so much can be lost at most. */
const archiveSettings = `# Written by \`baseline backup enable\`: continuous archiving of the write-ahead log.
archive_mode = on
archive_command = 'pgbackrest --config=${pgbackrestFile} --stanza=baseline archive-push %p'
archive_timeout = 60
`

/** Writes the settings of pgBackRest and of the server, which uses them after its next start. */
export const configureArchiving = async (settings: BackupSettings, cluster: Cluster): Promise<void> => {
  await writePgbackrestFile(settings, cluster)
  const file = join(cluster.configdir, 'conf.d/baseline-backup.conf')
  await writeFile(file, archiveSettings)
  // The user of PostgreSQL reads it.
  await runProgram('chmod', ['644', file])
}

/** Restarts the server if it does not archive yet, and creates the repository. */
const enableDatabase = async (settings: BackupSettings, databaseUrl: string): Promise<void> => {
  const cluster = await findCluster(databaseUrl)
  await configureArchiving(settings, cluster)
  const isArchiving = (await queryCluster(cluster, 'show archive_mode')) === 'on'
  if (isArchiving) await queryCluster(cluster, 'select pg_reload_conf()')
  else await controlCluster('restart', cluster)
  await pgbackrest('stanza-create')
  await pgbackrest('check')
}

const timers = ['baseline-backup', 'baseline-backup-files', 'baseline-backup-verify'].map(
  (name) => `${name}.timer`,
)

/** Starts the timers of the package; a machine without them calls `baseline backup` by other means. */
export const startTimers = async (): Promise<boolean> =>
  runProgram('systemctl', ['enable', '--now', ...timers]).then(
    () => true,
    () => false,
  )

/**
 * Enables backups: keys, repositories, archiving, timers, and the first backup. Can run again, and then uses another
 * folder if one is given.
 */
export const enableBackups = async (folder?: string): Promise<void> => {
  await createSettings(folder)
  const settings = await readSettings()
  const { databaseUrl, storage } = readConfig(await readEnvironment('api'))
  if (isLocalDatabase(databaseUrl)) await enableDatabase(settings, databaseUrl)
  if (storage.driver === 'disk') await createFilesRepository(settings, storage.root)
  await backUp({ onlyFiles: false })
  if (!(await startTimers()))
    console.log(
      'There are no timers. Call `baseline backup` every night, `baseline backup --files` every 10 minutes.',
    )
}
