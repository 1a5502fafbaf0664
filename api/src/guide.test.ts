import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, STATUS_CODES } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { loadDemoResponses } from '../../scripts/stack/demo-responses.ts'
import { loadDemoSurvey } from '../../scripts/stack/demo-survey.ts'
import { findFreePort } from '../../scripts/stack/processes.ts'
import { root, startStack } from '../../scripts/stack/stack.ts'

interface Example {
  index: number
  line: number
  script: string
  /** The block after the script: status line, empty line, body. */
  response: string | undefined
}

const guide = readFileSync(join(root, 'docs/api.md'), 'utf8')
const examples = [...guide.matchAll(/^```sh\n([^]*?)^```\n(?:\n```http\n([^]*?)^```\n)?/gm)].map(
  ({ 1: script = '', 2: response, index: position }, index): Example => ({
    index,
    line: guide.slice(0, position).split('\n').length,
    script,
    response,
  }),
)

/** Replaces the address of the development server. */
const developmentUrl = 'http://localhost:5173'

/** Serves the api and the identity service on one origin, like the edge. */
const startEdge = async (port: number, stack: { apiUrl: string; identityUrl: string }) => {
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const target = url.startsWith('/identity/') ? stack.identityUrl : stack.apiUrl
    incoming.pipe(
      request(target + url, { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

/** Runs the scripts in one shell, because later ones use variables of earlier ones. */
const runScripts = async (folder: string, scripts: readonly string[]) => {
  // Makes curl print the status of each response to stderr, so that a script can process the body.
  await writeFile(join(folder, '.curlrc'), String.raw`write-out = "%{stderr}%{http_code}\n"`)
  const separator = String.raw`printf '\0'; printf '\0' >&2`
  const program = `set -euo pipefail\n${scripts.map((script) => `${script}\n${separator}\n`).join('')}`
  const env = { PATH: process.env['PATH'], CURL_HOME: folder }
  const [stdout, stderr] = await new Promise<[string, string]>((resolve, reject) =>
    execFile('bash', ['-c', program], { cwd: folder, env }, (error, out, errors) =>
      error ? reject(new Error(`${error.message}\n${out}\n${errors}`)) : resolve([out, errors]),
    ),
  )
  const statuses = stderr.split('\0')
  return stdout
    .split('\0')
    .map((body, n) => ({ body, status: Number(statuses[n]?.trim().split('\n').at(-1)) }))
}

/** Reads `…` as any value except null. */
const readExpected = (text: string): unknown =>
  JSON.parse(text.replaceAll(/: …/g, ': "…"'), (_, value: unknown) =>
    value === '…' ? expect.anything() : value,
  )

let results: Awaited<ReturnType<typeof runScripts>>
let stop: () => Promise<void>

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-guide-'))
  const port = await findFreePort()
  const publicUrl = `http://127.0.0.1:${String(port)}`
  const stack = await startStack({
    directory: join(folder, 'postgres'),
    throwaway: true,
    publicUrl,
    onLine: () => {},
  })
  const edge = await startEdge(port, stack)
  stop = async () => {
    edge.closeAllConnections()
    edge.close()
    await stack.stop()
    await rm(folder, { recursive: true })
  }
  await loadDemoSurvey(stack.apiEnv)
  await loadDemoResponses({ ...stack, publicUrl, ownerUrl: stack.databaseUrl('owner') })
  const scripts = examples.map(({ script }) => script.replace(developmentUrl, publicUrl))
  results = await runScripts(folder, scripts)
}, 180_000)
afterAll(() => stop())

test('docs/api.md has examples with responses', () => {
  expect(examples[0]?.script).toContain(developmentUrl)
  expect(examples.filter(({ response }) => response !== undefined).length).toBeGreaterThan(10)
})

test.for(examples)(
  'the example in line $line of docs/api.md returns what it shows',
  ({ index, response }) => {
    const { status, body } = results[index]!
    expect(status).toBeLessThan(500)
    if (response === undefined) return
    const [statusLine, ...rest] = response.split('\n')
    expect(`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`).toBe(statusLine)
    expect(JSON.parse(body)).toMatchObject(readExpected(rest.join('\n')) as object)
  },
)
