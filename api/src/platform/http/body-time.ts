import type { FastifyInstance } from 'fastify'

/**
 * Ends requests whose body takes too long, so that slow clients cannot hold connections. Phones on slow lines have more
 * time. Node.js has one limit for all requests of a server, and raises it to that of the headers.
 */
export const limitBodyTime = (
  app: FastifyInstance,
  { seconds, phoneSeconds }: { seconds: number; phoneSeconds: number },
): void => {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const isPhone = routeOptions.config.access === 'device'
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    const timer = setTimeout(() => raw.destroy(), (isPhone ? phoneSeconds : seconds) * 1_000)
    const stop = (): void => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
  })
}
