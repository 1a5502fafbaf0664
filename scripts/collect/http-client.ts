import { gunzipSync } from 'node:zlib'

import { Connection, ConnectionBroken, RequestFailed } from './connection.ts'
import type { Timeouts } from './connection.ts'
import type { Faults } from './faults.ts'
import { HttpCache } from './http-cache.ts'
import { readBody, readHead } from './http-response.ts'
import type { ResponseHead } from './http-response.ts'

export interface Request {
  method: 'GET' | 'HEAD' | 'POST'
  url: string
  body?: { contentType: string; chunks: readonly Uint8Array[] } | undefined
}

/** A request with its date, which stays the same when OkHttp sends it again. */
interface DatedRequest extends Request {
  date: string
}

export interface Response extends ResponseHead {
  body: Buffer
}

/** A request as it was written to the network. */
export interface SentRequest {
  number: number
  method: string
  url: string
  attempt: number
  /** Length of the request in bytes, with its headers; less arrived if the network failed. */
  bytes: number
  /** Absent if no answer arrived. */
  status?: number
}

export interface ClientOptions {
  userAgent: string
  now: () => Date
  timeouts: Timeouts
  faults: Faults
  ca: string | undefined
}

const maxFollowUps = 20
const redirects = new Set([300, 301, 302, 303, 307, 308])
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Writes the date as Collect does: the hour is on a 12-hour clock, and nothing shows the half of the day. */
export const writeDateHeader = (date: Date): string => {
  const day = `${days[date.getUTCDay()] ?? ''}, ${twoDigits(date.getUTCDate())} ${months[date.getUTCMonth()] ?? ''}`
  const time = [date.getUTCHours() % 12 || 12, date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits)
  return `${day} ${String(date.getUTCFullYear())} ${time.join(':')} GMT`
}

/** Returns the request that OkHttp makes after a redirect. Most redirects turn a POST into a GET. */
const redirect = (request: DatedRequest, { status, headers }: ResponseHead): DatedRequest | undefined => {
  const location = headers.get('location')
  if (!redirects.has(status) || location === undefined) return undefined
  const url = new URL(location, request.url).href
  const retainsBody = request.method !== 'POST' || status === 307 || status === 308
  return retainsBody ? { ...request, url } : { method: 'GET', url, date: request.date }
}

/** Sends requests as OkHttp does in Collect: same bytes, connections used again, some failures hidden by a repetition. */
export class HttpClient {
  readonly sent: SentRequest[] = []
  readonly #options: ClientOptions
  readonly #cache = new HttpCache()
  readonly #idle = new Map<string, Connection>()

  constructor(options: ClientOptions) {
    this.#options = options
  }

