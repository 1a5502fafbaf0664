/** Calls of users at a constant rate, through the edge, which record what the server has acknowledged. */
import { randomUUID } from 'node:crypto'

import { sendCall } from './call.ts'
import type { Target } from './call.ts'

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
  /** Makes the data of a response whose household has this name; by default it has no answers. */
  makeResponse?: (householdName: string) => object
  /** Maximum number of running calls. Omits further calls, as a person does who waits. */
  maxRunning?: number
  timeoutMs?: number
}

/**
 * `users`: of ten calls, four list responses, one opens a record, one gets a token, and four create a response.
 * `writes`: of forty calls, 37 create a response.
 * `day`: also reviews, and the dashboard.
 */
const mixes = {
  users: ['create', 'list', 'open', 'create', 'list', 'token', 'create', 'list', 'create', 'list'],
  day: ['create', 'list', 'open', 'review', 'create', 'token', 'dashboard', 'list', 'create', 'open'],
  writes: ['token', 'list', 'open', ...Array<'create'>(37).fill('create')],
} as const

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

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
  /** Responses that were created and not yet reviewed. */
  const unreviewed: string[] = []
  const { surveyId } = options
  const makeResponse =
    options.makeResponse ??
    ((householdName) => ({
      surveyId,
      householdName,
      districtName: 'Norte',
      investigatorName: 'Ana',
      supervisorName: 'João',
    }))

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
    const data = makeResponse(mark)
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
        unreviewed.push((body as { id: string }).id) // as the contract says
        return
      }
      if (performance.now() > deadline) return
      await wait(500)
    }
  }
  const open = async () => {
    const id = unreviewed.at(-1)
    if (id) await attempt('record', `/api/survey-responses/${id}`)
  }
  const review = async () => {
    const id = unreviewed.shift()
    if (!id) return
    const headers = { 'idempotency-key': randomUUID() }
    const body = { status: 'verified' }
    await attempt('review', `/api/survey-responses/${id}/status`, { method: 'POST', headers, body })
  }
  const list = async () => {
    await attempt('list', `/api/survey-responses?limit=10&offset=0&filter[surveyId]=${surveyId}`)
  }
  const dashboard = async () => {
    await attempt('dashboard', `/api/dashboard/${surveyId}`)
  }
  const actions = { create, list, open, review, dashboard, token: renewToken }
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
