import type { FastifyReply, FastifyRequest } from 'fastify'

import { basePath, senderHeader } from '#accounts.ts'
import type { Auth } from '#accounts.ts'
import type { Config } from '#config.ts'
import { AuthError, translateError } from '#error-codes.ts'

/** What the library may see of a request: what it needs to know a session, judge the origin and choose a language. */
const passedHeaders = [
  'accept-language',
  'cookie',
  'origin',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
]

export const headersFor = (request: FastifyRequest): Headers => {
  const headers = new Headers({ [senderHeader]: request.ip })
  for (const name of passedHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}

/** Calls an endpoint of the library with a body that we have validated, under our own address. */
export const forward = (
  auth: Auth,
  config: Config,
  request: FastifyRequest,
  {
    method = request.method,
    path,
    query = '',
    body,
  }: { method?: string; path: string; query?: string; body?: unknown },
): Promise<Response> => {
  const headers = headersFor(request)
  if (method !== 'GET') headers.set('content-type', 'application/json')
  return auth.handler(
    new Request(`${config.publicOrigin}${basePath}${path}${query}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    }),
  )
}

/** Cookies pass in any case: a refused session is also one that the browser should forget. */
export const passCookies = (reply: FastifyReply, response: Response): void => {
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie)
}

interface LibraryAnswer {
  code?: string
  message?: string
  [key: string]: unknown
}

/** The library's answer as ours: its data, or our error. */
export const answerOf = async (reply: FastifyReply, response: Response): Promise<LibraryAnswer> => {
  passCookies(reply, response)
  const text = await response.text()
  const answer = (text ? JSON.parse(text) : {}) as LibraryAnswer | null
  if (response.ok) return answer ?? {}
  const code = translateError(response.status, answer?.code, answer?.message)
  throw new AuthError(code, {
    ...(response.status >= 500 ? { status: 500 } : {}),
    cause: new Error(`the library answered ${String(response.status)} ${answer?.code ?? ''}`),
  })
}
