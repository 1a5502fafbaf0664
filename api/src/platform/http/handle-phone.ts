import { createHash } from 'node:crypto'

import { AppError } from '@baseline/contract/errors.ts'
import type { PhoneRoute } from '@baseline/contract/phone-route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { recordDeviceUse } from '../auth/device.ts'
import type { Device } from '../auth/device.ts'
import { withRetries } from '../database/retry.ts'
import { describeError } from './errors.ts'
import { languageOf, translatorFor } from './language.ts'
import { openRosaResponse, openRosaType } from './open-rosa.ts'
import type { Server } from './server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The phone that sent the request. */
    device: Device | undefined
  }
}

/** Collect adds the id of its installation to each call; other apps add other parameters, or other ids. */
const Query = z.looseObject({
  deviceID: z
    .string()
    .transform((id) =>
      id
        .replaceAll(/\p{Cc}/gu, '')
        .slice(0, 255)
        .toWellFormed(),
    )
    .optional(),
})

/** The phone that makes a call. */
export interface PhoneContext {
  device: Device
  /** The id of the installation of the app; blank for other clients. */
  odkDeviceId: string
  userAgent: string
}

interface PhoneAnswer {
  /** Only 201 and 202 count as received for a submission. */
  status: 200 | 201 | 204
  content?: string | Uint8Array
  /** The media type of the content; by default that of the protocol. */
  type?: string
  headers?: Readonly<Record<string, string>>
}

type PhoneHandler<R extends PhoneRoute> = (
  params: z.output<R['params']>,
  context: PhoneContext,
  request: FastifyRequest,
) => Promise<PhoneAnswer>

/** Reads the device on every request, so that revoking a token applies from the next call. */
const authenticate = async (server: Server, token: string): Promise<Device> => {
  const device = await withRetries(true, () => server.readDevice(token))
  if (!device) throw new AppError('errors.notFound')
  if (device.state !== 'active')
    throw new AppError('errors.unauthenticated', undefined, { cause: new Error('the device is revoked') })
  return device
}

/**
 * Lets the phone store an answer, which it asks for at every refresh. `no-cache`: with a maximum age, Collect would
 * not ask even if a person refreshes the forms. A proxy that compresses the answer makes the tag a weak one.
 */
const isKnown = (request: FastifyRequest, reply: FastifyReply, content: string | Uint8Array): boolean => {
  const tag = `"${createHash('md5').update(content).digest('hex')}"`
  void reply.headers({ etag: tag, 'cache-control': 'no-cache' })
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag)
}

/** Answers in XML, which the app shows to the enumerator. */
const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const { status, message } = describeError(error, request, reply)
  void reply.code(status).type(openRosaType).send(openRosaResponse(message))
}

/**
 * Binds a route of phones to its handler. The token in the path identifies the device; it is never logged. A phone
 * may call only these routes, and users may call none of them.
 */
export const handlePhone = <const R extends PhoneRoute>(
  server: Server,
  route: R,
  handler: PhoneHandler<R>,
): void => {
  server.app.route({
    method: route.method,
    url: `/api${route.path}`,
    // Fastify adds a HEAD route for each GET, which would not have the answer of the protocol.
    exposeHeadRoute: false,
    config: { access: 'device' },
    schema: {
      summary: route.summary,
      tags: ['field'],
      params: route.params,
      querystring: Query,
    },
    errorHandler: (error, request, reply) => answerError(error, request, reply),
    // Before the body is read: a caller without a token may not send a large one.
    onRequest: async (request) => {
      const { token } = request.params as { token: string } // a part of the path
      request.device = await authenticate(server, token)
    },
    handler: async (request, reply) => {
      const params = request.params as z.output<R['params']> // validated by the schema of the route
      const { deviceID: odkDeviceId = '' } = request.query as z.output<typeof Query> // also validated
      const { device } = request
      if (!device) throw new Error('the request has no device')
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, 255)
      await recordDeviceUse(server.db, device, { odkDeviceId, userAgent })
      void reply.header('x-openrosa-version', '1.0')
      const answer = await handler(params, { device, odkDeviceId, userAgent }, request)
      const { status, content, type = openRosaType, headers = {} } = answer
      if (route.method === 'GET' && content !== undefined && isKnown(request, reply, content))
        return reply.code(304).send()
      return reply.code(status).headers(headers).type(type).send(content)
    },
  })
}

/** The translator of the messages that the app shows. */
export const phoneTranslator = (request: FastifyRequest) => translatorFor(languageOf(request))

/** The address of the server in the settings of a phone. */
export const phoneBaseUrl = (publicUrl: string, token: string): string =>
  new URL(`/api/field/${token}`, publicUrl).href
