import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { send } from '../../../../../scripts/fuzz/send.ts'
import { createChance } from '../../../../../scripts/seed/chance.ts'
import { createToken, hashToken } from '../../../platform/auth/device.ts'
import { limits } from '../../../platform/limits.ts'
import { createSurvey } from '../../../testing/surveys.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { readDemo, writeExample } from './testing/examples.ts'
import type { Example } from './testing/examples.ts'
import { mutatePost, writeParts, writePost } from './testing/mutate-post.ts'
import { mutateXml } from './testing/mutate-xml.ts'
import { randomQuestionnaire } from './testing/random-interview.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // defined by --expose-gc

/** With the 10,000 mutated files of hostile-submissions.test.ts, which need no server. */
const postCount = 5_000
const concurrency = 100

let world: World
let port: number
let examples: Example[]
const token = createToken()
beforeAll(async () => {
  world = await openWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = world.app.server.address() as AddressInfo) // the server listens on a port
  await world.db
    .insertInto('field_devices')
    .values({ label: 'Phone', created_by: world.people.manager.id, token_hash: hashToken(token) })
    .execute()
  const definitions = [
    await readDemo(),
    ...Array.from({ length: 4 }, (_, seed) => ({
      ...randomQuestionnaire(createChance(seed)),
      formId: `random_${String(seed)}`,
    })),
  ]
  for (const definition of definitions) await createSurvey(world.db, { ...definition, status: 'open' })
  examples = definitions.map((definition, seed) => writeExample(definition, seed))
})
afterAll(() => world.close())

/** Identifies a file. A changed line break after the XML belongs to it. */
const identify = (xml: Buffer): string => createHash('sha256').update(xml.toString().trimEnd()).digest('hex')

/** Returns a new interview with the answers of an example. Without files, interviews share transactions. */
const copyOf = ({ xml }: Example, { hasFiles }: { hasFiles: boolean }): Buffer => {
  const text = xml.toString().replace(/uuid:[0-9a-f-]{36}/, `uuid:${randomUUID()}`)
  return Buffer.from(hasFiles ? text : text.replaceAll(/>[\w-]+\.bin</g, '><'))
}

const post = async (mutated: ReturnType<typeof writePost>) =>
  send(
    port,
    {
      ...mutated,
      method: 'POST',
      path: `/api/field/${token}/submission`,
      query: 'deviceID=collect%3Aabc',
      call: '',
      sender: '',
      changes: [],
    },
    '127.0.0.1',
  )

/** Returns the memory that remains in use. Buffers are freed some time after their collection, as connections are. */
const remainingMegabytes = async (): Promise<number> => {
  const measured: number[] = []
  for (let attempt = 0; attempt < 5; attempt += 1) {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    measured.push((heapUsed + external) / 1e6)
    await sleep(50)
  }
  return Math.min(...measured)
}

const chosen = (): Example => {
  const [example] = examples
  if (!example) throw new Error('no example')
  return example
}

test('accepts the posts that the mutations start from', async () => {
  for (const example of examples) {
    const { status } = await post(writePost(writeParts(example.xml, [], { isIncomplete: false })))
    expect(status).toBe(201)
  }
})

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('nothing waits for phones that disconnect while their token is checked', async () => {
  const { headers, body } = writePost(
    writeParts(copyOf(chosen(), { hasFiles: false }), [], { isIncomplete: false }),
  )
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const disconnect = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' })
      const start = `POST /api/field/${token}/submission HTTP/1.1\r\nhost: localhost\r\n${lines}\r\n`
      socket.write(Buffer.concat([Buffer.from(start), body.subarray(0, 100)]), () => socket.destroy())
      socket.once('close', () => resolve())
    })
  const before = timers()
  await Promise.all(Array.from({ length: 50 }, disconnect))
  await sleep(4 * limits.stalledUploadMs)
  expect(timers()).toBeLessThan(before + 10)
})

test('5,000 mutated posts: none a 5xx, each 201 a stored submission, no orphan, in constant memory', async () => {
  const chance = createChance(18)
  const statuses = new Map<number, number>()
  const failures: string[] = []
  /** The XML of the posts that were received. */
  const received = new Set(examples.map(({ xml }) => identify(xml)))
  const megabytes: number[] = []
  let count = 0

  const sendNext = async (): Promise<void> => {
    const example = chance.pick(examples)
    // Some posts repeat an instance, with equal or other answers.
    const original = chance.happens(0.1) ? example.xml : copyOf(example, { hasFiles: chance.happens(0.2) })
    const isXmlMutated = chance.happens(0.5)
    const xml = isXmlMutated ? mutateXml(original, chance) : original
    const named = [...original.toString().matchAll(/>([\w-]+\.bin)</g)].map(([, name = '']) => name)
    const files = chance
      .pickSome([...new Set([...named, 'unnamed.jpg'])], 0.05)
      .map((name) => ({ name, content: Buffer.alloc(chance.integer(0, 3_000), name) }))
    const parts = writeParts(xml, files, { isIncomplete: chance.happens(0.1) })
    const mutated = isXmlMutated && chance.happens(0.7) ? writePost(parts) : mutatePost(parts, chance)
    const { status, body } = await post(mutated)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status >= 500 || (status === 0 && !mutated.isIncomplete))
      failures.push(`${String(status)} ${mutated.body.subarray(0, 500).toString()}\n${body}`)
    if (status === 201) received.add(identify(xml))
  }
  const sendMany = async (until: number): Promise<void> => {
    while (count < until) {
      count += 1
      await sendNext()
    }
  }
  for (let until = postCount / 10; until <= postCount; until += postCount / 10) {
    await Promise.all(Array.from({ length: concurrency }, () => sendMany(until)))
    megabytes.push(await remainingMegabytes())
  }
  process.stdout.write(
    `5,000 mutated posts: ${JSON.stringify({ ...Object.fromEntries(statuses), megabytes })}\n`,
  )

  expect(failures.slice(0, 3)).toEqual([])
  // Buffers of the last requests can be counted; a leak would raise the lowest values.
  expect(Math.min(...megabytes.slice(-3)) - Math.min(...megabytes.slice(0, 3))).toBeLessThan(5)
  // Mutations that are all refused, or all accepted, would prove little.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([201, 400]))
  expect(statuses.get(201)).toBeGreaterThan(postCount / 10)

  const submissions = await world.db.selectFrom('field_submissions').select(['xml', 'state']).execute()
  const stored = new Set(submissions.map(({ xml }) => identify(gunzipSync(xml))))
  expect([...received, ...stored].filter((file) => !received.has(file) || !stored.has(file))).toEqual([])
  expect(submissions.map(({ state }) => state)).not.toContain('unreadable')
  const withoutResponse = await world.db
    .selectFrom('field_submissions')
    .leftJoin('survey_responses', 'survey_responses.id', 'field_submissions.response_id')
    .select('field_submissions.id')
    .where('state', '=', 'stored')
    .where('survey_responses.id', 'is', null)
    .execute()
  expect(withoutResponse).toEqual([])

  const attached = await world.db.selectFrom('field_attachments').select('storage_key as key').execute()
  const due = await world.db.selectFrom('files_to_remove').select('key').execute()
  const keys = new Set([...attached, ...due].map(({ key }) => key))
  const files = await readdir(join(world.files, 'field-raw'))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((name) => !keys.has(`field-raw/${name}`))).toEqual([])
}, 600_000)
