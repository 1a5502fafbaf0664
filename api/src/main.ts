import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { runMain } from './platform/run-main.ts'
import { onStopSignal } from './platform/stop-signal.ts'
import { openServices } from './services.ts'

await runMain(async () => {
  const config = readConfig(process.env)
  const { queue, close, ...services } = await openServices(config, { runsJobs: false })
  const app = await buildApp(config, { ...services, enqueue: queue.enqueue })
  await app.listen({ host: config.host, port: config.port })

  onStopSignal(async () => {
    await app.close()
    await close()
  })
})
