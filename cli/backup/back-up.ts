import { readConfig } from '../../api/src/config.ts'
import { readEnvironment } from '../environment.ts'
import { isLocalDatabase } from './cluster.ts'
import { backUpDatabase } from './database.ts'
import { backUpFiles, pruneFiles } from './files.ts'
import { report } from './report.ts'
import { readSettings } from './settings.ts'
import { recordSuccess } from './state.ts'

/** Backs up the files and, unless `onlyFiles`, the database. Removes what has expired. */
export const backUp = async ({ onlyFiles }: { onlyFiles: boolean }): Promise<void> => {
  const settings = await readSettings()
  const { databaseUrl, storage, backupStateFile } = readConfig(await readEnvironment('api'))
  if (storage.driver === 'disk') {
    // The state is as old as the start.
    const startedAt = new Date()
    await report('files', () => backUpFiles(settings, storage.root), 'backed up')
    await recordSuccess(backupStateFile, 'files', startedAt)
  } else console.log('files: in an object storage. Enable the versioning of the bucket.')
  if (onlyFiles) return
  if (isLocalDatabase(databaseUrl)) {
    const startedAt = new Date()
    await report('database', backUpDatabase, (type) => `${type} backup`)
    await recordSuccess(backupStateFile, 'database', startedAt)
  } else console.log('database: on another machine. Back it up there.')
  if (storage.driver === 'disk')
    await report('expiry', () => pruneFiles(settings), 'removed what has expired')
}
