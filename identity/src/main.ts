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

// The first key is made before anybody asks for a token. Two first callers would make one each, and whoever has seen one of
// the two would refuse tokens of the other.
await app.inject('/identity/jwks')

await app.listen({ host: config.host, port: config.port })
