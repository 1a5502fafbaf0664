import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = async (program: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(program, args)).stdout

export interface Disk {
  /** Its mount point on this machine. */
  folder: string
  /** Uses all the free space. */
  fill: () => Promise<void>
  /** Frees what `fill` used. */
  clear: () => Promise<void>
  setReadOnly: (isReadOnly: boolean) => Promise<void>
  remove: () => Promise<void>
}

/** Creates a disk of a fixed size in a file, so that it can be full without filling that of this machine. */
export const createDisk = async (megabytes: number): Promise<Disk> => {
  const directory = await mkdtemp('/var/tmp/baseline-disk-')
  const [image, folder] = [join(directory, 'image'), join(directory, 'folder')]
  await writeFile(image, '')
  await truncate(image, megabytes * 1_048_576)
  await execute('mkfs.ext4', '-q', '-m', '0', image)
  await mkdir(folder)
  await execute('mount', '-o', 'loop', image, folder)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: async () => {
      const free = (await execute('df', '--output=avail', '--block-size=1', folder)).split('\n')[1]?.trim()
      await execute('fallocate', '--length', free ?? '0', ballast).catch(() => undefined)
      // Takes the last blocks, which fallocate leaves.
      await execute('dd', 'if=/dev/zero', `of=${ballast}`, 'bs=4k', 'oflag=append', 'conv=notrunc').catch(
        () => undefined,
      )
    },
    clear: () => rm(ballast, { force: true }),
    setReadOnly: async (isReadOnly) => {
      await execute('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder)
    },
    remove: async () => {
      await execute('umount', '-l', folder)
      await rm(directory, { recursive: true, force: true })
    },
  }
}
