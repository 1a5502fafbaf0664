import { writeRequest } from './send.ts'
import type { Answer } from './send.ts'
import type { FuzzedRequest } from './types.ts'

const shownCharacters = 1_500
const shownFailures = 20

/** Returns the beginning of a request. Shortens its token, which is long and says nothing. */
const describeRequest = (request: FuzzedRequest): string =>
  writeRequest(request)
    .toString('latin1')
    .replace(/(eyJ[\w-]{10})[\w.-]{100,}/g, '$1…')
    .slice(0, shownCharacters)

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`

/** Counts the answers, and keeps one request for each kind of failure. */
export const createReport = () => {
  const statuses = new Map<string, number>()
  const failures = new Map<string, { count: number; text: string }>()
  const succeeded = new Map<string, number>()
  let total = 0
  let slowestMs = 0
  const add = (request: FuzzedRequest, answer: Answer): void => {
    total += 1
    const { status, body, ms } = answer
    slowestMs = Math.max(slowestMs, ms)
    const name = status === 0 ? 'no answer' : String(status)
    statuses.set(name, (statuses.get(name) ?? 0) + 1)
    succeeded.set(request.call, (succeeded.get(request.call) ?? 0) + (status >= 200 && status < 300 ? 1 : 0))
    if (status < 500 && (status !== 0 || request.isIncomplete)) return
    const key = `${name} ${request.call}`
    const failure = failures.get(key) ?? {
      count: 0,
      text: `as ${request.sender}; ${request.changes.join('; ') || 'valid'}\n${describeRequest(request)}\n→ ${body.slice(0, 300)}`,
    }
    failures.set(key, { ...failure, count: failure.count + 1 })
  }
  const print = (): boolean => {
    for (const [key, { count, text }] of [...failures].slice(0, shownFailures))
      console.log(`\nFAIL ${key}, ${String(count)} times. The first one:\n${text}`)
    console.log(`\n${String(total)} requests, slowest ${(slowestMs / 1000).toFixed(1)} s`)
    for (const [name, count] of [...statuses].toSorted(([a], [b]) => a.localeCompare(b)))
      console.log(`  ${name.padEnd(9)} ${String(count).padStart(7)}  ${percent(count, total)}`)
    console.log(`throttled (429): ${percent(statuses.get('429') ?? 0, total)}`)
    const unreached = [...succeeded].filter(([, count]) => count === 0).map(([call]) => call)
    console.log(
      `calls with an answer 2xx: ${String(succeeded.size - unreached.length)} of ${String(succeeded.size)}`,
    )
    if (unreached.length > 0) console.log(`  none of ${unreached.join(', ')}`)
    return failures.size === 0
  }
  return { add, print }
}
