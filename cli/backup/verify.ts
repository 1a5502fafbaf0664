import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { readConfig } from '../../api/src/config.ts'
import { readEnvironment } from '../environment.ts'
import { findCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { verifyRepository } from './database.ts'
import type { Target } from './database.ts'
import { findChangedFiles, findMissingFiles, restoreFiles, verifyFilesRepository } from './files.ts'
import type { RecordedFile } from './files.ts'
import { describeContent, inspectDatabase, recoverDatabase } from './recover.ts'
import type { Recovered } from './recover.ts'
import { report } from './report.ts'
import { BackupError, runProgram } from './run-program.ts'
import { readSettings, writePgbackrestFile } from './settings.ts'
import type { BackupSettings } from './settings.ts'
import { recordSuccess } from './state.ts'

/** Compares the pages of tables and indexes with each other. */
const checkTables = async ({ version }: Cluster, { socket, databaseUrl }: Recovered): Promise<void> => {
  const program = join('/usr/lib/postgresql', version, 'bin/pg_amcheck')
  const database = new URL(databaseUrl).pathname.slice(1)
  await runProgram(
    program,
    ['--install-missing=public', '--heapallindexed', '-h', socket, '-U', 'postgres', '-d', database],
    { user: 'postgres' },
  ).catch((error: unknown) => {
    throw new BackupError(`The restored tables are damaged: ${String(error)}`)
  })
}

/** Restores the files to a folder and compares them with the records. Returns how many were restored. */
const checkFiles = async (
  settings: BackupSettings,
  root: string,
  files: readonly RecordedFile[],
  target: Target,
): Promise<{ restored: number; newer: number }> => {
  await mkdir(root)
  const { missing, restoredAt } = await restoreFiles(settings, root, files, target)
  const lost = missing.filter(({ createdAt }) => createdAt < restoredAt)
  const example = (damaged: readonly RecordedFile[]) =>
    `${String(damaged.length)}, such as ${damaged[0]?.key ?? ''}`
  if (lost.length > 0)
    throw new BackupError(`Files that the database knows are not in the backup: ${example(lost)}.`)
  // Files of erased responses are absent, and not missing.
  const absent = new Set(await findMissingFiles(root, files))
  const present = files.filter((file) => !absent.has(file))
  const changed = await findChangedFiles(root, present)
  if (changed.length > 0) throw new BackupError(`Files differ from what was uploaded: ${example(changed)}.`)
  return { restored: present.length, newer: missing.length }
}

/**
 * Restores the database and the files to a temporary folder, and compares them with each other. Throws if anything
 * is damaged. The services and their data are not touched.
 */
export const verifyBackups = async (options: { target: Target; timeline: string }): Promise<void> => {
  const startedAt = new Date()
  const settings = await readSettings()
  const { databaseUrl, storage, backupStateFile } = readConfig(await readEnvironment('api'))
  const cluster = await findCluster(databaseUrl)
  const hasFiles = storage.driver === 'disk'
  await writePgbackrestFile(settings, cluster)
  await report('checksums', verifyRepository, 'the backups of the database are undamaged')
  if (hasFiles)
    await report('checksums', () => verifyFilesRepository(settings), 'the backups of the files are undamaged')
  const database = new URL(databaseUrl).pathname.slice(1)
  const recovered = await report('database', () => recoverDatabase(cluster, database, options), 'restored')
  try {
    const content = await report('content', () => inspectDatabase(recovered.databaseUrl), describeContent)
    await report('tables', () => checkTables(cluster, recovered), 'tables and indexes agree')
    if (hasFiles)
      await report(
        'files',
        () => checkFiles(settings, join(dirname(recovered.data), 'files'), content.files, options.target),
        ({ restored, newer }) =>
          `${String(restored)} restored, equal to the uploads; ${String(newer)} newer than the backup`,
      )
  } finally {
    await recovered.remove()
  }
  await recordSuccess(backupStateFile, 'verified', startedAt)
  console.log('The backup is complete and can be restored.')
}
