import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

import type { StorageLocation } from '../storage/storage.ts'
import { reading } from './reading.ts'

interface Space {
  path: string
  freeBytes: number
  sizeBytes: number
  freeShare: number
}

const gigabyte = 1024 ** 3

/** Below these, writes fail soon. ops/prometheus/alerts.yaml has the same limits. */
const minBytes = gigabyte
const minShare = 0.05
const lowShare = 0.15

const readSpace = async (path: string): Promise<Space> => {
  const { bavail, blocks, bsize } = await statfs(path)
  return { path, freeBytes: bavail * bsize, sizeBytes: blocks * bsize, freeShare: bavail / blocks }
}

export const judgeSpace = ({ freeBytes, freeShare }: Space): 'ok' | 'low' | 'full' => {
  if (freeBytes < minBytes || freeShare < minShare) return 'full'
  return freeShare < lowShare ? 'low' : 'ok'
}

export const describeSpace = ({ path, freeBytes, freeShare }: Space): string =>
  `${path}: ${(freeBytes / gigabyte).toFixed(1)} GB free, ${(freeShare * 100).toFixed(0)} %`

/** Folders whose file systems matter, by the label of their metric. */
export const foldersOf = (config: { storage: StorageLocation; databaseFolder: string }) => ({
  temporary: tmpdir(),
  ...(config.storage.driver === 'disk' && { files: config.storage.root }),
  database: config.databaseFolder,
})
export type Folders = ReturnType<typeof foldersOf>

/** Returns the space of each folder of this machine; a database on another machine has no folder here. */
export const readSpaces = async (folders: Folders) => {
  const spaces = await Promise.all(
    Object.entries(folders).map(async ([folder, path]) => ({
      folder,
      space: await readSpace(path).catch(() => undefined),
    })),
  )
  return spaces.flatMap(({ folder, space }) => (space ? [{ folder, space }] : []))
}

export const diskReading = reading({
  name: 'disk',
  metrics: {
    baseline_disk_free_bytes: {
      help: 'Free space of the file system of a folder that the product needs',
      labelNames: ['folder'],
    },
    baseline_disk_size_bytes: { help: 'Size of the file system of that folder', labelNames: ['folder'] },
  },
  read: async ({ folders }: { folders: Folders }) => {
    const spaces = await readSpaces(folders)
    return {
      samples: {
        baseline_disk_free_bytes: spaces.map(({ folder, space }) => ({
          labels: { folder },
          value: space.freeBytes,
        })),
        baseline_disk_size_bytes: spaces.map(({ folder, space }) => ({
          labels: { folder },
          value: space.sizeBytes,
        })),
      },
      findings: spaces
        .filter(({ space }) => judgeSpace(space) !== 'ok')
        .map(({ space }) => ({ key: 'disk' as const, params: { space: describeSpace(space) } })),
    }
  },
})
