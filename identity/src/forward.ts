import type { FastifyReply, FastifyRequest } from 'fastify'

import { basePath, senderHeader } from '#accounts.ts'
import type { Auth } from '#accounts.ts'
import type { Config } from '#config.ts'
import { AuthError, translateError } from '#error-codes.ts'

/**
 * Request headers passed to the library: those it needs for the session, the origin check and the language.
 */
const forwardedHeaders = [
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
  for (const name of forwardedHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}

/** Calls an endpoint of the library with a validated body, under our public URL. */
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

/** Passes cookies even with an error: a refused session also clears its cookie. */
export const passCookies = (reply: FastifyReply, response: Response): void => {
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie)
}

interface LibraryResponse {
  code?: string
  message?: string
  [key: string]: unknown
}

/** Returns the data of the library's response, or throws our error. */
export const readResponse = async (reply: FastifyReply, response: Response): Promise<LibraryResponse> => {
  passCookies(reply, response)
  const text = await response.text()
  const body = (text ? JSON.parse(text) : {}) as LibraryResponse | null
  if (response.ok) return body ?? {}
  const code = translateError(response.status, body?.code, body?.message)
  throw new AuthError(code, {
    ...(response.status >= 500 ? { status: 500 } : {}),
    cause: new Error(`the library returned ${String(response.status)} ${body?.code ?? ''}`),
  })
}
