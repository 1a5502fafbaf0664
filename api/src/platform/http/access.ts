import type { FastifyInstance } from 'fastify'

/** Denies by default: a route that is added after this without an `access` entry prevents the start. */
export const requireAccessEntries = (app: FastifyInstance): void => {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined)
      throw new Error(`${[method].flat().join(',')} ${url} has no access entry, so the server does not start`)
  })
}
