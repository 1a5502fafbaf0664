import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'

import { ConfigurationError } from '@baseline/contract/start-error.ts'

import { readConfig } from './config.ts'
import { jobs } from './jobs.ts'
import { findMissingSchema, readNeededSchema } from './platform/database/schema-version.ts'
import { runMain } from './platform/run-main.ts'
import { onStopSignal } from './platform/stop-signal.ts'
import { openServices } from './services.ts'

// Keeps the young generation of V8 at its initial size. Exports allocate short-lived objects, for which V8
// would grow it by a hundred megabytes and keep that size. At the initial size, a million rows take no
// longer.
setFlagsFromString('--semi-space-growth-factor=1')

await runMain(async () => {
  const config = readConfig(process.env)
  const services = await openServices(config, { runsJobs: true })
  // Jobs on an older schema would fail every few seconds.
  const missing = await findMissingSchema(services.db, await readNeededSchema())
  if (missing.length > 0)
    throw new ConfigurationError(`The database lacks ${missing.join(', ')}. Migrate it first.`)
  await services.queue.work(jobs, services)

  // Liveness probe for the process supervisor.
  const health = createServer((_request, response) => response.end('{"status":"alive"}')).listen(
    config.port,
    config.host,
  )
  services.log.info({ jobs: jobs.length, port: config.port }, 'worker started')

  onStopSignal(async () => {
    health.close()
    await services.close()
  })
})
