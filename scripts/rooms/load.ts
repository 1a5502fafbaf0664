/** Calls of users at a constant rate, through the edge, which record what the server has acknowledged. */
import { randomUUID } from 'node:crypto'
import { request } from 'node:https'
import type { Agent } from 'node:https'

export interface Answer {
  /** 0 if the connection broke. */
  status: number
  body: unknown
  ms: number
}

interface Target {
  url: string
  /** Certificate authority that signed the certificate of the edge. */
  authority: string
  /** Address to connect to, if the name in the URL does not resolve. */
  address?: string
  /** Keeps connections open between calls; by default each call has a new one. */
  agent?: Agent
}

/** Sends one call. */
export const sendCall = (
  target: Target,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: unknown; timeoutMs?: number } = {},
): Promise<Answer & { cookies: string[] }> => {
  const startedAt = performance.now()
  const { method = 'GET', headers = {}, body, timeoutMs = 60_000 } = options
  const { address } = target
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, body: undefined, cookies: [], ms: performance.now() - startedAt })
    const outgoing = request(
      new URL(path, target.url),
      {
        method,
        agent: target.agent ?? false,
        ca: target.authority,
        ...(address !== undefined && {
          lookup: (_name, { all }, callback) =>
            all ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4),
        }),
        timeout: timeoutMs,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        incoming.once('error', fail)
        incoming.once('end', () => {
          const isJson = String(incoming.headers['content-type']).startsWith('application/json')
          resolve({
            status: incoming.statusCode ?? 0,
            body: isJson ? (JSON.parse(text) as unknown) : text,
            cookies: incoming.headers['set-cookie'] ?? [],
            ms: performance.now() - startedAt,
          })
        })
      },
    )
    outgoing.once('error', fail).once('timeout', () => outgoing.destroy())
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

export interface Load {
  /** Ends the calls and returns what they saw. */
  stop: () => Promise<LoadResult>
  /** Calls so far. */
  count: () => number
  /** The result so far. */
  result: Readonly<LoadResult>
  /** Seconds since the start. */
  second: () => number
}

interface LoadResult {
  calls: number
  /** Calls that were not successful at their first attempt, with the second since the start. */
  failures: { second: number; call: string; status: number }[]
  /** Marks of the responses that the server has acknowledged. */
  acknowledged: string[]
  /** Seconds since the start at which each of them was acknowledged. */
  acknowledgedAt: number[]
  /** Milliseconds of all calls, ascending. */
  times: number[]
  /** Seconds in which at least one call failed. */
  failedSeconds: number
}

interface LoadOptions extends Target {
  /** Cookie of a manager's session. */
  cookie: string
  surveyId: string
  callsPerSecond: number
  /** Repeats a failed call with the same idempotency key, as a browser does, for this time. */
  repeatForMs: number
  /** Which calls are sent; `users` by default. */
  mix?: keyof typeof mixes
  /** Omits a call while so many are running, as a person does who waits. */
  maxRunning?: number
  timeoutMs?: number
}

/**
 * `users`: of ten calls, four list responses, one opens a record, one gets a token, and four create a response.
 * `writes`: of forty calls, 37 create a response.
 */
const mixes = {
  users: ['create', 'list', 'open', 'create', 'list', 'token', 'create', 'list', 'create', 'list'],
  writes: ['token', 'list', 'open', ...Array<'create'>(37).fill('create')],
} as const

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const staff = { investigatorName: 'Ana', supervisorName: 'João' }

/** Starts the calls. */
export const startLoad = (options: LoadOptions): Load => {
  const result: LoadResult = {
    calls: 0,
    failures: [],
    acknowledged: [],
    acknowledgedAt: [],
    times: [],
    failedSeconds: 0,
  }
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  const run = randomUUID().slice(0, 8)
  let token = ''
  let lastId: string | undefined

  const attempt = async (call: string, path: string, extra: Parameters<typeof sendCall>[2] = {}) => {
    const answer = await sendCall(options, path, {
      ...extra,
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
      headers: { ...extra.headers, authorization: `Bearer ${token}` },
    })
    result.calls++
    result.times.push(answer.ms)
    if (answer.status < 200 || answer.status > 299)
      result.failures.push({
        second: Math.floor((performance.now() - startedAt - answer.ms) / 1000),
        call,
        status: answer.status,
      })
    return answer
  }
  const renewToken = async () => {
    const { status, body } = await attempt('token', '/identity/token', {
      headers: { cookie: options.cookie },
    })
    if (status === 200) token = (body as { token: string }).token // as the identity service documents
  }
  const create = async () => {
    const mark = `load ${run} ${randomUUID()}`
    const data = { surveyId: options.surveyId, householdName: mark, districtName: 'Norte', ...staff }
    const headers = { 'idempotency-key': mark }
    const deadline = performance.now() + options.repeatForMs
    for (;;) {
      const { status, body } = await attempt('create', '/api/survey-responses', {
        method: 'POST',
        headers,
        body: { data },
      })
      if (status === 200 || status === 201) {
        result.acknowledged.push(mark)
        result.acknowledgedAt.push(elapsed())
        lastId = (body as { id: string }).id // as the contract says
        return
      }
      if (performance.now() > deadline) return
      await wait(500)
    }
  }
  const open = async () => {
    if (lastId) await attempt('record', `/api/survey-responses/${lastId}`)
  }
  const list = async () => {
    await attempt('list', `/api/survey-responses?limit=10&offset=0&filter[surveyId]=${options.surveyId}`)
  }
  const actions = { create, list, open, token: renewToken }
  const turns = mixes[options.mix ?? 'users']

  const running = new Set<Promise<void>>()
  const stopController = new AbortController()
  const ended = (async () => {
    await renewToken()
    const firstAt = performance.now()
    for (let turn = 0; !stopController.signal.aborted; turn++) {
      const name = turns[turn % turns.length]
      if (name && running.size < (options.maxRunning ?? Infinity)) {
        const call = actions[name]()
        running.add(call)
        void call.finally(() => running.delete(call))
      }
      const next = firstAt + ((turn + 1) * 1000) / options.callsPerSecond
      await wait(Math.max(0, next - performance.now()))
    }
    await Promise.all(running)
  })()
  return {
    count: () => result.calls,
    result,
    second: elapsed,
    stop: async () => {
      stopController.abort()
      await ended
      result.times.sort((a, b) => a - b)
      result.failedSeconds = new Set(result.failures.map(({ second }) => second)).size
      return result
    },
  }
}

/** Returns the value below which this share of the ascending values is. */
export const percentile = (values: readonly number[], share: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
