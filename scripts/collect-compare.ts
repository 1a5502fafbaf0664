/**
 * Compares the test double of ODK Collect with Collect's own HTTP code: both talk to the same scripted server, and
 * must send the same bytes. The client is a command, such as `java -cp … Client`, that this script calls with
 *   list SERVER_URL CACHE_FOLDER           fetches list, manifests and forms twice with OpenRosaClient
 *   post URL XML_FILE MAX_LENGTH FILE…     HEAD and uploadSubmissionAndFiles() of OkHttpConnection
 * usage: npm run collect:compare -- --client COMMAND
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { HttpClient } from './collect/http-client.ts'
import { FormServer, FormSourceError } from './collect/server.ts'
import { submit, UploadError } from './collect/submit.ts'
import { startRecorder } from './collect/testing/recorder.ts'
import type { Handler, Recorder } from './collect/testing/recorder.ts'
import { answerRefresh, listScenarios, submissionScenarios } from './collect/testing/scenarios.ts'

const { values } = parseArgs({ options: { client: { type: 'string' } } })
const [program = '', ...programArguments] = values.client?.split(' ') ?? []
if (program === '') throw new Error('--client is required')

const folder = mkdtempSync(join(tmpdir(), 'collect-compare-'))
const deviceId = 'collect:0123456789abcdef'
const xml = { name: 'Água Saúde_2026-11-18_19-05-09.xml', bytes: Buffer.from('<data id="a"/>') }
const timeouts = { connectMs: 30_000, readMs: 60_000, writeMs: 60_000 }

const runClient = async (...parameters: string[]): Promise<void> => {
  const child = spawn(program, [...programArguments, ...parameters], { stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`)
}

const saveFile = ({ name, bytes }: { name: string; bytes: Uint8Array }): string => {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

/** Hides the values that differ between two runs. */
const normalize = (raw: string, port: number): string =>
  raw
    .replace(/^User-Agent: .*$/m, 'User-Agent')
    .replace(/^Date: .*$/m, 'Date')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'boundary')
    .replaceAll(String(port), 'port')

/** Returns the requests of a sender: number of the connection, and bytes. */
const record = async (
  handler: (recorder: () => Recorder) => Handler,
  send: (url: string) => Promise<void>,
) => {
  const recorder: Recorder = await startRecorder((request, number) =>
    handler(() => recorder)(request, number),
  )
  await send(recorder.url)
  await recorder.stop()
  return recorder.requests.map(
    ({ raw, connection }) => `${String(connection)} ${normalize(raw, recorder.port)}`,
  )
}

const withDouble = async (send: (client: HttpClient) => Promise<void>): Promise<void> => {
  const client = new HttpClient({
    userAgent: 'double',
    now: () => new Date(),
    timeouts,
    faults: () => undefined,
    ca: undefined,
  })
  await send(client).catch((error: unknown) => {
    if (!(error instanceof UploadError || error instanceof FormSourceError)) throw error
  })
  client.close()
}

const refresh = async (server: FormServer): Promise<void> => {
  const forms = await server.fetchFormList().catch((error: unknown) => {
    if (error instanceof FormSourceError) return []
    throw error
  })
  for (const { manifestUrl, downloadUrl } of forms) {
    if (manifestUrl !== undefined) await server.fetchManifest(manifestUrl)
    await server.fetchFile(downloadUrl)
  }
}

let differences = 0
const report = (title: string, real: string[], double: string[]): void => {
  const isSame = real.length > 0 && real.join('\n') === double.join('\n')
  if (!isSame) differences += 1
  const summary = real.map((request) => request.split(' ').slice(0, 2).join(':')).join(' ')
  console.log(`${isSame ? 'same     ' : 'DIFFERENT'} ${title} (${summary})`)
}

for (const [title, { maxLength, files, headHeaders, answer }] of Object.entries(submissionScenarios)) {
  const handler = (): Handler => {
    let posts = 0
    return ({ method, target }) => {
      if (method === 'HEAD')
        return {
          status: 204,
          headers: { 'X-OpenRosa-Accept-Content-Length': String(maxLength), ...headHeaders },
        }
      posts += 1
      return answer(target, posts)
    }
  }
  const [realHandler, doubleHandler] = [handler(), handler()]
  const paths = files.map(saveFile)
  const real = await record(
    () => realHandler,
    (url) =>
      runClient(
        'post',
        `${url}/submission?deviceID=${encodeURIComponent(deviceId)}`,
        saveFile(xml),
        String(maxLength),
        ...paths,
      ),
  )
  const double = await record(
    () => doubleHandler,
    (url) =>
      withDouble(async (client) => {
        await submit(client, { xml, files, url: `${url}/submission`, deviceId }, { redirects: new Map() })
      }),
  )
  report(`POST: ${title}`, real, double)
}

for (const [title, list] of Object.entries(listScenarios)) {
  const handler = (recorder: () => Recorder): Handler =>
    answerRefresh(
      () => list(recorder().url),
      () => recorder().url,
    )
  const real = await record(handler, (url) =>
    runClient('list', `${url}//`, mkdtempSync(join(folder, 'cache-'))),
  )
  const double = await record(handler, (url) =>
    withDouble(async (client) => {
      const server = new FormServer(client, { serverUrl: `${url}//`, deviceId })
      for (let turn = 0; turn < 2; turn += 1) await refresh(server)
    }),
  )
  report(`list with ${title}`, real, double)
}

rmSync(folder, { recursive: true })
console.log(`${String(differences)} differences`)
process.exitCode = differences > 0 ? 1 : 0
