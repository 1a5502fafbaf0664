import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'

import { readConfig } from './config.ts'
import { jobs } from './jobs.ts'
import { onStopSignal } from './platform/stop-signal.ts'
import { openServices } from './services.ts'

// What an export leaves behind is rubbish at once. Left alone, the engine gives such rubbish a hundred megabytes more of room
// and keeps them; at the size that it starts with, a million rows take no more time.
setFlagsFromString('--semi-space-growth-factor=1')

const config = readConfig(process.env)
const services = await openServices(config, { works: true })
await services.queue.work(jobs, services)

// Only for whoever watches over the process: it lives as long as it answers.
const health = createServer((_request, response) => response.end('{"status":"alive"}')).listen(
  config.port,
  config.host,
)

onStopSignal(async () => {
  health.close()
  await services.close()
})
