import type { ResponseHead } from './http-response.ts'

export interface CachedResponse {
  head: ResponseHead
  body: Buffer
  sentAt: number
  receivedAt: number
}

const cacheableStatuses = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])
/** Headers that describe the stored body. The headers of a 304 do not replace them. */
const bodyHeaders = new Set(['content-length', 'content-encoding', 'content-type'])
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

const directivesOf = (headers: ReadonlyMap<string, string>): Map<string, string> =>
  new Map(
    (headers.get('cache-control') ?? '')
      .toLowerCase()
      .split(',')
      .map((directive): [string, string] => {
        const [name = '', value = ''] = directive.trim().split('=')
        return [name, value.replaceAll('"', '')]
      }),
  )

const freshMsOf = ({ head: { headers }, receivedAt }: CachedResponse): number => {
  const maxAge = directivesOf(headers).get('max-age')
  if (maxAge !== undefined) return Number(maxAge) * 1000
  const expires = Date.parse(headers.get('expires') ?? '')
  if (Number.isNaN(expires)) return 0
  return expires - (Date.parse(headers.get('date') ?? '') || receivedAt)
}

const ageMsOf = ({ head: { headers }, sentAt, receivedAt }: CachedResponse, now: number): number => {
  const served = Date.parse(headers.get('date') ?? '')
  const apparentMs = Number.isNaN(served) ? 0 : Math.max(0, receivedAt - served)
  const ageMs = Math.max(apparentMs, Number(headers.get('age') ?? 0) * 1000)
  return ageMs + (receivedAt - sentAt) + Math.max(0, now - receivedAt)
}

const conditionOf = (headers: ReadonlyMap<string, string>): [string, string] | undefined => {
  const etag = headers.get('etag')
  if (etag !== undefined) return ['If-None-Match', etag]
  const date = headers.get('last-modified') ?? headers.get('date')
  return date === undefined ? undefined : ['If-Modified-Since', date]
}

/**
 * The cache of OkHttp. It applies to GET only. A URL of Collect always has a query, so that OkHttp never estimates
 * the freshness of a response from its date of change.
 */
export class HttpCache {
  readonly #responses = new Map<string, CachedResponse>()

  /** Returns a response that needs no request, or the header that makes the request conditional. */
  look(url: string, now: number): { fresh?: CachedResponse; condition?: [string, string] | undefined } {
    const cached = this.#responses.get(url)
    if (!cached) return {}
    const isFresh =
      !directivesOf(cached.head.headers).has('no-cache') && ageMsOf(cached, now) < freshMsOf(cached)
    return isFresh ? { fresh: cached } : { condition: conditionOf(cached.head.headers) }
  }

  store(url: string, response: CachedResponse): void {
    const { status, headers } = response.head
    const isStorable = !directivesOf(headers).has('no-store') && headers.get('vary') !== '*'
    if (cacheableStatuses.has(status) && isStorable) this.#responses.set(url, response)
  }

  /** Returns the stored response with the headers of the 304 that confirmed it. */
  confirm(url: string, { head, sentAt, receivedAt }: CachedResponse): CachedResponse {
    const cached = this.#responses.get(url)
    if (!cached) throw new Error(`${url} was answered with 304, but nothing is stored for it`)
    const changes = [...head.headers].filter(
      ([name]) => !bodyHeaders.has(name) && !connectionHeaders.has(name),
    )
    const headers = new Map([...cached.head.headers, ...changes])
    const confirmed = { ...cached, head: { ...cached.head, headers }, sentAt, receivedAt }
    this.#responses.set(url, confirmed)
    return confirmed
  }
}
