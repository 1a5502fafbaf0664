import { randomUUID } from 'node:crypto'
import { request } from 'node:https'
import type { Agent } from 'node:https'

interface Answer {
  /** 0 if the connection broke. */
  status: number
  /** The value of JSON, otherwise the bytes. */
  body: unknown
  ms: number
}

export interface Target {
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
        const parts: Buffer[] = []
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.once('error', fail)
        incoming.once('end', () => {
          const bytes = Buffer.concat(parts)
          const isJson = String(incoming.headers['content-type']).startsWith('application/json')
          resolve({
            status: incoming.statusCode ?? 0,
            body: isJson ? (JSON.parse(bytes.toString('utf8')) as unknown) : bytes,
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

const renewAfterMs = 120_000

/** Sends calls of one user, who has this cookie. Renews the token, which expires after five minutes. */
export const createSender = (target: Target, cookie: string) => {
  let token = ''
  let renewedAt = -Infinity
  const renewToken = async () => {
    const answer = await sendCall(target, '/identity/token', { headers: { cookie } })
    if (answer.status !== 200) throw new Error(`no token: status ${String(answer.status)}`)
    token = (answer.body as { token: string }).token // as the identity service documents
    renewedAt = performance.now()
  }
  return async (path: string, options: { method?: string; body?: unknown } = {}) => {
    if (performance.now() - renewedAt > renewAfterMs) await renewToken()
    return sendCall(target, path, {
      ...options,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    })
  }
}

/** Calls of one user, who has this cookie. A call whose status is not 2xx throws. */
export const openSession = (target: Target, cookie: string) => {
  const send = createSender(target, cookie)
  /** Returns the body, whose type the contract guarantees. */
  return async <Body>(path: string, options: { method?: string; body?: unknown } = {}): Promise<Body> => {
    const { status, body } = await send(path, options)
    if (status >= 200 && status <= 299) return body as Body
    throw new Error(`${path}: ${String(status)} ${JSON.stringify(body)}`)
  }
}
export type Session = ReturnType<typeof openSession>
