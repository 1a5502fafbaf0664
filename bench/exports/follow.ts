import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface Job {
  id: string
  status: 'START' | 'SUCCESS' | 'FAILED'
  progress: number
  rowCount: number
  sha256: string
  url: string
  failure: string | null
}

/**
 * Returns a function that calls the API as one user and renews the token, which expires after five minutes.
 */
export const createCaller = (apiUrl: string, signIn: () => Promise<string>) => {
  let token = { value: '', since: 0 }
  return async (path: string, method = 'GET', body?: unknown): Promise<unknown> => {
    if (Date.now() - token.since > 200_000) token = { value: await signIn(), since: Date.now() }
    const answer = await fetch(`${apiUrl}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token.value}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const content: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(content)}`)
    return content
  }
}
export type Call = ReturnType<typeof createCaller>

export const startExport = async (
  call: Call,
  format: string,
  filter: object,
  options: object = {},
): Promise<Job> =>
  (await call('/survey-exports', 'POST', { data: { ...options, filter, status: 'START', format } })) as Job

export const getExport = async (call: Call, id: string): Promise<Job> =>
  (await call(`/survey-exports/${id}`)) as Job

export const waitUntilDone = async (call: Call, id: string, everyMs = 500): Promise<Job> => {
  for (;;) {
    const job = await getExport(call, id)
    if (job.status === 'FAILED') throw new Error(`the export failed: ${String(job.failure)}`)
    if (job.status === 'SUCCESS') return job
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** Downloads the file and compares its SHA-256 with the job's. */
export const download = async (apiUrl: string, { url, sha256 }: Job, to: string): Promise<void> => {
  const { pathname, search } = new URL(url)
  const answer = await fetch(apiUrl + pathname + search)
  if (!answer.ok || !answer.body) throw new Error(`the download returned status ${String(answer.status)}`)
  const hash = createHash('sha256')
  async function* hashChunks(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.fromWeb(answer.body), hashChunks, createWriteStream(to))
  if (hash.digest('hex') !== sha256) throw new Error('the checksum of the file differs from that of the job')
}

/** Counts the occurrences of a text in one entry of a zip archive, which is streamed through `unzip`. */
export const countOccurrences = async (archive: string, part: string, text: string): Promise<number> => {
  const unzip = spawn('unzip', ['-p', archive, part], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => unzip.once('close', resolve))
  const pattern = Buffer.from(text)
  let rest = Buffer.alloc(0)
  let count = 0
  for await (const chunk of unzip.stdout as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk])
    let index = bytes.indexOf(pattern)
    let end = 0
    for (; index >= 0; index = bytes.indexOf(pattern, end)) {
      count += 1
      end = index + pattern.length
    }
    rest = bytes.subarray(Math.max(end, bytes.length - pattern.length + 1))
  }
  const code = await ended
  if (code !== 0) throw new Error(`unzip exited with ${String(code)}`)
  return count
}

/** Returns the CPU time in seconds and the peak memory in MB of a process, read from /proc. */
export const readUsage = (pid: number): { cpu: number; peak: number } => {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? []
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, peak: Number(peak) / 1024 }
}
