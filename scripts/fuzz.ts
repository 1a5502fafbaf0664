/**
 * Sends fuzzed requests to every call of docs/openapi.json and of the identity service, through nginx, as a
 * manager, a supervisor, a monitor and a person who is not signed in: `npm run fuzz`, with `--requests N` and
 * `--seed N` if wanted. Fails if the product answers with 5xx or not at all, or if its memory grows. The same
 * seed makes the same requests, apart from the ids and tokens of the run.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { readCalls } from './fuzz/calls.ts'
import { isListening } from './fuzz/is-listening.ts'
import { measuredEnv, watchMemory } from './fuzz/memory.ts'
import { recruitPeople } from './fuzz/people.ts'
import type { Stack } from './fuzz/people.ts'
import { readRecords } from './fuzz/records.ts'
import { createReport } from './fuzz/report.ts'
import { generateRequest } from './fuzz/requests.ts'
import { send } from './fuzz/send.ts'
import type { Call, Calls } from './fuzz/types.ts'
import { createChance } from './seed/chance.ts'
import type { Chance } from './seed/chance.ts'
import { loadResponses } from './seed/load.ts'
import { loadDemoSurvey } from './stack/demo-survey.ts'
import { startEdge } from './stack/edge.ts'
import { findFreePort } from './stack/processes.ts'
import { startStack } from './stack/stack.ts'

const { values: options } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string' } },
})
const requestCount = Number(options.requests)
const seed = Number(options.seed ?? Date.now() % 2 ** 31)

/** At least ten rounds, because the memory is sampled after each. */
const requestsPerRound = Math.min(500, Math.ceil(requestCount / 10))
const roundsPerPerson = 4
const concurrency = 8
/** Most requests are a manager's: other senders are refused before the handler more often. */
const senderWeights = { manager: 50, supervisor: 20, monitor: 10, enumerator: 10, anonymous: 10 }
const serviceWeights = { api: 85, identity: 15 }
/** Likelihood that a call with a password is sent rather than replaced: its hash is slow by design. */
const passwordLikelihood = 0.25

const generateAddress = (chance: Chance): string =>
  ['127', chance.integer(1, 254), chance.integer(0, 254), chance.integer(1, 254)].join('.')

const pickCall = (calls: Calls, chance: Chance): Call => {
  const call = chance.pick(calls[chance.pickWeighted(serviceWeights)])
  const hasPassword = /password/i.test(Object.keys(call.body?.properties ?? {}).join())
  return hasPassword && !chance.happens(passwordLikelihood) ? pickCall(calls, chance) : call
}

const fuzz = async (
  stack: Stack,
  memory: ReturnType<typeof watchMemory>,
  { port, publicUrl }: { port: number; publicUrl: string },
) => {
  const chance = createChance(seed)
  const calls = readCalls()
  console.log(
    `${String(requestCount)} requests to ${String(calls.api.length)} calls of the API and ` +
      `${String(calls.identity.length)} of the identity service, seed ${String(seed)}`,
  )
  const report = createReport()
  const recruit = recruitPeople(stack, publicUrl)
  const startedAt = Date.now()
  for (let sent = 0, round = 0; sent < requestCount; round += 1) {
    const { people, emails } = await recruit({ isFresh: round % roundsPerPerson === 0 })
    const records = await readRecords(stack, calls.api, { manager: people.manager, emails })
    const requests = Array.from({ length: Math.min(requestsPerRound, requestCount - sent) }, () => {
      const call = pickCall(calls, chance)
      const sender = people[chance.pickWeighted(senderWeights)]
      const request = generateRequest(call, { chance, sender, records })
      return { request, address: generateAddress(chance) }
    })
    sent += requests.length
    const queue = requests.values()
    const sendQueue = async () => {
      for (const { request, address } of queue) report.add(request, await send(port, request, address))
    }
    await Promise.all(Array.from({ length: concurrency }, sendQueue))
    await memory.sample(stack.processIds())
    if ((round + 1) % 20 === 0)
      console.log(`${String(sent)} sent, ${String(Math.round((Date.now() - startedAt) / 1000))} s`)
  }
  const isStable = report.print()
  const isFlat = memory.print()
  console.log(`seed ${String(seed)}, ${String(Math.round((Date.now() - startedAt) / 1000))} s`)
  return isStable && isFlat
}

/**
 * Throws unless the started processes answer. Another process can take a port between its choice and its use, and
 * hostile requests must not reach it.
 */
const requireOwnProduct = async (stack: Stack, publicUrl: string, page: string): Promise<void> => {
  if ((await (await fetch(publicUrl)).text()) !== page)
    throw new Error(`another process answers at ${publicUrl}; start the command again`)
  for (const [url, id] of [
    [stack.apiUrl, stack.processIds().api],
    [stack.identityUrl, stack.processIds().identity],
  ] as const)
    if (id === undefined || !isListening(id, Number(new URL(url).port)))
      throw new Error(`another process answers at ${url}; start the command again`)
}

const directory = await mkdtemp(join(tmpdir(), 'baseline-fuzz-'))
const port = await findFreePort()
const publicUrl = `http://127.0.0.1:${String(port)}`
const memory = watchMemory()
/** Prints errors with their cause. The identity library also logs refused requests as errors. */
const printLine = (from: string, line: string) => {
  if (memory.readLine(from, line)) return
  if (!line.startsWith('{') || line.includes('"err"')) console.error(`${from.padEnd(8)} ${line}`)
}
const stack = await startStack({
  directory: join(directory, 'postgres'),
  throwaway: true,
  publicUrl,
  // The people of this run sign in from one address.
  identityEnv: { RATE_LIMIT_SCALE: '100', ...measuredEnv },
  apiEnv: measuredEnv,
  onLine: printLine,
})
try {
  await loadDemoSurvey(stack.apiEnv)
  await loadResponses(stack.databaseUrl('owner'), {
    count: 2_000,
    days: 60,
    villages: 40,
    enumerators: 20,
    seed: 1,
  })
  const webRoot = join(directory, 'web')
  const page = randomUUID()
  await mkdir(webRoot)
  await writeFile(join(webRoot, 'index.html'), page)
  const edge = await startEdge({
    directory: join(directory, 'edge'),
    port,
    webRoot,
    apiUrls: [stack.apiUrl],
    identityUrl: stack.identityUrl,
    onLine: (line) => printLine('edge', line),
  })
  try {
    await requireOwnProduct(stack, publicUrl, page)
    process.exitCode = (await fuzz(stack, memory, { port, publicUrl })) ? 0 : 1
  } finally {
    await edge.stop()
  }
} finally {
  await stack.stop()
  await rm(directory, { recursive: true, force: true })
}
