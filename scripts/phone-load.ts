/**
 * Sends interviews with two photos each from many phones, while answers are lost and the api is killed:
 *   npm run phone-load [-- --interviews 100000] [--phones 2000] [--kills 20] [--rate 20] [--small]
 * `rate` is the number of interviews per second. At the end, compares the interviews with the database and the
 * storage, searches the logs of all services for the tokens of the phones, and compares the times of lists during the
 * load with those before. Exits with 1 if an interview or a photo is lost, doubled or wrong, if a file is left over, if
 * a log contains a token, or if the lists are too slow.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { createSlots } from '../api/src/platform/slots.ts'
import { percentile } from '../bench/report.ts'
import { send } from '../bench/send.ts'
import { Phone } from './collect/phone.ts'
import { writeSettings } from './collect/settings.ts'
import { checkResult, waitForPhotos } from './phone-load/check-result.ts'
import { findTokens } from './phone-load/find-tokens.ts'
import { measureLists } from './phone-load/measure-lists.ts'
import { createPhone } from './phone-load/phones.ts'
import { formId, writeQuestionnaire } from './phone-load/questionnaire.ts'
import { loadResponses } from './seed/load.ts'
import { loadDemoSurvey, loadWorkbook } from './stack/demo-survey.ts'
import { startEdge } from './stack/edge.ts'
import { findFreePort } from './stack/processes.ts'
import { signInDemoUser } from './stack/session.ts'
import { startStack } from './stack/stack.ts'

const { values } = parseArgs({
  options: {
    interviews: { type: 'string' },
    phones: { type: 'string' },
    kills: { type: 'string' },
    rate: { type: 'string' },
    small: { type: 'boolean', default: false },
  },
})
const defaults = values.small
  ? { interviews: 400, phones: 40, kills: 2, rate: 40 }
  : { interviews: 100_000, phones: 2_000, kills: 20, rate: 20 }
const numberOf = (name: keyof typeof defaults): number => Number(values[name] ?? defaults[name])
const [interviewCount, phoneCount, kills, rate] = [
  numberOf('interviews'),
  numberOf('phones'),
  numberOf('kills'),
  numberOf('rate'),
]
const existing = values.small ? 2_000 : 20_000
const quietSeconds = values.small ? 3 : 30
/** Posts that run at the same time. The edge limits the requests of one address. */
const maxConcurrent = 300
const lostAnswers = 0.05
const maxSlowdown = 2

const directory = await mkdtemp(join(tmpdir(), 'baseline-phones-'))
const edgePort = await findFreePort()
const publicUrl = `http://127.0.0.1:${String(edgePort)}`
const logs: string[] = []
const stack = await startStack({
  directory: join(directory, 'postgres'),
  withServerSettings: true,
  publicUrl,
  // As the packages install them.
  apiProcesses: 2,
  // The search for tokens needs everything that a service can log.
  apiEnv: { LOG_LEVEL: 'debug' },
  onLine: (from, line) => logs.push(`${from} ${line}`),
})
const edgeDirectory = join(directory, 'edge')
const webRoot = join(directory, 'web')
await mkdir(webRoot)
await writeFile(join(webRoot, 'index.html'), '')
const edge = await startEdge({
  directory: edgeDirectory,
  port: edgePort,
  webRoot,
  apiUrls: stack.apiUrls,
  identityUrl: stack.identityUrl,
  onLine: (line) => logs.push(`edge ${line}`),
})
await loadDemoSurvey(stack.apiEnv)
const owner = new pg.Client({
  connectionString: stack.databaseUrl('owner'),
  options: '-c search_path=app,public -c statement_timeout=0',
})
await owner.connect()
await loadResponses(stack.databaseUrl('owner'), {
  count: existing,
  days: 730,
  villages: 240,
  enumerators: 60,
  seed: 1,
})
// The worker checks only what the phones send.
await owner.query('truncate check_queue')
await loadWorkbook(stack.apiEnv, await writeQuestionnaire(directory))
const manager = await signInDemoUser({ ...stack, publicUrl }, 'manager@example.org')

const createDevice = async (number: number): Promise<string> => {
  const answer = await send(`${publicUrl}/api/devices`, {
    method: 'POST',
    headers: {
      authorization: await manager.bearer(),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ data: { label: `Phone ${String(number)}` } }),
  })
  if (answer.status !== 200) throw new Error(`a device was refused: ${answer.text}`)
  return (JSON.parse(answer.text) as { token: string }).token // the contract of the route
}
const tokens: string[] = []
for (let number = 0; number < phoneCount; number += 1) tokens.push(await createDevice(number))
const serverUrlOf = (token: string): string => `${publicUrl}/api/field/${token}`

