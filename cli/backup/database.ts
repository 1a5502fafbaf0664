import { z } from 'zod'

import { BackupError, runProgram } from './run-program.ts'
import { pgbackrestFile } from './settings.ts'

/** Runs pgBackRest as the user of PostgreSQL, to whom the files of the database belong. */
export const pgbackrest = (command: string, ...options: string[]): Promise<string> =>
  runProgram('pgbackrest', [`--config=${pgbackrestFile}`, '--stanza=baseline', command, ...options], {
    user: 'postgres',
  })

const Info = z.array(
  z.object({
    name: z.string(),
    status: z.object({ code: z.number(), message: z.string() }),
    archive: z.array(z.object({ id: z.string(), min: z.string().nullable(), max: z.string().nullable() })),
    backup: z.array(
      z.object({
        label: z.string(),
        type: z.enum(['full', 'diff', 'incr']),
        error: z.boolean().nullish(),
        timestamp: z.object({ start: z.number(), stop: z.number() }),
        archive: z.object({ start: z.string(), stop: z.string() }),
        info: z.object({ size: z.number() }),
      }),
    ),
  }),
)
type Backup = z.infer<typeof Info>[number]['backup'][number]

const readInfo = async () => {
  const stanza = Info.parse(JSON.parse(await pgbackrest('info', '--output=json'))).find(
    ({ name }) => name === 'baseline',
  )
  if (!stanza || stanza.backup.length === 0)
    throw new BackupError(
      `There is no backup of the database: ${stanza?.status.message ?? 'the repository is empty'}.`,
    )
  return stanza
}

export type Target = Date | 'latest'

/** Finds the backup from which recovery to the target starts: the newest one that had ended by then. */
export const findBackup = async (target: Target): Promise<Backup> => {
  const { backup } = await readInfo()
  const ended = backup.filter(
    ({ timestamp }) => target === 'latest' || timestamp.stop * 1000 <= target.getTime(),
  )
  const newest = ended.at(-1)
  if (newest) return newest
  const oldest = new Date((backup[0]?.timestamp.stop ?? 0) * 1000).toISOString()
  throw new BackupError(`The oldest backup of the database is of ${oldest}.`)
}

const dayMs = 86_400_000
const fullEveryDays = 7

/** A week of differential backups follows each full one. */
const chooseType = async (): Promise<'full' | 'diff'> => {
  const { backup } = await readInfo().catch(() => ({ backup: [] as Backup[] }))
  const lastFull = backup.filter(({ type }) => type === 'full').at(-1)
  const age = Date.now() - (lastFull?.timestamp.start ?? 0) * 1000
  // Nightly runs do not start at the same second.
  return age > fullEveryDays * dayMs - dayMs / 2 ? 'full' : 'diff'
}

/** Backs the database up, and removes backups that have expired. Returns the type of the backup. */
export const backUpDatabase = async (): Promise<'full' | 'diff'> => {
  const type = await chooseType()
  await pgbackrest('backup', `--type=${type}`)
  return type
}

/** The number of a segment within its timeline, with the default size of 16 MB. */
const numberOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16, 24), 16)
const nameOf = (timeline: string, index: number): string =>
  [timeline, Math.floor(index / 256), index % 256]
    .map((part) => (typeof part === 'string' ? part : part.toString(16).toUpperCase().padStart(8, '0')))
    .join('')

/** Returns the first segment that is missing between `first` and the newest of its timelines. */
export const findGap = (segments: readonly string[], first: string): string | undefined => {
  const firstTimeline = first.slice(0, 8)
  const needed = segments
    .filter((segment) => segment.slice(0, 8) >= firstTimeline && numberOf(segment) >= numberOf(first))
    .toSorted()
  let previous = { timeline: firstTimeline, index: numberOf(first) - 1 }
  for (const segment of needed) {
    const [timeline, index] = [segment.slice(0, 8), numberOf(segment)]
    // A timeline begins within a segment of the one before, at any earlier place.
    if (index > previous.index + 1) return nameOf(previous.timeline, previous.index + 1)
    previous = { timeline, index }
  }
  return undefined
}

/**
 * Fails if a segment of the write-ahead log is missing after the start of a backup. PostgreSQL would end the
 * recovery there without an error, and the changes after it would be lost without a message.
 */
export const requireWholeArchive = async (backup: Backup): Promise<void> => {
  const archive = (await readInfo()).archive.at(-1)
  const listing = z
    .record(z.string(), z.unknown())
    .parse(
      JSON.parse(
        await pgbackrest('repo-ls', '--recurse', '--output=json', `archive/baseline/${archive?.id ?? ''}`),
      ),
    )
  const segments = Object.keys(listing)
    .map((path) => /\/([0-9A-F]{24})-[0-9a-f]{40}/.exec(path)?.[1])
    .filter((name) => name !== undefined)
  const missing = findGap(segments, backup.archive.start)
  if (missing)
    throw new BackupError(
      `The backup is damaged: segment ${missing} of the write-ahead log is missing. Later changes cannot be restored.`,
    )
}

/** Reads every file of the repository and compares its checksum. */
export const verifyRepository = async (): Promise<void> => {
  const report = await pgbackrest('verify', '--output=text')
  if (/status: error/.test(report))
    throw new BackupError(
      `The backup of the database is damaged: ${report.trim().replaceAll(/\s*\n\s*/g, ', ')}`,
    )
}

/** Writes the files of a backup to an empty folder, with the settings for recovery to the target. */
export const restoreBackup = async (
  { label }: Backup,
  folder: string,
  target: Target,
  timeline: string,
): Promise<void> => {
  const recovery =
    target === 'latest'
      ? ['--type=default']
      : ['--type=time', `--target=${target.toISOString().replace('Z', '+00')}`, '--target-action=promote']
  await pgbackrest(
    'restore',
    `--set=${label}`,
    `--pg1-path=${folder}`,
    `--target-timeline=${timeline}`,
    ...recovery,
  )
}
