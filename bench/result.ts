import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'

import { z } from 'zod'

import { units } from './report.ts'
import type { Figure } from './report.ts'

/** One row of the documents: the worst of its cases. */
const Summary = z.strictObject({
  value: z.number(),
  unit: z.enum(units),
  cases: z.int().default(1),
  /** Bare figure, or the lowest and the highest of several cases. */
  bare: z.union([z.number(), z.tuple([z.number(), z.number()])]).optional(),
  most: z.number().optional(),
  least: z.number().optional(),
})
export type Summary = z.infer<typeof Summary>

/** The JSON file of a run. `docs/figures` has the runs that the documents show: `npm run figures`. */
export const Result = z.strictObject({
  date: z.iso.date(),
  /** The commit that was measured. */
  commit: z.string(),
  machine: z.string(),
  command: z.string(),
  figures: z.record(z.string(), Summary),
  /** Remarks below a table, written by hand. */
  notes: z.record(z.string(), z.array(z.string())).optional(),
})
export type Result = z.infer<typeof Result>

const round = (value: number): number => Number(value.toFixed(2))

const worst = (figures: readonly Figure[]): number => {
  const values = figures.map(({ value }) => value)
  return figures.some(({ least }) => least !== undefined) ? Math.min(...values) : Math.max(...values)
}

const summarise = (figures: readonly Figure[]): Summary | undefined => {
  const [first] = figures
  if (!first) return undefined
  const bare = figures.flatMap((figure) => (figure.bare === undefined ? [] : [round(figure.bare)]))
  const { unit, most, least } = first
  return {
    value: round(worst(figures)),
    unit,
    cases: Math.max(figures.length, ...figures.map(({ cases = 1 }) => cases)),
    ...(bare.length === 1 ? { bare: bare[0] } : {}),
    ...(bare.length > 1 ? { bare: [Math.min(...bare), Math.max(...bare)] } : {}),
    ...(most === undefined ? {} : { most }),
    ...(least === undefined ? {} : { least }),
  }
}

/** Returns the command that repeats the run; the folder of the database differs from machine to machine. */
const formatCommand = (script: string): string => {
  const args = process.argv.slice(2)
  const shown = args
    .map((arg, n) => (args[n - 1] === '--directory' ? 'DIR' : arg))
    .filter((arg, n) => arg !== '--json' && args[n - 1] !== '--json')
  return ['npm run', script, ...(shown.length > 0 ? ['--', ...shown] : [])].join(' ')
}

const readCommit = (): string =>
  execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()

/** Writes the figures that have a row in the documents. */
export const writeResult = async (
  file: string,
  script: string,
  figures: readonly Figure[],
): Promise<void> => {
  const byRow = Object.groupBy(
    figures.filter(({ row }) => row !== undefined),
    ({ row }) => row ?? '',
  )
  const result = {
    date: new Date().toISOString().slice(0, 10),
    commit: readCommit(),
    machine: `${String(cpus().length)} cores, ${String(Math.round(totalmem() / 2 ** 30))} GB of memory`,
    command: formatCommand(script),
    figures: Object.fromEntries(Object.entries(byRow).map(([row, group = []]) => [row, summarise(group)])),
  }
  await writeFile(file, `${JSON.stringify(result, undefined, 2)}\n`)
}
