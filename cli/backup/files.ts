import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { z } from 'zod'

import type { Target } from './database.ts'
import { BackupError, runProgram } from './run-program.ts'
import type { BackupSettings } from './settings.ts'

/** Same for every machine, so that backups of a replaced machine expire too. */
const host = 'baseline'

const restic = (
  settings: BackupSettings,
  args: readonly string[],
  options: { cwd?: string } = {},
): Promise<string> => {
  const env = Object.fromEntries(Object.entries(settings).filter(([name]) => !name.startsWith('PGBACKREST_')))
  return runProgram('restic', ['--retry-lock=10m', ...args], {
    ...options,
    env: { RESTIC_CACHE_DIR: '/var/cache/baseline-backup', RESTIC_PROGRESS_FPS: '0', ...env },
  })
}

/** Creates the folder of the register of erasures: restic refuses to back up a folder without content. */
const createRegister = async (root: string): Promise<void> => {
  const folder = join(root, 'erasures')
  const { uid, gid } = await stat(root)
  if (!(await mkdir(folder, { recursive: true }))) return
  await chmod(folder, 0o750)
  await chown(folder, uid, gid)
}

/** Creates the repository for the files of a folder, unless it exists. */
export const createFilesRepository = async (settings: BackupSettings, root: string): Promise<void> => {
  await createRegister(root)
  const exists = await restic(settings, ['cat', 'config']).then(
    () => true,
    (error: unknown) => {
      if (error instanceof BackupError && /does not exist|unable to open config file/.test(error.message))
        return false
      throw error
    },
  )
  if (!exists) await restic(settings, ['init'])
}

/**
 * Backs a folder up. Unfinished files are left out, and so are exports: they are removed after a day, and can be
 * created again.
 */
export const backUpFiles = async (settings: BackupSettings, root: string): Promise<void> => {
  const folders = ['exports', 'doctor'].map((name) => join(root, name))
  const excluded = ['*.part', ...folders].map((pattern) => `--exclude=${pattern}`)
  await restic(settings, ['backup', '--quiet', `--host=${host}`, ...excluded, '.'], { cwd: root })
}

/**
 * Removes snapshots that have expired, and the files that only they have. One snapshot per day is enough: a file
 * remains in the storage for at least a day after its last use.
 */
export const pruneFiles = async (settings: BackupSettings): Promise<void> => {
  const retention = ['--keep-within=1d', '--keep-within-daily=29d']
  await restic(settings, ['forget', '--quiet', `--host=${host}`, '--group-by=host', ...retention, '--prune'])
}

const Erasure = z.object({ responseIds: z.array(z.string()) })

const Snapshots = z.array(z.object({ id: z.string(), time: z.string() }))
interface Snapshot {
  id: string
  time: Date
}

const listSnapshots = async (settings: BackupSettings): Promise<Snapshot[]> => {
  const found = Snapshots.parse(
    JSON.parse(await restic(settings, ['snapshots', '--json', `--host=${host}`])),
  ).map(({ id, time }) => ({ id, time: new Date(time) }))
  if (found.length === 0) throw new BackupError('There is no backup of the files.')
  return found.toSorted((a, b) => a.time.getTime() - b.time.getTime())
}

/** A file that the database knows. Thumbnails have no checksum. */
export interface RecordedFile {
  key: string
  size: number | null
  sha256: string | null
  createdAt: Date
  responseId: string | null
}

const isMissing = async (root: string, { key, size }: RecordedFile): Promise<boolean> => {
  const stats = await stat(join(root, key)).catch(() => undefined)
  return !stats?.isFile() || (size !== null && stats.size !== size)
}

/** Returns the files that are missing in a folder, or have another size. */
export const findMissingFiles = async (
  root: string,
  files: readonly RecordedFile[],
): Promise<RecordedFile[]> => {
  const missing: RecordedFile[] = []
  for (const file of files) if (await isMissing(root, file)) missing.push(file)
  return missing
}

/** Returns the files whose content differs from what was uploaded. */
export const findChangedFiles = async (
  root: string,
  files: readonly RecordedFile[],
): Promise<RecordedFile[]> => {
  const changed: RecordedFile[] = []
  for (const file of files.filter(({ sha256 }) => sha256 !== null)) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(root, file.key)), hash)
    if (hash.digest('hex') !== file.sha256) changed.push(file)
  }
  return changed
}

/** Returns the responses whose erasure is in the register of a folder: their files are not in later snapshots. */
const readErasedResponses = async (root: string): Promise<Set<string | null>> => {
  const folder = join(root, 'erasures')
  const names = await readdir(folder).catch(() => [])
  const entries = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => Erasure.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  )
  return new Set(entries.flatMap(({ responseIds }) => responseIds))
}

/**
 * Restores the files that the database knows to a folder. A file never changes and is removed late, so the
 * snapshot before the target has all but the newest, and the next one has the rest. Newer files in the folder
 * remain. The register of erasures always comes from the newest snapshot: what was erased since then must be
 * erased again. Returns the files that are in neither snapshot and were not erased, and the time of the last
 * snapshot it used.
 */
export const restoreFiles = async (
  settings: BackupSettings,
  root: string,
  files: readonly RecordedFile[],
  target: Target,
): Promise<{ missing: RecordedFile[]; restoredAt: Date }> => {
  const snapshots = await listSnapshots(settings)
  const isBefore = ({ time }: Snapshot) => target === 'latest' || time <= target
  const before = snapshots.findLast(isBefore)
  const after = snapshots.find((snapshot) => !isBefore(snapshot))
  const restore = (id: string, ...options: string[]) =>
    restic(settings, ['restore', id, '--quiet', `--target=${root}`, ...options])
  if (before) await restore(before.id)
  const newest = snapshots.at(-1)
  if (newest && newest !== before) await restore(newest.id, '--include=/erasures')
  let missing = await findMissingFiles(root, files)
  if (after && missing.length > 0) {
    const folder = await mkdtemp(join(tmpdir(), 'baseline-restore-'))
    const list = join(folder, 'patterns')
    // Keys have no characters with a meaning in patterns.
    await writeFile(list, missing.map(({ key }) => `/${key}\n`).join(''))
    try {
      await restore(after.id, `--include-file=${list}`)
    } finally {
      await rm(folder, { recursive: true })
    }
    missing = await findMissingFiles(root, missing)
  }
  const erased = await readErasedResponses(root)
  missing = missing.filter(({ responseId }) => !erased.has(responseId))
  return { missing, restoredAt: (after ?? before)?.time ?? new Date(0) }
}

/** Reads every file of the repository and compares its checksum. */
export const verifyFilesRepository = async (settings: BackupSettings): Promise<void> => {
  await restic(settings, ['check', '--read-data', '--quiet']).catch((error: unknown) => {
    throw new BackupError(
      `The backup of the files is damaged: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
}
