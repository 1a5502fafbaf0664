/**
 * Works with one server for a long time: 100 calls per second of five managers, exports, imports, and a worker that is
 * killed while it exports:
 *   npm run soak             one hour, a kill every five minutes
 *   npm run soak -- --small  one minute, for CI
 * Fails if a call or an export fails, if a write is lost or stored twice, if a rollup is wrong, or if the memory of a
 * service grows by more than 10 %. One minute is too short to judge the memory. Needs what scripts/stack/machine.ts
 * needs.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv, promisify } from 'node:util'

import { createInterviews } from '../seed/interviews.ts'
import { requireServers } from '../stack/machine.ts'
import type { Machine } from '../stack/machine.ts'
import { openSession } from './call.ts'
import { percentile, startLoad } from './load.ts'
import { print, requireThat } from './report.ts'
import { findPackage, installServer } from './server.ts'
import type { InstalledServer } from './server.ts'
import { createExports } from './soak/exports.ts'
import { createImports } from './soak/imports.ts'
import { watchMemory } from './soak/memory.ts'

const isSmall = process.argv.includes('--small')
const minutes = isSmall ? 1 : 60
const minutesBetweenKills = isSmall ? 0.3 : 5
const callsPerSecond = 100
const managers = 5
const maxGrowth = 0.1

/** Returns the number of wrong rows of the rollups. */
const recount = async (machine: Machine): Promise<number> => {
  const owner = parseEnv(await readFile(join(machine.root, 'etc/baseline/owner.env'), 'utf8'))
  const file = join(import.meta.dirname, 'soak/recount.ts')
  const { stdout } = await promisify(execFile)(
    'ip',
    ['netns', 'exec', machine.name, process.execPath, file],
    { env: { ...process.env, OWNER_DATABASE_URL: owner['OWNER_DATABASE_URL'] } },
  )
  return Number(stdout)
}

/** Repeats work until the time is over. */
const repeat = async (until: number, everyMs: number, work: () => Promise<void>): Promise<void> => {
  while (performance.now() < until) {
    const next = performance.now() + everyMs
    await work()
    await sleep(Math.max(0, Math.min(next, until) - performance.now()))
  }
}

const compareWrites = async (machine: Machine, acknowledged: readonly string[]): Promise<void> => {
  const output = await machine.run(
    `cd / && runuser -u postgres -- psql -d baseline -Atc "select household_name from app.survey_responses"`,
  )
  const stored = output.split('\n').filter(Boolean)
  const known = new Set(stored)
  const lost = acknowledged.filter((name) => !known.has(name)).length
  const doubled = stored.length - known.size
  requireThat(
    lost + doubled === 0,
    `${String(acknowledged.length)} writes acknowledged, ${String(lost)} lost, ${String(doubled)} stored twice`,
  )
}

const soak = async (server: InstalledServer): Promise<void> => {
  const { machine, surveyId } = server
  const makeInterview = createInterviews(surveyId)
  const target = {
    url: server.url,
    authority: server.authority,
    agent: new Agent({ keepAlive: true, maxSockets: 64 }),
  }
  const cookies = [server.cookie]
  while (cookies.length < managers)
    cookies.push(await server.addManager(`manager-${String(cookies.length)}@ministry.example`))

  const until = performance.now() + minutes * 60_000
  const loads = cookies.map((cookie) =>
    startLoad({
      ...target,
      cookie,
      surveyId,
      callsPerSecond: callsPerSecond / managers,
      repeatForMs: 60_000,
      mix: 'day',
      makeResponse: makeInterview,
    }),
  )
  const memory = watchMemory(machine, isSmall ? 5_000 : 10_000)
  // Own connections: behind the waiting calls of an overloaded server, the tokens of these calls would expire.
  const ownTarget = { ...target, agent: new Agent({ keepAlive: true }) }
  const imports = createImports({ target: ownTarget, cookie: server.cookie, makeInterview })
  const listAcknowledged = () => [
    ...imports.acknowledged,
    ...loads.flatMap(({ result }) => result.acknowledged),
  ]
  const call = openSession(ownTarget, server.cookie)
  const exports = createExports({ call, surveyId, listAcknowledged })
  let kills = 0
  let nextKillAt = performance.now() + minutesBetweenKills * 60_000
  await Promise.all([
    repeat(until, isSmall ? 15_000 : 60_000, imports.run),
    repeat(until, isSmall ? 5_000 : 20_000, async () => {
      const isKillDue = performance.now() > nextKillAt
      if (!isKillDue) return exports.run()
      nextKillAt += minutesBetweenKills * 60_000
      kills++
      return exports.run(() => machine.run('systemctl kill --signal=KILL baseline-worker'))
    }),
    repeat(until, 300_000, async () => {
      const calls = loads.reduce((sum, load) => sum + load.count(), 0)
      print(
        `${String(calls)} calls, ${String(exports.seconds.length)} exports, ${String(kills)} kills of the worker`,
      )
      await Promise.resolve()
    }),
  ])
  const results = await Promise.all(loads.map((load) => load.stop()))
  const growths = await memory.stop()

  const failures = results.flatMap((result) => result.failures)
  const times = results.flatMap((result) => result.times).toSorted((a, b) => a - b)
  const calls = times.length
  requireThat(
    failures.length === 0 && calls >= callsPerSecond * minutes * 60 * 0.98,
    `${String(calls)} calls, ${String(failures.length)} failed; median ${percentile(times, 0.5).toFixed(0)} ms, ` +
      `99 % below ${percentile(times, 0.99).toFixed(0)} ms`,
  )
  for (const failure of failures.slice(0, 10)) print(`    ${JSON.stringify(failure)}`)
  requireThat(
    exports.failures.length === 0 && kills > 0,
    `${String(exports.seconds.length)} exports, ${String(exports.failures.length)} failed, the slowest in ` +
      `${Math.max(...exports.seconds).toFixed(1)} s; the worker was killed ${String(kills)} times`,
  )
  for (const failure of exports.failures) print(`    ${failure}`)
  requireThat(
    imports.failures.length === 0 && imports.countRefused() === imports.acknowledged.length,
    `${String(imports.acknowledged.length)} rows imported, ${String(imports.countRefused())} repeated rows refused`,
  )
  for (const failure of imports.failures.slice(0, 10)) print(`    ${failure}`)
  await compareWrites(machine, listAcknowledged())
  const wrong = await recount(machine)
  requireThat(wrong === 0, `${String(wrong)} wrong rows of rollups`)
  for (const { unit, from, to, processes } of growths) {
    const growth = to / from - 1
    requireThat(
      isSmall || growth <= maxGrowth,
      `${unit}: ${from.toFixed(0)} MB after the warm-up, ${to.toFixed(0)} MB at the end ` +
        `(${growth > 0 ? '+' : ''}${(growth * 100).toFixed(1)} %), ${String(processes)} processes`,
    )
  }
}

await requireServers()
const server = await installServer(await findPackage(), 31)
print(`${String(minutes)} minutes with ${String(callsPerSecond)} calls per second`)
try {
  await soak(server)
} catch (error) {
  requireThat(false, String(error))
} finally {
  await server.remove()
}
print(process.exitCode ? 'FAILED' : 'passed')
process.exit()
