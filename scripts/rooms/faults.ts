/**
 * Breaks the servers of docs/operations/high-availability.md while users write, and compares what was acknowledged
 * with what is stored:
 *   npm run faults              at least 60 faults and 200,000 writes
 *   npm run faults -- --small   five faults, for CI
 *   npm run faults -- --bucket  with the files in an object storage; needs what scripts/stack/ceph.ts needs
 *   npm run faults -- --only 'disk full'   once each kind of fault whose name contains the text
 * Fails if a write is lost or stored twice, if calls do not succeed again, or if asynchronous replication, the positive
 * control, loses nothing. Needs a package (npm run package) and what scripts/stack/machine.ts needs.
 */
import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { requireServers } from '../stack/machine.ts'
import { openSession } from './call.ts'
import { startCluster } from './faults/cluster.ts'
import type { RunningCluster } from './faults/cluster.ts'
import { kinds, loseAsynchronously } from './faults/kinds.ts'
import type { Kind } from './faults/kinds.ts'
import { startLoad } from './load.ts'
import type { Load } from './load.ts'
import { acceptInvitation, findLink } from './server.ts'

const { values: options } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    bucket: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const chosen = kinds.filter(
  (kind) =>
    (!options.small || kind.isSmall) &&
    (kind.files ?? (options.bucket ? 'bucket' : 'folder')) === (options.bucket ? 'bucket' : 'folder') &&
    kind.name.includes(options.only ?? ''),
)
const isShort = options.small || options.only !== undefined
const bars = {
  ...(isShort ? { faults: chosen.length, writes: 2_000 } : { faults: 60, writes: 200_000 }),
  /** Seconds after which calls must succeed again. */
  recovery: 120,
}
/** Time for which a fault lasts that needs a person. */
const faultMs = 10_000

