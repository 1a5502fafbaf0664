/**
 * Measures the API on a database with many responses. Some figures are shown next to a bare figure: the same
 * statements run by pgbench, by a minimal server or on an unpartitioned table.
 *   npm run bench -- --rows 10000000 [--directory DIR] [--only lists,counts] [--json bench.json]
 *     [--patience 2] [--shorter 10]
 * Creates a temporary database. With `--directory`, keeps it in DIR for the next run. Exits with 1 if a figure is
 * outside its limit.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { answers } from './answers.ts'
import { startBenchStack } from './bench-stack.ts'
import type { BenchStack } from './bench-stack.ts'
import { changes } from './changes.ts'
import { counts } from './counts.ts'
import { dashboard } from './dashboard.ts'
import { facets } from './facets.ts'
import { fairness } from './fairness.ts'
import { intake } from './intake.ts'
import { farPages, firstPages, pairs, texts } from './lists.ts'
import { map } from './map.ts'
import { random } from './random.ts'
import { countMissed, openReport } from './report.ts'
import { writeResult } from './result.ts'
import { scope } from './scope.ts'
import { throughput } from './throughput.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    directory: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
    /** Relaxes the limits by this factor, for a busy machine. Limits of wrong results and of kills stay. */
    patience: { type: 'string', default: '1' },
    /** Divides the repetitions, or the seconds, of each part except `far`, down to a minimum. */
    shorter: { type: 'string', default: '1' },
  },
})
const readPositive = (name: 'rows' | 'patience' | 'shorter'): number => {
  const value = Number(values[name])
  if (Number.isFinite(value) && value > 0) return value
  console.error(`--${name} must be a positive number, not "${values[name]}"`)
  process.exit(2)
}
const rows = Math.round(readPositive('rows'))
const patience = readPositive('patience')
const shorter = readPositive('shorter')
const directory = values.directory ?? (await mkdtemp(join(tmpdir(), 'baseline-bench-')))
const repetitions = (count: number, least = 3) => Math.max(least, Math.round(count / shorter))

const report = openReport(patience)
/** Parts by their name in `--only`. */
const parts: Readonly<Record<string, (bench: BenchStack) => Promise<void>>> = {
  /** First page in every order and under every filter. */
  lists: (bench) => firstPages(bench, report, repetitions(40)),
  /** Pages in the middle and at the end of the list. */
  far: (bench) => farPages(bench, report, rows),
  /** Searches for a part of a text, calls by id and autocomplete. */
  texts: (bench) => texts(bench, report, repetitions(40)),
  /** Options of the filters. */
  facets: (bench) => facets(bench, report, repetitions(20)),
  /** Count of a list, compared with the responses. */
  counts: (bench) => counts(bench, report, repetitions(20)),
  map: (bench) => map(bench, report, repetitions(5, 2)),
  /** Each filter in each order. */
  pairs: (bench) => pairs(bench, report, repetitions(8, 2)),
  /** Calls per second of the default list. */
  throughput: (bench) => throughput(bench, report, repetitions(8, 1)),
  dashboard: (bench) => dashboard(bench, report, repetitions(40)),
  /** Lists with random filters, order and page. */
  random: (bench) => random(bench, report, rows, repetitions(10_000, 100)),
  /** First pages by answers, and the intake with searchable questions. */
  answers: (bench) => answers(bench, report, { times: repetitions(40), seconds: repetitions(10, 1) }),
  /** New responses per second. */
  intake: (bench) => intake(bench, report, repetitions(10, 1)),
  /** First pages and counts of users with limited access. */
  scope: (bench) => scope(bench, report, repetitions(20)),
  /** Lists of nine people while a tenth floods the server. */
  fairness: (bench) => fairness(bench, report, repetitions(10, 2)),
  /** Random changes while the counting job is killed. */
  changes: (bench) => changes(bench, report, repetitions(100_000, 400)),
}
const requestedParts = values.only?.split(',') ?? Object.keys(parts)
const unknown = requestedParts.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(`unknown part ${unknown.join(', ')}; available: ${Object.keys(parts).join(', ')}`)

const bench = await startBenchStack({ directory, rows }, report)
try {
  for (const name of requestedParts) await parts[name]?.(bench)
} finally {
  await bench.stop()
  if (!values.directory) await rm(directory, { recursive: true, force: true })
}
const { figures } = report
if (values.json) await writeResult(values.json, 'bench', figures)
const misses = countMissed(report)
console.log(
  `\n${String(figures.length)} figures, ${misses === 0 ? 'all within their limits' : `${String(misses)} outside their limits`}`,
)
process.exitCode = misses === 0 ? 0 : 1
