import { readFile } from 'node:fs/promises'

import { z } from 'zod'

import type { Finding } from './reading.ts'
import { reading } from './reading.ts'

/** The file that `baseline backup` writes after each success. */
const State = z.object({
  database: z.iso.datetime({ offset: true }).optional(),
  files: z.iso.datetime({ offset: true }).optional(),
  verified: z.iso.datetime({ offset: true }).optional(),
})
export type LastBackups = z.output<typeof State>

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Returns the times of the last backups; empty if this machine has never made one. */
export const readLastBackups = async (path: string): Promise<LastBackups> => {
  try {
    return State.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (isMissing(error)) return {}
    throw error
  }
}

const hourMs = 3_600_000
/** One missed night, and half a day to notice it. ops/prometheus/alerts.yaml has the same limits. */
const maxBackupHours = 36
const maxVerifiedDays = 8

const hoursSince = (time: string): number => Math.floor((Date.now() - Date.parse(time)) / hourMs)

const findOld = ({ database, files, verified }: LastBackups): Finding[] => {
  const hours = Math.max(...[database, files].filter((time) => time !== undefined).map(hoursSince))
  const days = verified === undefined ? 0 : Math.floor(hoursSince(verified) / 24)
  return [
    ...(hours > maxBackupHours ? [{ key: 'backupOld' as const, params: { hours } }] : []),
    ...(days >= maxVerifiedDays ? [{ key: 'backupUnverified' as const, params: { days } }] : []),
  ]
}

export const backupReading = reading({
  name: 'backup',
  metrics: {
    baseline_backup_last_success_timestamp_seconds: {
      help: 'Time of the last successful backup by kind, and of the last verified restore; absent without backups here',
      labelNames: ['kind'],
    },
  },
  read: async ({ backupStateFile }: { backupStateFile: string }) => {
    const state = await readLastBackups(backupStateFile)
    return {
      samples: {
        baseline_backup_last_success_timestamp_seconds: (['database', 'files', 'verified'] as const).flatMap(
          (kind) => {
            const time = state[kind]
            return time === undefined ? [] : [{ labels: { kind }, value: Date.parse(time) / 1000 }]
          },
        ),
      },
      findings: findOld(state),
    }
  },
})