const startedAt = performance.now()
const log = (line: string) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s  ${line}`)

const prepareUsers = async (cluster: RunningCluster) => {
  const { url, address, authority } = cluster
  const target = { url, address, authority, agent: new Agent({ keepAlive: true, maxSockets: 64 }) }
  const machine = await cluster.findServices()
  const email = 'manager@ministry.example'
  await machine.run(`baseline user invite ${email} manager`)
  await machine.run('baseline survey load /root/household.xlsx --status open')
  const cookie = await acceptInvitation(target, email, await findLink(cluster.mails, email))
  const call = openSession(target, cookie)
  const { rows } = await call<{ rows: { id: string }[] }>('/api/survey-list?limit=10&offset=0')
  const surveyId = rows[0]?.id
  if (!surveyId) throw new Error('the questionnaire is not listed')
  const startLoadOf = (callsPerSecond: number) =>
    startLoad({
      ...target,
      cookie,
      surveyId,
      callsPerSecond,
      mix: 'writes',
      maxRunning: 40,
      repeatForMs: 180_000,
      timeoutMs: 20_000,
    })
  /** Exports the questionnaire, and returns its status at the end. */
  const exportAll = async (): Promise<string> => {
    const data = { filter: { surveyId: [surveyId] }, status: 'START', format: 'csv' }
    const { id } = await call<{ id: string }>('/api/survey-exports', { method: 'POST', body: { data } })
    const deadline = performance.now() + 180_000
    for (;;) {
      // A screen also asks again after a failed call.
      const sheet = await call<{ status: string }>(`/api/survey-exports/${id}`).catch(() => undefined)
      const status = sheet?.status ?? 'START'
      if (status !== 'START' || performance.now() > deadline) return status
      await sleep(1_000)
    }
  }
  return { startLoadOf, exportAll }
}

/** Waits until writes are acknowledged and no call has failed for two seconds. Returns the seconds that it took. */
const waitUntilCallsSucceed = async (load: Load): Promise<number> => {
  const { result } = load
  const since = load.second()
  let [quietSince, failures, acknowledged] = [since, result.failures.length, result.acknowledged.length]
  for (;;) {
    await sleep(200)
    if (result.failures.length > failures)
      [quietSince, failures, acknowledged] = [
        load.second(),
        result.failures.length,
        result.acknowledged.length,
      ]
    else if (load.second() - quietSince > 2 && result.acknowledged.length > acknowledged + 10)
      return load.second() - since
    if (load.second() - since > bars.recovery)
      throw new Error(`calls do not succeed again after ${String(bars.recovery)} s`)
  }
}

/** Returns the longest time without an acknowledged write, in seconds. */
const longestPause = (times: readonly number[], from: number, to: number): number => {
  const inside = [from, ...times.filter((second) => second >= from && second <= to), to]
  return Math.max(...inside.slice(1).map((second, index) => second - (inside[index] ?? second)))
}

const runFault = async (
  kind: Kind,
  cluster: RunningCluster,
  load: Load,
  exportAll: () => Promise<string>,
) => {
  await cluster.waitUntilWhole()
  const from = load.second()
  const repair = await kind.inject(cluster)
  const email = `${kind.name.replaceAll(/\W/g, '')}-${String(Math.round(from))}@ministry.example`
  if (kind.check === 'mail') await (await cluster.findServices()).run(`baseline user invite ${email} monitor`)
  if (kind.recoversAlone) await waitUntilCallsSucceed(load)
  else await sleep(faultMs)
  await repair()
  await waitUntilCallsSucceed(load)
  const to = load.second()
  if (kind.check === 'mail') await findLink(cluster.mails, email)
  if (kind.check === 'export') {
    const status = await exportAll()
    if (status !== 'SUCCESS') throw new Error(`an export after "${kind.name}" ended as ${status}`)
  }
  const failures = load.result.failures.filter(({ second }) => second >= Math.floor(from))
  const failedSeconds = new Set(failures.map(({ second }) => second)).size
  const pause = longestPause(load.result.acknowledgedAt, from, to)
  log(
    `${kind.name}: ${String(failedSeconds)} s with failed calls (${String(failures.length)} calls), ` +
      `${pause.toFixed(1)} s without an acknowledged write`,
  )
  return { name: kind.name, failedSeconds, failedCalls: failures.length, pause }
}

/** Compares the acknowledged writes with the stored ones. */
const compare = async (cluster: RunningCluster, acknowledged: readonly string[]) => {
  const run = acknowledged[0]?.split(' ').slice(0, 2).join(' ') ?? ''
  const stored = await cluster.query(
    `select household_name from app.survey_responses where household_name like '${run} %'`,
  )
  const marks = new Set(stored)
  const found = acknowledged.filter((mark) => marks.has(mark)).length
  return {
    acknowledged: acknowledged.length,
    found,
    lost: acknowledged.length - found,
    doubled: stored.length - marks.size,
  }
}

const runFaults = async (cluster: RunningCluster, users: Awaited<ReturnType<typeof prepareUsers>>) => {
  const load = users.startLoadOf(isShort ? 60 : 150)
  const results: Awaited<ReturnType<typeof runFault>>[] = []
  await waitUntilCallsSucceed(load)
  // Spreads the faults over the writes.
  const waitForWrites = async (count: number) => {
    while (load.result.acknowledged.length < count) await sleep(500)
  }
  for (let turn = 0; turn < bars.faults; turn++) {
    await waitForWrites((turn * bars.writes) / bars.faults)
    const kind = chosen[turn % chosen.length]
    if (kind) results.push(await runFault(kind, cluster, load, users.exportAll))
  }
  await waitForWrites(bars.writes)
  const { acknowledged } = await load.stop()
  await cluster.waitUntilWhole()
  return { results, ...(await compare(cluster, acknowledged)) }
}

/** Returns how many acknowledged writes asynchronous replication loses. */
const runControl = async (cluster: RunningCluster, users: Awaited<ReturnType<typeof prepareUsers>>) => {
  const asynchronous =
    'synchronous_mode=false -s synchronous_mode_strict=false -s maximum_lag_on_failover=1073741824'
  await cluster.patronictl(`edit-config --force -s ${asynchronous}`)
  while ((await cluster.query('show synchronous_standby_names')).length > 0) await sleep(500)
  const load = users.startLoadOf(60)
  await waitUntilCallsSucceed(load)
  const repair = await loseAsynchronously(cluster)
  await waitUntilCallsSucceed(load)
  const { acknowledged } = await load.stop()
  const result = await compare(cluster, acknowledged)
  await repair()
  return result
}

await requireServers()
const cluster = await startCluster({ withBucket: options.bucket, log })
try {
  const users = await prepareUsers(cluster)
  log('the cluster is ready')
  const { results, acknowledged, found, lost, doubled } = await runFaults(cluster, users)
  const control = await runControl(cluster, users)
  for (const name of new Set(results.map((result) => result.name))) {
    const same = results.filter((result) => result.name === name)
    const worst = (value: (result: (typeof same)[number]) => number) => Math.max(...same.map(value))
    console.log(
      `${name}: ${String(same.length)} times, at most ${String(worst(({ failedSeconds }) => failedSeconds))} s with failed calls, ` +
        `at most ${worst(({ pause }) => pause).toFixed(1)} s without a write`,
    )
  }
  console.log(
    `${String(results.length)} faults, ${String(acknowledged)} acknowledged, ${String(found)} found, ` +
      `${String(lost)} lost, ${String(doubled)} doubled`,
  )
  console.log(
    `control with asynchronous replication: ${String(control.acknowledged)} acknowledged, ${String(control.lost)} lost`,
  )
  const isPassed =
    lost === 0 &&
    doubled === 0 &&
    control.lost > 0 &&
    results.length >= bars.faults &&
    acknowledged >= bars.writes
  process.exitCode = isPassed ? 0 : 1
} finally {
  await cluster.remove()
}
process.exit()
