import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'

import type { Db } from '../database/database.ts'
import { findMissingSchema, readNeededSchema } from '../database/schema-version.ts'

/**
 * Registers the routes for supervisors and Prometheus. They are outside /api, so that the edge does not expose
 * them. `describe` adds fields to the answer of a process that is ready.
 */
export const registerOperationalRoutes = async (
  app: FastifyInstance,
  { db, metrics }: { db: Db; metrics: Registry },
  describe: () => Promise<object> = async () => ({}),
): Promise<void> => {
  const options = { config: { access: 'anyone' as const }, schema: { hide: true } }
  app.get('/health', options, async () => ({ status: 'alive' }))
  const neededSchema = await readNeededSchema()
  app.get('/ready', options, async (_request, reply) => {
    const missing = await findMissingSchema(db, neededSchema)
    if (missing.length > 0) return reply.code(503).send({ status: 'unavailable', missing })
    return { status: 'ready', ...(await describe()) }
  })
  app.get('/metrics', options, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}
