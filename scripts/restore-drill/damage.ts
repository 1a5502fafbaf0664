import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const listFiles = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        return { path, size: (await stat(path)).size }
      }),
  )
  return files.toSorted((a, b) => a.path.localeCompare(b.path))
}

/** Inverts a byte of every 64 kB of the largest file, as a failing disk does. */
const flipBytes = async (folder: string): Promise<string> => {
  const [largest] = (await listFiles(folder)).toSorted((a, b) => b.size - a.size)
  if (!largest) throw new Error(`${folder} has no file`)
  const file = await open(largest.path, 'r+')
  const byte = Buffer.alloc(1)
  for (let position = Math.min(1_000, largest.size - 1); position < largest.size; position += 65_536) {
    await file.read(byte, 0, 1, position)
    byte[0] = (byte[0] ?? 0) ^ 0xff
    await file.write(byte, 0, 1, position)
  }
  await file.close()
  return largest.path.slice(folder.length + 1)
}

/** Damages each backup of the database: a restore does not need all of them. */
const damageEachBackup = async (folder: string): Promise<string> => {
  const backups = (await readdir(folder)).filter((name) => /^\d{8}-\d{6}F/.test(name))
  const damaged = await Promise.all(
    backups.map(async (name) => `${name}/${await flipBytes(join(folder, name))}`),
  )
  return damaged.join(', ')
}

/** Removes the segment after the start of the newest backup: recovery needs it for everything later. */
const removeSegment = async (folder: string): Promise<string> => {
  const names = (await listFiles(folder)).map(({ path }) => path)
  const backup = names.findLast((path) => /\/[0-9A-F]{24}\.[0-9A-F]{8}\.backup$/.test(path))
  const start = backup?.match(/\/([0-9A-F]{24})\.[0-9A-F]{8}\.backup$/)?.[1] ?? ''
  const segments = names.filter((path) => /\/[0-9A-F]{24}-[0-9a-f]{40}/.test(path))
  const index = segments.findIndex((path) => path.includes(`/${start}-`))
  const removed = segments[index + 1]
  if (index < 0 || !removed) throw new Error('the archive has no segment after the newest backup')
  await rm(removed)
  return removed.slice(folder.length + 1)
}

/** Ways to damage a repository, by the folder of the backups. Each returns what it damaged. */
export const damages: readonly { name: string; apply: (backups: string) => Promise<string> }[] = [
  {
    name: 'bytes in the backups of the database',
    apply: (backups) => damageEachBackup(join(backups, 'database/backup/baseline')),
  },
  { name: 'bytes in a backup of the files', apply: (backups) => flipBytes(join(backups, 'files/data')) },
  {
    name: 'a missing segment of the write-ahead log',
    apply: (backups) => removeSegment(join(backups, 'database/archive')),
  },
]
