import { execFile } from 'node:child_process'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { readConfig } from '../../api/src/config.ts'
import type { StorageLocation } from '../../api/src/platform/storage/storage.ts'
import { runCommand } from '../../scripts/database.ts'
import { readEnvironment } from '../environment.ts'
import { startServices, systemctl } from '../setup/systemd.ts'
import { backUp } from './back-up.ts'
import { controlCluster, findCluster, queryCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { pgbackrest } from './database.ts'
import type { Target } from './database.ts'
import { configureArchiving, startTimers } from './enable.ts'
import { createFilesRepository, restoreFiles } from './files.ts'
import { describeContent, inspectDatabase, recoverDatabase } from './recover.ts'
import type { Recovered } from './recover.ts'
import { report } from './report.ts'
import { BackupError, runProgram } from './run-program.ts'
import { readSettings, writePgbackrestFile } from './settings.ts'

const areServicesRunning = (): Promise<boolean> =>
  systemctl('is-active', '--quiet', 'baseline.target').then(
    () => true,
    () => false,
  )

/** Whether the server certainly has no data of the product: it runs, and does not have the database. */
const isEmpty = async (cluster: Cluster, database: string): Promise<boolean> => {
  if (!cluster.running) return false
  const found = await queryCluster(cluster, `select datname from pg_database where datname = '${database}'`)
  return found === ''
}

/**
 * Makes the restored folder that of the server. The former folder is kept, unless it had no data: it may be the only
 * copy of the last changes.
 */
const replaceData = async (
  cluster: Cluster,
  { data, stop }: Recovered,
  keepsFormer: boolean,
): Promise<string | undefined> => {
  await stop()
  if (cluster.running) await controlCluster('stop', cluster)
  const former = `${cluster.pgdata}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  await rename(cluster.pgdata, former)
  await rename(data, cluster.pgdata)
  await rm(dirname(data), { recursive: true, force: true })
  if (!keepsFormer) await rm(former, { recursive: true, force: true })
  return keepsFormer ? former : undefined
}

/** Runs this command as an own process, as an operator does. */
const runBaseline = async (...args: string[]): Promise<string> => {
  const file = join(import.meta.dirname, '../baseline.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], { maxBuffer: 1024 ** 3 })
  return stdout.trim()
}

/** The files belong to the owner of their folder, who may have another number on this machine. */
const takeOwnership = async (root: string): Promise<void> => {
  await runProgram('chown', ['-R', `--reference=${root}`, root])
}

/** Starts the server and the services with the restored data. */
const startProduct = async (cluster: Cluster, storage: StorageLocation): Promise<void> => {
  await report('server', () => controlCluster('start', cluster), 'started')
  await report('schema', async () => runCommand('migrate', await readEnvironment('owner')), 'of this release')
  await report(
    'erasures',
    () => runBaseline('data-protection', 'run'),
    (text) => `${String((JSON.parse(text) as { erasures: string[] }).erasures.length)} applied again`,
  )
  if (storage.driver === 'disk') await takeOwnership(storage.root)
  await report('services', startServices, 'ready')
}

/**
 * Replaces the database and the files of this machine with a backup. Everything that can fail because of the
 * backup happens next to the existing data, while the services continue to run.
 */
export const restoreBackups = async (options: {
  target: Target
  timeline: string
  replace: boolean
}): Promise<void> => {
  const startedAt = performance.now()
  const settings = await readSettings()
  const { databaseUrl, storage } = readConfig(await readEnvironment('api'))
  const cluster = await findCluster(databaseUrl)
  const database = new URL(databaseUrl).pathname.slice(1)
  const isNew = !(await areServicesRunning()) && (await isEmpty(cluster, database))
  if (!isNew && !options.replace)
    throw new BackupError('This machine has data or runs the services. To replace them, add --replace.')
  await writePgbackrestFile(settings, cluster)
  // The changes of the last minute are in no backup yet.
  if (!isNew && cluster.running && (await queryCluster(cluster, 'show archive_mode')) === 'on')
    await report('archive', () => pgbackrest('check'), 'has the last changes of this machine')

  const recovered = await report('database', () => recoverDatabase(cluster, database, options), 'restored')
  let former: string | undefined
  try {
    const content = await report('content', () => inspectDatabase(recovered.databaseUrl), describeContent)
    if (storage.driver === 'disk') {
      await stat(storage.root).catch(() => {
        throw new BackupError(`${storage.root} does not exist. Install the package first.`)
      })
      await report(
        'files',
        () => restoreFiles(settings, storage.root, content.files, options.target),
        ({ missing, restoredAt }) =>
          missing.length === 0
            ? `${String(content.files.length)} present`
            : `${String(missing.length)} are missing: uploaded after the last backup of ${restoredAt.toISOString()}`,
      )
    } else console.log('files: in an object storage. Restore them there, if necessary.')
    await report('services', () => systemctl('stop', 'baseline.target'), 'stopped')
    await configureArchiving(settings, cluster)
    former = await report('server', () => replaceData(cluster, recovered, !isNew), 'has the restored data')
  } catch (error) {
    await recovered.remove()
    throw error
  }
  await startProduct(cluster, storage).catch((error: unknown) => {
    throw new BackupError(
      `The data is restored, but the services are not started: ${error instanceof Error ? error.message : String(error)}\n` +
        'Correct the cause. Then run: baseline migrate && baseline data-protection run && systemctl start baseline.target',
    )
  })
  console.log(`Restored in ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Users can work again.`)
  if (former) console.log(`The former data is in ${former}. Remove it when you no longer need it.`)
  await pgbackrest('stanza-create')
  if (storage.driver === 'disk') await createFilesRepository(settings, storage.root)
  await backUp({ onlyFiles: false })
  await startTimers()
}
