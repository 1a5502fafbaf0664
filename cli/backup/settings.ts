import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { configFolder, readEnvironment } from '../environment.ts'
import type { Cluster } from './cluster.ts'
import { BackupError, runProgram } from './run-program.ts'

/**
 * Variables of pgBackRest and restic, with the names that these programs document. Therefore every kind of
 * repository that they know can be used.
 */
export type BackupSettings = NodeJS.ProcessEnv

const defaultFolder = '/var/lib/baseline-backup'

/** Whether the operator has enabled backups. */
export const isConfigured = (settings: BackupSettings): boolean =>
  Boolean(settings['PGBACKREST_REPO1_CIPHER_PASS'] ?? settings['RESTIC_PASSWORD'])

export const readSettings = async (): Promise<BackupSettings> => {
  const settings = await readEnvironment('backup')
  if (!isConfigured(settings)) throw new BackupError('Backups are not enabled. Run: baseline backup enable')
  return settings
}

/** Places of the backups in a folder, by the names of their variables. */
const placesIn = (folder: string) => ({
  PGBACKREST_REPO1_PATH: join(folder, 'database'),
  RESTIC_REPOSITORY: join(folder, 'files'),
})

/** Changes the places in backup.env to another folder. Keys and other variables stay as they are. */
const changePlaces = async (settings: BackupSettings, folder: string): Promise<void> => {
  const file = join(configFolder(), 'backup.env')
  const isFolder = (settings['PGBACKREST_REPO1_TYPE'] ?? 'posix') === 'posix'
  if (!isFolder) throw new BackupError(`The backups are not in a folder. Change their places in ${file}`)
  let text = await readFile(file, 'utf8')
  for (const [name, place] of Object.entries(placesIn(folder)))
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${place}`)
  await writeFile(file, text)
}

/**
 * Writes new keys and a local repository to backup.env. An existing file keeps its keys, and its places unless another
 * folder is given.
 */
export const createSettings = async (folder: string | undefined): Promise<void> => {
  const settings = await readEnvironment('backup')
  if (isConfigured(settings)) return folder === undefined ? undefined : changePlaces(settings, folder)
  const createKey = () => randomBytes(32).toString('base64url')
  const places = placesIn(folder ?? defaultFolder)
  const lines = [
    '# Keys and places of the backups. Without this file, the backups cannot be read: keep a copy elsewhere.',
    `PGBACKREST_REPO1_PATH=${places.PGBACKREST_REPO1_PATH}`,
    'PGBACKREST_REPO1_CIPHER_TYPE=aes-256-cbc',
    `PGBACKREST_REPO1_CIPHER_PASS=${createKey()}`,
    '# A full backup is created every 7 days. The oldest is kept until the next one has this age: 23 + 7 = 30 days.',
    'PGBACKREST_REPO1_RETENTION_FULL_TYPE=time',
    'PGBACKREST_REPO1_RETENTION_FULL=23',
    `RESTIC_REPOSITORY=${places.RESTIC_REPOSITORY}`,
    `RESTIC_PASSWORD=${createKey()}`,
  ]
  const file = join(configFolder(), 'backup.env')
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
}

export const pgbackrestFile = '/etc/pgbackrest/baseline.conf'

const idOf = async (option: '-u' | '-g', user: string): Promise<number> =>
  Number(await runProgram('id', [option, user]))

/**
 * Writes the variables as a file that PostgreSQL's user can read: the server calls pgBackRest for every segment of
 * the write-ahead log, without the environment of this command.
 */
export const writePgbackrestFile = async (settings: BackupSettings, { pgdata, port, socketdir }: Cluster) => {
  const options = Object.entries(settings)
    .filter(([name]) => name.startsWith('PGBACKREST_'))
    .map(([name, value]) => `${name.slice(11).toLowerCase().replaceAll('_', '-')}=${value ?? ''}`)
  const lines = [
    '# Written by `baseline backup enable` from /etc/baseline/backup.env. Change that file instead.',
    '[global]',
    ...options,
    'repo1-bundle=y',
    'repo1-block=y',
    'compress-type=zst',
    'process-max=2',
    'start-fast=y',
    'log-level-console=warn',
    'log-level-file=off',
    // A unit of systemd has its own /tmp, in which it would not see the lock of another process.
    'lock-path=/run/postgresql/pgbackrest',
    '',
    '[baseline]',
    `pg1-path=${pgdata}`,
    `pg1-port=${String(port)}`,
    `pg1-socket-path=${socketdir}`,
  ]
  const [user, group] = [await idOf('-u', 'postgres'), await idOf('-g', 'postgres')]
  await mkdir('/etc/pgbackrest', { recursive: true })
  await chmod('/etc/pgbackrest', 0o755)
  await writeFile(pgbackrestFile, `${lines.join('\n')}\n`, { mode: 0o600 })
  await chown(pgbackrestFile, 0, group)
  await chmod(pgbackrestFile, 0o640)
  const path = settings['PGBACKREST_REPO1_PATH']
  if ((settings['PGBACKREST_REPO1_TYPE'] ?? 'posix') === 'posix' && path)
    await createFolder(path, { user, group })
}

/** Creates the folder of a local repository for the user of PostgreSQL. */
const createFolder = async (path: string, { user, group }: { user: number; group: number }) => {
  if (await stat(path).catch(() => undefined)) return
  // PostgreSQL must reach its folder, and the services the state next to it.
  if (await mkdir(dirname(path), { recursive: true })) await chmod(dirname(path), 0o755)
  await mkdir(path)
  await chown(path, user, group)
  await chmod(path, 0o750)
}
