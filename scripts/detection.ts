/**
 * Generates surveys of which it is known which interviews are falsified, stores them with the code of the api, runs the
 * checks of the worker, and prints what they found:
 *   npm run detection [-- --world first|second|small] [--json docs/figures/detection.json]
 * Exits with 1 if a figure is outside its limit. The survey `small` has wider limits, because it has few falsified interviews.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { connect } from '../api/src/platform/database/database.ts'
import { countMissed, openReport } from '../bench/report.ts'
import { writeResult } from '../bench/result.ts'
import { databaseRoles, migrateDatabase, setupDatabase } from './database.ts'
import { findFalsified } from './detection/find.ts'
import { loadWorld } from './detection/load.ts'
import { measureDetection, percentOf } from './detection/measure.ts'
import type { Share } from './detection/measure.ts'
import { firstWorld, secondWorld, smallWorld } from './detection/settings.ts'
import { lastMidnight, makeWorld } from './detection/world.ts'
import { startPostgres } from './stack/postgres.ts'

const worlds = { first: firstWorld, second: secondWorld, small: smallWorld }
type World = keyof typeof worlds

const { values } = parseArgs({
  options: { world: { type: 'string', multiple: true }, json: { type: 'string' } },
})
/** Limits in percent of the honest interviews, and places in the queue. */
const limits = { warn: 3, error: 0.5, queue: 40 }
const smallLimits = { warn: 4, error: 1, queue: 30 }
const limitsOf = (world: World) => (world === 'small' ? smallLimits : limits)

/**
 * Returns the share in percent that the rules must find at twice the threshold. A small survey has too few interviews
 * of each enumerator for the rules that compare enumerators.
 */
const leastOf = (world: World, kind: string): number | undefined => {
  if (world === 'small') return ['copied', 'spot', 'overlap', 'duplicate'].includes(kind) ? 80 : undefined
  return kind === 'all' ? 95 : undefined
}

const isWorld = (name: string): name is World => Object.hasOwn(worlds, name)
const selected = (values.world ?? ['first', 'second']).filter(isWorld)

const directory = await mkdtemp(join(tmpdir(), 'baseline-detection-'))
const postgres = await startPostgres({ directory: join(directory, 'postgres'), throwaway: true })
const passwords = { owner: 'owner', app: 'app', identity: 'identity' }
const report = openReport()

const formatShare = ({ band, count, total }: Share & { band: string }): string =>
  `${band}: ${String(count)} of ${String(total)}`.padEnd(26)

const measure = async (world: World): Promise<void> => {
  const database = `detection_${world}`
  await setupDatabase(postgres.url('postgres'), database, passwords)
  await migrateDatabase(postgres.url(database, { role: databaseRoles.owner, password: passwords.owner }))
  const databaseUrl = postgres.url(database, { role: databaseRoles.app, password: passwords.app })
  const { db, streams, close } = connect({ databaseUrl, databasePoolSize: 4 }, () => {})
  const seconds = (since: number) => `${String(Math.round((performance.now() - since) / 1_000))} s`
  try {
    const startedAt = performance.now()
    const { surveyId, loaded } = await loadWorld(
      db,
      makeWorld(worlds[world], lastMidnight(Date.now())),
      world,
    )
    console.error(`${world}: ${String(loaded.length)} interviews loaded in ${seconds(startedAt)}`)
    const checkedAt = performance.now()
    const detection = measureDetection(loaded, await findFalsified({ db, streams }, surveyId))
    console.error(`${world}: checked in ${seconds(checkedAt)}`)
    console.log(`\nSurvey ${world}: falsified interviews found, by strength as multiples of the threshold`)
    for (const { kind, bands } of detection.kinds)
      console.log(`     ${kind.padEnd(12)} ${bands.map(formatShare).join('')}`)
    const shares = [...detection.kinds, { kind: 'all', bands: detection.bands }].flatMap(({ kind, bands }) =>
      bands.map((share, n) => ({ kind, n, ...share })),
    )
    for (const { kind, n, band, ...share } of shares.filter(({ total }) => total > 0)) {
      const least = n === 3 ? leastOf(world, kind) : undefined
      report.add({
        part: `Survey ${world}: falsified interviews found`,
        what: `${kind}, ${band} × the threshold`,
        value: percentOf(share),
        unit: 'percent',
        ...(least !== undefined && { least }),
        row: `${world}.${kind}.${String(n)}`,
        cases: share.total,
      })
    }
    const part = `Survey ${world}: honest interviews`
    const { warn, error, enumerators, honestByRule, enumeratorsByRule, queue } = detection
    for (const { rule, ...share } of honestByRule)
      report.add({
        part,
        what: `flagged by ${rule}`,
        value: percentOf(share),
        unit: 'percent',
        cases: share.total,
      })
    report.add({
      part,
      what: 'flagged as warning or error',
      value: percentOf(warn),
      unit: 'percent',
      most: limitsOf(world).warn,
      row: `${world}.warn`,
      cases: warn.total,
    })
    report.add({
      part,
      what: 'flagged as error',
      value: percentOf(error),
      unit: 'percent',
      most: limitsOf(world).error,
      row: `${world}.error`,
      cases: error.total,
    })
    report.add({
      part,
      what: 'honest enumerators with a flag',
      value: percentOf(enumerators),
      unit: 'percent',
      row: `${world}.enumerators`,
      cases: enumerators.total,
    })
    for (const { rule, ...share } of enumeratorsByRule)
      report.add({
        part,
        what: `honest enumerators flagged by ${rule}`,
        value: percentOf(share),
        unit: 'percent',
        cases: share.total,
      })
    report.add({
      part: `Survey ${world}: queue`,
      what: 'falsified interviews among the first 50',
      value: queue.count,
      unit: 'times',
      least: limitsOf(world).queue,
      row: `${world}.queue`,
    })
  } finally {
    await close()
  }
}

try {
  for (const world of selected) await measure(world)
} finally {
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}
if (values.json) await writeResult(values.json, 'detection', report.figures)
const misses = countMissed(report)
console.log(`\n${String(misses)} figures outside their limits`)
process.exitCode = misses === 0 ? 0 : 1
