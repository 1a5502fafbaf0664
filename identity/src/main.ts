import { buildApp } from '#app.ts'
import { readConfig } from '#config.ts'
import { onStopSignal } from '#stop-signal.ts'

const config = readConfig(process.env)
const { app, purge } = await buildApp(config)

const purgeQuietly = (): void => {
  purge().catch(() => app.log.warn('the purge of expired rows did not run'))
}
setInterval(purgeQuietly, 3_600_000).unref()

// Closing finishes the requests and mails under way.
onStopSignal(() => app.close())

await app.listen({ host: config.host, port: config.port })
