import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { createDemoUser } from '../scripts/stack/demo-accounts.ts'
import { fetchDemoToken } from '../scripts/stack/session.ts'
import { publicUrl } from './bench-stack.ts'
import type { BenchStack } from './bench-stack.ts'
import { pathOf, samplesOf, singleFilters } from './queries.ts'
import { percentile } from './report.ts'
import type { Report } from './report.ts'
import { send } from './send.ts'

const part = 'Fairness'
const peopleCount = 10

/** Signs in ten managers. Returns a function per person that sends a call. */
const signInPeople = async ({ stack }: BenchStack) => {
  const people = []
  for (let n = 0; n < peopleCount; n += 1) {
    const email = `person-${String(n)}@example.org`
    const user = { email, firstName: 'Ana', lastName: String(n), role: 'manager', emailVerified: true }
    await createDemoUser(
      {
        identityUrl: stack.identityUrl,
        serviceToken: stack.apiEnv.SERVICE_TOKEN,
        databaseUrl: stack.apiEnv.DATABASE_URL,
      },
      user,
    )
    const token = await fetchDemoToken({ ...stack, publicUrl }, email)
    people.push((path: string, body?: object) =>
      send(`${stack.apiUrl}/api${path}`, {
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && {
            'content-type': 'application/json',
            'idempotency-key': randomBytes(16).toString('hex'),
          }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    )
  }
  return people
}
type Person = Awaited<ReturnType<typeof signInPeople>>[number]

/** Returns paths of lists, each with another filter. */
const listPaths = async (bench: BenchStack): Promise<string[]> => {
  const samples = await samplesOf(bench, 20)
  return Object.values(singleFilters).flatMap((filterOf) =>
    samples.map((sample, n) => pathOf({ filter: filterOf(sample, n) })),
  )
}

/** Returns the paths of the tiles of a square part of the map. */
const tilePaths = (zoom: number, count: number): string[] => {
  const width = Math.ceil(Math.sqrt(count))
  const corner = Math.floor(2 ** zoom * 0.58)
  return Array.from(
    { length: count },
    (_, n) =>
      `/survey-responses/map/${String(zoom)}/${String(corner + (n % width))}/${String(corner + Math.floor(n / width))}`,
  )
}

/** Lets each person open a list every 300 ms. Returns the durations of the calls. */
const work = async (
  people: readonly Person[],
  paths: readonly string[],
  seconds: number,
): Promise<number[]> => {
  const deadline = Date.now() + seconds * 1000
  const durations: number[] = []
  await Promise.all(
    people.map(async (person, n) => {
      await sleep(n * 30)
      for (let index = n; Date.now() < deadline; index += people.length) {
        const startedAt = performance.now()
        const { status } = await person(paths[index % paths.length] ?? '')
        if (status !== 200) throw new Error(`a list returned status ${String(status)}`)
        durations.push(performance.now() - startedAt)
        await sleep(300)
      }
    }),
  )
  return durations
}

/** Sends 100 lists, 200 tiles and 60 dashboards in parallel, and repeats each until it is stopped. */
const flood = (person: Person, lists: readonly string[]) => {
  const paths = [
    ...lists.slice(0, 100),
    ...tilePaths(9, 200),
    ...Array.from({ length: 60 }, () => '/dashboard/all'),
  ]
  const state = { on: true }
  const statuses = new Map<number, number>()
  const done = Promise.all(
    paths.map(async (path) => {
      while (state.on) {
        const { status } = await person(path)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 429) await sleep(1000)
      }
    }),
  )
  return async () => {
    state.on = false
    await done
    return statuses
  }
}

const countRefused = async (calls: readonly Promise<{ status: number }>[]): Promise<number> =>
  (await Promise.all(calls)).filter(({ status }) => status !== 200).length

/** Imports rows like the screen, ten at a time. Returns the number of refused rows. */
const importRows = async (person: Person, count: number): Promise<number> => {
  const mark = randomBytes(6).toString('hex')
  let [next, refused] = [0, 0]
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let n = (next += 1); n <= count; n = next += 1) {
        const data = { firstName: 'Ana', lastName: `${mark} ${String(n)}`, gender: 'female' }
        const { status } = await person('/user-details/import', {
          data,
          importHash: createHash('sha256').update(data.lastName).digest('hex'),
        })
        if (status !== 200) refused += 1
      }
    }),
  )
  return refused
}

/** Compares the lists of nine people while a tenth is quiet with the same while the tenth floods the server. */
export const fairness = async (bench: BenchStack, report: Report, seconds: number): Promise<void> => {
  const [flooder, ...others] = await signInPeople(bench)
  if (!flooder) throw new Error('no user signed in')
  const paths = await listPaths(bench)
  await work(others, paths, Math.min(5, seconds))
  const quiet: number[] = []
  const flooded: number[] = []
  const floodStatuses = new Map<number, number>()
  // Alternates, so that a change of the machine's speed affects both.
  for (let turn = 0; turn < 3; turn += 1) {
    quiet.push(...(await work(others, paths, seconds)))
    const stopFlood = flood(flooder, paths)
    await sleep(500)
    flooded.push(...(await work(others, paths, seconds)))
    for (const [status, count] of await stopFlood())
      floodStatuses.set(status, (floodStatuses.get(status) ?? 0) + count)
  }
  const [quietMs, floodedMs] = [percentile(quiet, 0.95), percentile(flooded, 0.95)]
  report.add({ part, what: 'list of nine people, p95', value: quietMs, unit: 'ms', row: 'fairness.quiet' })
  const note = [...floodStatuses].map(([status, count]) => `${String(status)}: ${String(count)}`).join(', ')
  report.add({
    part,
    what: 'the same while a tenth floods the server, p95',
    value: floodedMs,
    unit: 'ms',
    row: 'fairness.flooded',
    note: `calls of the tenth by status: ${note}`,
  })
  report.add({
    part,
    what: 'ratio of the two',
    value: floodedMs / quietMs,
    unit: 'ratio',
    most: 2,
    row: 'fairness.ratio',
  })
  report.add({
    part,
    what: 'refused tiles of 400 in parallel',
    value: await countRefused(tilePaths(10, 400).map((path) => flooder(path))),
    unit: 'wrong',
    most: 0,
    row: 'fairness.tiles',
  })
  report.add({
    part,
    what: 'refused rows of an import of 1,000',
    value: await importRows(flooder, 1_000),
    unit: 'wrong',
    most: 0,
    row: 'fairness.import',
  })
}
