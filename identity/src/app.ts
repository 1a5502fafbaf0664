import { randomUUID } from 'node:crypto'

import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { negotiateLanguage, translator } from '@baseline/contract/messages/translate.ts'
import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import fastify, { LogController } from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Config } from '#config.ts'
import { openAccounts } from '#connected-accounts.ts'
import { isOutage, openPool } from '#database.ts'
import { AuthError } from '#error-codes.ts'
import { registerInternalRoutes } from '#internal-routes.ts'
import { describeError, withoutPersonalData } from '#log.ts'
import { openMailer } from '#mail.ts'
import { registerMetrics } from '#metrics.ts'
import { registerPublicRoutes } from '#public-routes.ts'
import { purgeExpired } from '#purge.ts'
import { rateLimiter } from '#rate-limits.ts'
import { findProblem } from '#readiness.ts'
import { registerSecurityLog } from '#security-log.ts'

const errorBody = (
  request: FastifyRequest,
  code: Extract<MessageKey, `auth/${string}` | `errors.${string}`>,
) => ({
  code,
  message: translator(messagesByLanguage[negotiateLanguage(request.headers['accept-language'])])(code),
  requestId: request.id,
})

/** PostgreSQL's error code for a NUL byte in a text. */
const nulByteCode = '22021'

const toAuthError = (error: unknown): AuthError => {
  if (error instanceof AuthError) return error
  if (isOutage(error))
    return new AuthError('auth/internal-error', { status: 503, retryAfterSeconds: 1, cause: error })
  const { statusCode = 500, code } = error as { statusCode?: number; code?: string }
  const isCallerError = statusCode < 500 || code === nulByteCode
  return new AuthError('auth/internal-error', { status: isCallerError ? 400 : 500, cause: error })
}

export interface Identity {
  app: FastifyInstance
  purge: () => Promise<void>
}

/** Builds the server and its services; closing it releases them. */
export const buildApp = async (config: Config): Promise<Identity> => {
  const app = fastify({
    logger: { level: config.logLevel },
    // Replaced by the hook below: the built-in line would log the query string, which holds tokens and
    // addresses.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Trusts X-Forwarded-For only from the edge proxy, which overwrites it; other senders could forge it.
    trustProxy: config.trustedProxies,
    bodyLimit: 16_384,
    exposeHeadRoutes: false,
    requestTimeout: 30_000,
    // A process that stops answers the calls that it receives on open connections, and then closes them.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  })
  // Accepts JSON only: a form of another site can send text/plain without a CORS preflight.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(new AuthError('auth/internal-error'))
    }
  })

  const logFailure = (message: string) => (error: unknown) =>
    app.log.error({ err: describeError(error) }, message)
  const pool = openPool(config.databaseUrl, config.databasePoolSize, logFailure('database connection'))
  const mailer = openMailer(config.mail, logFailure('mail'))
  const accounts = await openAccounts(config, {
    pool,
    mailer,
    onLibraryError: (message, error) =>
      app.log.error({ err: error && describeError(error) }, withoutPersonalData(message)),
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
    // Refuses calls from pages of other sites. Browsers always send the origin of such a call.
    const { origin } = request.headers
    if (request.method !== 'GET' && origin !== undefined && origin !== config.publicOrigin)
      throw new AuthError('auth/unauthorized-domain')
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAuthError(thrown)
    request.refusal = { code: error.code, isRepeated: error.isRepeated }
    if (error.status >= 500) request.log.error({ err: describeError(error.cause) }, error.code)
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
    // Fastify closes the connection after a refused body. nginx may still be sending that body, and then returns 502.
    reply.removeHeader('connection')
    return reply.code(error.status).send(errorBody(request, error.code))
  })
  app.setNotFoundHandler((request, reply) => reply.code(404).send(errorBody(request, 'errors.notFound')))

  app.get('/health', async () => ({ status: 'alive' }))
  app.get('/ready', async (_request, reply) => {
    const problem = await findProblem(pool, accounts)
    return problem === undefined
      ? { status: 'ready' }
      : reply.code(503).send({ status: 'unavailable', problem })
  })
  registerMetrics(app, pool, mailer)
  registerSecurityLog(app, { config, pool }, logFailure('security log'))
  const limiter = rateLimiter(pool, config.secret)
  registerPublicRoutes(app, { config, accounts, pool, limiter })
  registerInternalRoutes(app, { config, accounts, pool, mailer, limiter })

  app.addHook('onClose', async () => {
    await mailer.close()
    await pool.end()
  })
  await app.ready()
  return { app, purge: () => purgeExpired(pool) }
}
