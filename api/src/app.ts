import { randomUUID } from 'node:crypto'

import { AppError } from '@baseline/contract/errors.ts'
import { fieldIssues } from '@baseline/contract/validation.ts'
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type pg from 'pg'
import type { z } from 'zod'

import type { Config } from './config.ts'
import { features } from './features/index.ts'
import { countIntake } from './features/survey-responses/intake/count-intake.ts'
import { createUserReader } from './platform/auth/actor.ts'
import { createDeviceReader } from './platform/auth/device.ts'
import { requireAccessEntries } from './platform/http/access.ts'
import { limitBodyTime } from './platform/http/body-time.ts'
import { answerErrors } from './platform/http/errors.ts'
import { createFairShare } from './platform/http/fair-share.ts'
import { limitNesting } from './platform/http/json-body.ts'
import { describeApi } from './platform/http/openapi.ts'
import { registerOperationalRoutes } from './platform/http/operational-routes.ts'
import { parseQueryString } from './platform/http/query-string.ts'
import type { Server } from './platform/http/server.ts'
import { acceptUploads } from './platform/http/upload.ts'
import { limits } from './platform/limits.ts'
import { createRegistry, measurePool, measureRequests } from './platform/metrics.ts'
import { databaseReading } from './platform/monitoring/database.ts'
import { registerReadings } from './platform/monitoring/reading.ts'

/** Builds the HTTP server: hooks for every request, then the routes of each feature. */
export const buildApp = async (
  config: Pick<
    Config,
    'trustedProxies' | 'publicUrl' | 'timeZone' | 'mapTiles' | 'mail' | 'secondFactorRoles'
  >,
  services: Omit<
    Server,
    | 'app'
    | 'readUser'
    | 'readDevice'
    | 'fairShare'
    | 'publicUrl'
    | 'timeZone'
    | 'mapTiles'
    | 'secondFactorRoles'
    | 'emailConfigured'
  > & {
    pool: pg.Pool
    log: FastifyBaseLogger
  },
  registered: readonly ((server: Server) => void)[] = features,
): Promise<FastifyInstance> => {
  const app = fastify({
    loggerInstance: services.log,
    // The onResponse hook below logs instead: the built-in log line has the query string, which may hold
    // personal data.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies,
    bodyLimit: limits.bodyBytes,
    http: { maxHeaderSize: limits.headerBytes },
    // limitBodyTime() limits the time of a body.
    requestTimeout: 0,
    // A process that stops answers the calls that it receives on open connections, and then closes them.
    return503OnClosing: false,
    routerOptions: { querystringParser: parseQueryString, maxParamLength: 200 },
  })
  app.setValidatorCompiler<z.ZodType>(({ schema, method, httpPart }) => (data) => {
    const result = schema.safeParse(data, { reportInput: true })
    if (result.success) return { value: result.data }
    // An invalid id in the path of a GET returns 404, like an unknown id.
    if (method === 'GET' && httpPart === 'params') return { error: new AppError('errors.notFound') }
    return { error: new AppError('errors.invalid', { issues: fieldIssues(result.error) }) }
  })
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app)
  limitNesting(app)
  limitBodyTime(app, { seconds: limits.bodySeconds, phoneSeconds: limits.posts.seconds })
  app.decorateRequest('actor', undefined)
  app.decorateRequest('device', undefined)
  app.decorateRequest('strategy', undefined)
  app.decorateRequest('endTurn', undefined)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.actor?.userId,
        strategy: request.strategy,
      },
      'request',
    )
  })
  const metrics = createRegistry('api')
  measureRequests(metrics, app)
  measurePool(metrics, services.pool)
  countIntake(metrics, app)
  registerReadings(metrics, [databaseReading], services)
  await describeApi(app)
  requireAccessEntries(app)
  await acceptUploads(app)

  await registerOperationalRoutes(app, { db: services.db, metrics }, async () => ({
    // Calls with a valid token do not need the identity service, so its outage is reported but fails nothing.
    identity: (await services.directory.isReady()) ? 'ready' : 'unavailable',
  }))

  const server: Server = {
    ...services,
    app,
    readUser: createUserReader(services.db),
    readDevice: createDeviceReader(services.db),
    fairShare: createFairShare(),
    publicUrl: config.publicUrl,
    timeZone: config.timeZone,
    mapTiles: config.mapTiles,
    secondFactorRoles: config.secondFactorRoles,
    emailConfigured: config.mail !== undefined,
  }
  for (const register of registered) register(server)
  await app.ready()
  return app
}
