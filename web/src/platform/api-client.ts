import type { Output, Request, Route } from '@baseline/contract/http.ts'

import { ApiError } from './errors.ts'
import { pauseBeforeRetry, wait } from './retry.ts'

interface ClientOptions {
  baseUrl: string
  language: () => string
  /** The bearer token of the person signed in, or null when nobody is. */
  getToken: (options?: { force?: boolean }) => Promise<string | null>
}

interface CallOptions {
  signal?: AbortSignal
  /** One key for all tries of one intention; made here unless the caller must outlive a lost answer. */
  idempotencyKey?: string
  /** The version this call means to replace; a newer one is answered with 409 instead. */
  ifMatch?: number
  /** How it is sent, where a caller wants to follow an upload. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

interface LooseRequest extends CallOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: File
}

/** A call without params, query or body needs no second argument. */
type Arguments<R extends Route> =
  unknown extends Request<R> ? [options?: CallOptions] : [request: Request<R> & CallOptions]

export type Call = <R extends Route>(route: R, ...request: Arguments<R>) => Promise<Output<R>>

const pairsOf = (name: string, value: unknown): string[] => {
  if (value === undefined || value === null) return []
  if (value instanceof Date) return pairsOf(name, value.toISOString())
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(`${name}[]`, one))
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner))
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return [`${encodeURIComponent(name)}=${encodeURIComponent(text)}`]
}

/** Arrays with brackets, dates as ISO. Only written here; the library that the server reads it with is large. spec §7 */
export const queryString = (query: unknown): string => {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) => pairsOf(name, value))
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const addressOf = (baseUrl: string, route: Route, { params = {}, query }: LooseRequest): string =>
  baseUrl +
  route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))) +
  queryString(query)

const readError = async (response: Response): Promise<ApiError> => {
  const text = await response.text()
  try {
    // The contract's error body; a proxy may answer anything else, which the parse refuses.
    return new ApiError(response.status, JSON.parse(text) as ConstructorParameters<typeof ApiError>[1])
  } catch {
    return new ApiError(response.status, { message: text })
  }
}

/** The body is what the contract says: the server builds it from the same description. */
const readAnswer = async <R extends Route>(answer: Response, route: R): Promise<Output<R>> =>
  (route.mediaType === undefined
    ? await answer.json()
    : new Uint8Array(await answer.arrayBuffer())) as Output<R>

/** An answer that breaks off in its body is no answer: what it said is not known. */
const readResult = async <R extends Route>(
  answer: Response | ApiError,
  route: R,
  { signal }: LooseRequest,
): Promise<Output<R> | ApiError> => {
  if (answer instanceof ApiError) return answer
  try {
    return answer.ok ? await readAnswer(answer, route) : await readError(answer)
  } catch (error) {
    if (signal?.aborted) throw error
    return new ApiError(0, {})
  }
}

/**
 * Whether sending it once more cannot do harm. 429 was refused before it began, and 503 says that the whole of a
 * PUT or DELETE may be repeated; but where no answer came, a second PUT could undo what somebody saved in between.
 */
const mayRepeat = (status: number, method: Route['method'], key: string | undefined): boolean =>
  status === 429 || method === 'GET' || key !== undefined || (status === 503 && method !== 'POST')

/** A screen cannot wait for ever; an upload takes as long as its line needs, and shows how far it is. */
const longestMs = 30_000
const limited = ({ signal, file }: LooseRequest): AbortSignal | null => {
  if (file) return signal ?? null
  const limit = AbortSignal.timeout(longestMs)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

/** The fields of an upload come before its file: the server checks them while the file is still on its way. */
const asForm = (fields: unknown, file: File): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, String(value))
  form.append('file', file)
  return form
}

export const createClient = ({ baseUrl, language, getToken }: ClientOptions): Call => {
  const send = async (route: Route, request: LooseRequest, token: string | null, key: string | undefined) => {
    const headers = new Headers({
      'Accept-Language': language(),
      Accept: route.mediaType ?? 'application/json',
    })
    if (token) headers.set('Authorization', `Bearer ${token}`)
    // A form brings its own content type, with its boundary.
    const form = request.file && asForm(request.body, request.file)
    if (request.body !== undefined && !form) headers.set('Content-Type', 'application/json')
    if (key) headers.set('Idempotency-Key', key)
    if (request.ifMatch !== undefined) headers.set('If-Match', `"${String(request.ifMatch)}"`)
    const sendAs = request.fetch ?? fetch
    return sendAs(addressOf(baseUrl, route, request), {
      method: route.method,
      headers,
      // The API trusts the bearer token alone, so it never sees a cookie.
      credentials: 'omit',
      ...(request.body !== undefined && { body: form ?? JSON.stringify(request.body) }),
      signal: limited(request),
    })
  }

  /**
   * No answer is an ApiError like any other, except when the caller itself hung up. 502 and 504 are the edge's words
   * for a server that gave none.
   */
  const attempt = async (...sent: Parameters<typeof send>): Promise<Response | ApiError> => {
    try {
      const answer = await send(...sent)
      return answer.status === 502 || answer.status === 504 ? new ApiError(0, {}) : answer
    } catch (error) {
      if (sent[1].signal?.aborted) throw error
      return new ApiError(0, {})
    }
  }

  /** A refused token is renewed by force once; when the session has ended, the refusal itself is the answer. */
  const attemptAs = async (...[route, request, key]: [Route, LooseRequest, string | undefined]) => {
    if (route.access === 'anyone') return attempt(route, request, null, key)
    const token = await getToken()
    if (!token) return new ApiError(401, { code: 'errors.unauthenticated' })
    const answer = await attempt(route, request, token, key)
    const renewed = answer.status === 401 ? await getToken({ force: true }) : null
    return renewed ? attempt(route, request, renewed, key) : answer
  }

  return async (route, ...args) => {
    // The typed arguments and this loose view are the same object; the contract decides which parts exist.
    const request = (args[0] ?? {}) as LooseRequest
    const key = request.idempotencyKey ?? (route.method === 'POST' ? crypto.randomUUID() : undefined)
    for (let tries = 1; ; tries += 1) {
      const answer = await attemptAs(route, request, key)
      const result = await readResult(answer, route, request)
      if (!(result instanceof ApiError)) return result
      const error = result
      const retryAfter = answer instanceof Response ? answer.headers.get('Retry-After') : null
      const pause = pauseBeforeRetry(error.status, tries, retryAfter)
      if (pause === undefined || !mayRepeat(error.status, route.method, key)) throw error
      await wait(pause, request.signal)
    }
  }
}
