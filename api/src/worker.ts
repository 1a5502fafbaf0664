import { setFlagsFromString } from 'node:v8'

import { ConfigurationError } from '@baseline/contract/start-error.ts'
import fastify from 'fastify'

import { readConfig } from './config.ts'
import { jobs } from './jobs.ts'
import { findMissingSchema, readNeededSchema } from './platform/database/schema-version.ts'
import { answerErrors } from './platform/http/errors.ts'
import { registerOperationalRoutes } from './platform/http/operational-routes.ts'
import { createRegistry, measurePool } from './platform/metrics.ts'
import { registerReadings } from './platform/monitoring/reading.ts'
import { runMain } from './platform/run-main.ts'
import { onStopSignal } from './platform/stop-signal.ts'
import { readings } from './readings.ts'
import { openServices } from './services.ts'

// Keeps the young generation of V8 at its initial size. Exports allocate short-lived objects, for which V8
// would grow it by a hundred megabytes and keep that size. At the initial size, a million rows take no
// longer.
setFlagsFromString('--semi-space-growth-factor=1')

await runMain(async () => {
  const config = readConfig(process.env)
  const metrics = createRegistry('worker')
  const services = await openServices(config, { runsJobs: true, metrics })
  // Jobs on an older schema would fail every few seconds.
  const missing = await findMissingSchema(services.db, await readNeededSchema())
  if (missing.length > 0)
    throw new ConfigurationError(`The database lacks ${missing.join(', ')}. Migrate it first.`)
  measurePool(metrics, services.pool)
  // The worker exports the figures of the whole product, so that several api processes do not repeat them.
  registerReadings(metrics, readings, services)
  await services.queue.work(jobs, services)

  const app = fastify()
  answerErrors(app)
  await registerOperationalRoutes(app, { db: services.db, metrics })
  await app.listen({ host: config.host, port: config.port })
  services.log.info({ jobs: jobs.length, port: config.port }, 'worker started')

  onStopSignal(async () => {
    await app.close()
    await services.close()
  })
})
