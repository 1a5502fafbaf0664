import { buildApp } from '#app.ts'
import { readConfig } from '#config.ts'

const config = readConfig(process.env)
const { app, purge } = await buildApp(config)

const purgeQuietly = (): void => {
  purge().catch(() => app.log.warn('the purge of expired rows did not run'))
}
setInterval(purgeQuietly, 3_600_000).unref()

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    // Finishes the requests and mails under way; a second signal ends at once.
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })

await app.listen({ host: config.host, port: config.port })
