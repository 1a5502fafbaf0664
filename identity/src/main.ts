import { inspect } from 'node:util'

import { explainStartError } from '@baseline/contract/start-error.ts'

import { buildApp } from '#app.ts'
import { readConfig } from '#config.ts'
import { onStopSignal } from '#stop-signal.ts'

/**
 * Whether systemd passes a listening socket, which it keeps open during a restart: calls then wait instead of failing.
 * https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html
 */
const hasSocket = ({ LISTEN_PID, LISTEN_FDS }: NodeJS.ProcessEnv): boolean =>
  LISTEN_PID === String(process.pid) && LISTEN_FDS === '1'

const main = async (): Promise<void> => {
  const config = readConfig(process.env)
  const { app, purge } = await buildApp(config)

  const purgeQuietly = (): void => {
    purge().catch(() => app.log.warn('the purge of expired rows did not run'))
  }
  setInterval(purgeQuietly, 3_600_000).unref()

  // Closing waits for requests and mails in progress.
  onStopSignal(() => app.close())

  // Creates the first key before any token is requested. Two concurrent first requests would create one each,
  // and a client that cached one key would refuse tokens signed with the other.
  await app.inject('/identity/jwks')

  if (hasSocket(process.env)) app.server.listen({ fd: 3 })
  else await app.listen({ host: config.host, port: config.port })
}

await main().catch((error: unknown) => {
  process.stderr.write(`${explainStartError(error) ?? inspect(error)}\n`)
  process.exit(1)
})
