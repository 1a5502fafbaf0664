/**
 * Measures lists, searches, counts and intake with many responses, next to the bare engine:
 *   npm run bench -- --rows 10000000 [--directory DIR] [--only lists,counts] [--json bench.json]
 * Creates its own database; `--directory` keeps it for another run. Exits with 1 if a limit is missed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { changes } from './changes.ts'
import { counts } from './counts.ts'
import { dashboard } from './dashboard.ts'
import { facets } from './facets.ts'
import { intake } from './intake.ts'
import { farPages, firstPages, pairs, texts } from './lists.ts'
import { map } from './map.ts'
import { random } from './random.ts'
import { countMissed, openReport } from './report.ts'
import { writeResult } from './result.ts'
import { throughput } from './throughput.ts'
import { openWorld } from './world.ts'
import type { World } from './world.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    directory: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
    /** Multiplies the time limits on a busy machine; counts must be exact anyway. */
    patience: { type: 'string', default: '1' },
    /** Divides the number of repetitions. */
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
const repetitions = (count: number, least = 1) => Math.max(least, Math.round(count / shorter))

const report = openReport(patience)
const parts: Readonly<Record<string, (world: World) => Promise<void>>> = {
  lists: (world) => firstPages(world, report, repetitions(40)),
  far: (world) => farPages(world, report, rows),
  texts: (world) => texts(world, report, repetitions(40)),
  facets: (world) => facets(world, report, repetitions(20)),
  counts: (world) => counts(world, report, repetitions(20)),
  map: (world) => map(world, report, repetitions(5)),
  pairs: (world) => pairs(world, report, repetitions(8)),
  throughput: (world) => throughput(world, report, repetitions(8)),
  dashboard: (world) => dashboard(world, report, repetitions(40)),
  random: (world) => random(world, report, rows, repetitions(10_000, 100)),
  intake: (world) => intake(world, report, repetitions(10)),
  changes: (world) => changes(world, report, repetitions(100_000, 400)),
}
const requestedParts = values.only?.split(',') ?? Object.keys(parts)
const unknown = requestedParts.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(`unknown part ${unknown.join(', ')}; available: ${Object.keys(parts).join(', ')}`)

const world = await openWorld({ directory, rows }, report)
try {
  for (const name of requestedParts) await parts[name]?.(world)
} finally {
  await world.stop()
  if (!values.directory) await rm(directory, { recursive: true, force: true })
}
const { figures } = report
if (values.json) await writeResult(values.json, 'bench', figures)
const misses = countMissed(report)
console.log(
  `\n${String(figures.length)} figures, ${misses === 0 ? 'every limit met' : `${String(misses)} limits missed`}`,
)
process.exitCode = misses === 0 ? 0 : 1
