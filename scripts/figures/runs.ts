/** Reads the measured runs in docs/figures, and formats their figures as cells of a table. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { Result } from '../../bench/result.ts'
import type { Summary } from '../../bench/result.ts'

const runs = new Map(
  globSync('docs/figures/*.json').map((file) => [
    basename(file, '.json'),
    Result.parse(JSON.parse(readFileSync(file, 'utf8'))),
  ]),
)

const getRun = (name: string): Result => {
  const run = runs.get(name)
  if (!run) throw new Error(`docs/figures/${name}.json is missing`)
  return run
}

const notMeasured = '–'
const formatNumber = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

/** Formats 18 ms, 1,277 ms and 4.1 s. Ratios have two decimals, and counts have no unit. */
const format = (value: number, unit: Summary['unit']): string => {
  if (unit === 'ratio') return value.toFixed(2)
  if (unit === 'wrong' || unit === 'times') return formatNumber(value)
  return unit === 'ms' && value >= 2_000
    ? `${formatNumber(value / 1000)} s`
    : `${formatNumber(value)} ${unit}`
}

const isCount = ({ unit }: Summary): boolean => unit === 'wrong' || unit === 'times'

/** Returns the figure, with ≤ if it is the worst of several cases. */
export const value = (run: string, row: string): string => {
  const figure = getRun(run).figures[row]
  if (!figure) return notMeasured
  return `${figure.cases > 1 && !isCount(figure) ? '≤ ' : ''}${format(figure.value, figure.unit)}`
}

/** Returns a share with the number of its cases, such as 96 % of 412. */
export const share = (run: string, row: string): string => {
  const figure = getRun(run).figures[row]
  if (!figure) return notMeasured
  const percent = figure.value.toLocaleString('en', { maximumFractionDigits: 1 })
  return `${percent} % of ${formatNumber(figure.cases)}`
}

export const bare = (run: string, row: string): string => {
  const figure = getRun(run).figures[row]
  if (figure?.bare === undefined) return notMeasured
  const { bare: engine, unit, cases } = figure
  if (typeof engine === 'number') return `${cases > 1 ? '≤ ' : ''}${format(engine, unit)}`
  return `${formatNumber(engine[0])} to ${format(engine[1], unit)}`
}

/** Returns the value that the figure must meet. */
export const limit = (run: string, row: string): string => {
  const figure = getRun(run).figures[row]
  const bound = figure?.most ?? figure?.least
  return figure && bound !== undefined ? format(bound, figure.unit) : notMeasured
}

export const cases = (run: string, row: string): string => formatNumber(getRun(run).figures[row]?.cases ?? 0)

export const command = (run: string): string => `\`${getRun(run).command}\``

export const notes = (table: string, ...names: string[]): string[] =>
  names.flatMap((name) => getRun(name).notes?.[table] ?? [])

/** Describes the runs: date, commit, machine and command. */
export const describeRuns = (): string[][] =>
  [...runs]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, run]) => [name, run.date, `\`${run.commit}\``, run.machine, `\`${run.command}\``])
