import { AppError } from '@baseline/contract/errors.ts'
import type { FastifyInstance } from 'fastify'

import { limits } from '../limits.ts'

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)))

/** Refuses deeply nested JSON: it would exhaust the stack of the functions that validate and hash a body. */
export const limitNesting = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    parse(request, String(text), (error, body) => {
      if (!error && isDeeperThan(limits.bodyLevels, body)) done(new AppError('errors.invalid'))
      else done(error, body)
    }),
  )
}
