import type { FastifyInstance } from 'fastify'

/** Deny by default: from here on, a route that does not say who may call it keeps the server from starting. */
export const requireAccessEntries = (app: FastifyInstance): void => {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined)
      throw new Error(`${[method].flat().join(',')} ${url} has no access entry, so the server does not start`)
  })
}