const firstPhone = new Phone(
  writeSettings({ general: { server_url: serverUrlOf(tokens[0] ?? '') }, admin: {} }),
)
await firstPhone.refreshForms()
const { xml: xform } = firstPhone.getForm(formId)
firstPhone.close()

const measureUntil = async (work: Promise<unknown>): Promise<number[]> => {
  const stopping = new AbortController()
  const durations = measureLists(publicUrl, manager, stopping.signal)
  await work
  stopping.abort()
  return durations
}
await measureUntil(sleep(2_000))
const quiet = await measureUntil(sleep(quietSeconds * 1_000))

const counts = { received: 0, answersLost: 0, failures: new Map<string, number>() }
const phones = tokens.map((token, number) =>
  createPhone({ serverUrl: serverUrlOf(token), number, xform, lostAnswers, counts }),
)
const withSlot = createSlots(maxConcurrent)
const startedAt = Date.now()

const sendAll = async (): Promise<void> => {
  const sending: Promise<void>[] = []
  for (let interview = 0; interview < interviewCount; interview += 1) {
    const phone = phones[interview % phoneCount]
    if (!phone) throw new Error('no phone')
    await sleep(Math.max(0, startedAt + (interview * 1_000) / rate - Date.now()))
    sending.push(withSlot(() => phone.send(interview)))
  }
  await Promise.all(sending)
}
const killApi = async (): Promise<void> => {
  for (let kill = 0; kill < kills; kill += 1) {
    while (counts.received < ((kill + 0.5) * interviewCount) / kills) await sleep(20)
    await stack.killApi()
  }
}
const progress = setInterval(() => {
  console.log(
    `${String(counts.received)} received after ${String(Math.round((Date.now() - startedAt) / 1_000))} s`,
  )
}, 60_000)
const busy = await measureUntil(Promise.all([sendAll(), killApi()]))
const seconds = (Date.now() - startedAt) / 1_000
clearInterval(progress)
for (const phone of phones) phone.close()

const target = { owner, apiEnv: stack.apiEnv }
await waitForPhotos(target)
const convertedSeconds = (Date.now() - startedAt) / 1_000
const figures = await checkResult(target, { sent: interviewCount, existing })
await owner.end()
await edge.stop()
await stack.stop()

const accessLog = (await readFile(join(edgeDirectory, 'access.log'), 'utf8')).split('\n')
const lines = [...logs, ...accessLog]
const withToken = findTokens(lines, new Set(tokens))
await rm(directory, { recursive: true, force: true })

const slowdown = percentile(busy, 0.95) / percentile(quiet, 0.95)
console.log(
  `${String(interviewCount)} interviews of ${String(phoneCount)} phones in ${seconds.toFixed(0)} s, photos converted after ` +
    `${convertedSeconds.toFixed(0)} s; api killed ${String(kills)} times, ${String(counts.answersLost)} answers lost, failures: ` +
    JSON.stringify(Object.fromEntries(counts.failures)),
)
const submissionLines = accessLog.filter((line) => line.includes(' POST /api/field/TOKEN/submission ')).length
const results = [
  ...figures,
  { name: 'log lines with a token', value: withToken.length, expected: 0 },
  { name: 'interviews confirmed', value: counts.received, expected: interviewCount },
]
for (const { name, value, expected } of results)
  console.log(
    `${value === expected ? 'ok  ' : 'FAIL'} ${name}: ${String(value)}, expected ${String(expected)}`,
  )
console.log(
  `searched ${String(logs.length)} lines of api, worker, identity and edge, and ${String(accessLog.length)} of the access log ` +
    `(${String(submissionLines)} posts)`,
)
// On a busy machine, a short run says little about the lists.
const isLimited = !values.small
const isFast = slowdown <= maxSlowdown
console.log(
  `${isLimited ? (isFast ? 'ok  ' : 'MISS') : '    '} lists, p95: ${percentile(quiet, 0.95).toFixed(1)} ms before, ` +
    `${percentile(busy, 0.95).toFixed(1)} ms during the load, ratio ${slowdown.toFixed(2)}, limit ${String(maxSlowdown)} ` +
    `(${String(quiet.length)} and ${String(busy.length)} calls)`,
)
const hasLogs =
  submissionLines >= interviewCount && logs.some((line) => line.includes('/api/field/:token/submission'))
if (!hasLogs) console.log('FAIL the logs do not contain the posts')
const isRight = hasLogs && results.every(({ value, expected }) => value === expected)
process.exit(isRight && (isFast || !isLimited) ? 0 : 1)