  close(): void {
    for (const connection of this.#idle.values()) connection.destroy()
    this.#idle.clear()
  }

  async send(request: Request): Promise<Response> {
    let current: DatedRequest = { ...request, date: writeDateHeader(this.#options.now()) }
    let previousStatus = 0
    for (let followUps = 0; followUps <= maxFollowUps; followUps += 1) {
      const response = await this.#sendCached(current)
      const { status, headers } = response
      const isRepeated =
        status !== previousStatus &&
        ((status === 408 && !(Number(headers.get('retry-after') ?? 0) > 0)) ||
          (status === 503 && headers.get('retry-after') === '0'))
      const next = isRepeated ? current : redirect(current, response)
      if (!next) return response
      previousStatus = status
      current = next
    }
    throw new RequestFailed(`Too many follow-up requests: ${String(maxFollowUps + 1)}`)
  }

  async #sendCached(request: DatedRequest): Promise<Response> {
    const { method, url } = request
    const { fresh, condition } = method === 'GET' ? this.#cache.look(url, Date.now()) : {}
    const sentAt = Date.now()
    const network = fresh ?? {
      ...(await this.#sendRecovering(request, condition)),
      sentAt,
      receivedAt: Date.now(),
    }
    const isConfirmed = condition !== undefined && network.head.status === 304
    const { head, body } = isConfirmed ? this.#cache.confirm(url, network) : network
    if (method === 'GET' && !fresh && !isConfirmed) this.#cache.store(url, network)
    const isPacked = body.length > 0 && head.headers.get('content-encoding')?.toLowerCase() === 'gzip'
    return { ...head, body: isPacked ? gunzipSync(body) : body }
  }

  /**
   * Sends a request again if the connection breaks before the answer. OkHttp gives up when a connection that was
   * opened for this request breaks, unless it only replaced a connection that had worked before.
   */
  async #sendRecovering(
    request: DatedRequest,
    condition: [string, string] | undefined,
  ): Promise<{ head: ResponseHead; body: Buffer }> {
    let hasReplacement = false
    let hasOpenedRoute = false
    for (let attempt = 1; ; attempt += 1) {
      const pooled = this.#takeIdle(request.url)
      if (!pooled && !hasReplacement) hasOpenedRoute = true
      if (!pooled) hasReplacement = false
      const connection = pooled ?? (await this.#open(request.url))
      try {
        return await this.#exchange(connection, { request, condition, attempt })
      } catch (error) {
        connection.destroy()
        const isRecoverable = connection.completed > 0 || !hasOpenedRoute
        if (!(error instanceof ConnectionBroken) || !isRecoverable) throw error
        hasReplacement = connection.completed > 0
      }
    }
  }

  async #exchange(
    connection: Connection,
    {
      request,
      condition,
      attempt,
    }: { request: DatedRequest; condition: [string, string] | undefined; attempt: number },
  ): Promise<{ head: ResponseHead; body: Buffer }> {
    const { method, url, body } = request
    const bytes = [Buffer.from(this.#writeHead(request, condition)), ...(body?.chunks ?? [])]
    const number = this.sent.length + 1
    let total = 0
    const rangeEnds = bytes.map(({ length }) => (total += length))
    const sent: SentRequest = { number, method, url, attempt, bytes: total }
    this.sent.push(sent)
    const fault = this.#options.faults({ number, method, url, attempt, rangeEnds })
    const broken = (): Error =>
      fault?.thenOffline
        ? new RequestFailed('Software caused connection abort')
        : new ConnectionBroken('connection cut')
    connection.setIdle(false)
    if (fault?.cutAfterBytes !== undefined) {
      await connection.write(Buffer.concat(bytes).subarray(0, fault.cutAfterBytes))
      throw broken()
    }
    const failure = await writeAll(connection, bytes)
    const head = await readHead(connection).catch((error: unknown) => {
      throw failure ?? error
    })
    const received = await readBody(connection, { method, head }).catch((error: unknown) => {
      // The answer has begun: OkHttp has handed it over, and no longer repeats the request.
      throw error instanceof ConnectionBroken ? new RequestFailed(error.message) : error
    })
    if (fault?.losesAnswer) throw broken()
    sent.status = head.status
    connection.completed += 1
    if (received.isReusable && !failure) this.#keepIdle(url, connection)
    else connection.destroy()
    return { head, body: received.body }
  }

  #writeHead({ method, url, body, date }: DatedRequest, condition: [string, string] | undefined): string {
    const { host, pathname, search } = new URL(url)
    const headers: [string, string][] = [
      ['User-Agent', this.#options.userAgent],
      ['X-OpenRosa-Version', '1.0'],
      ['Date', date],
    ]
    if (body) {
      const length = body.chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      headers.push(['Content-Type', body.contentType], ['Content-Length', String(length)])
    }
    headers.push(['Host', host], ['Connection', 'Keep-Alive'], ['Accept-Encoding', 'gzip'])
    if (condition) headers.push(condition)
    const lines = headers.map(([name, value]) => `${name}: ${value}`)
    return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  }

  #open(url: string): Promise<Connection> {
    const { timeouts, ca } = this.#options
    return Connection.open({ url: new URL(url), timeouts, ca })
  }

  #takeIdle(url: string): Connection | undefined {
    const { origin } = new URL(url)
    const connection = this.#idle.get(origin)
    this.#idle.delete(origin)
    if (connection?.isOpen) return connection
    // The server closed it while it was idle: this side has to be closed too.
    connection?.destroy()
    return undefined
  }

  #keepIdle(url: string, connection: Connection): void {
    connection.setIdle(true)
    this.#idle.set(new URL(url).origin, connection)
  }
}

/** Returns the failure instead of throwing it: a server that stops reading can have answered before. */
const writeAll = async (
  connection: Connection,
  chunks: readonly Uint8Array[],
): Promise<ConnectionBroken | undefined> => {
  try {
    for (const chunk of chunks) await connection.write(chunk)
    return undefined
  } catch (error) {
    if (error instanceof ConnectionBroken) return error
    throw error
  }
}
