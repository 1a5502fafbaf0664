import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieSettings } from '#accounts.ts'
import type { Config } from '#config.ts'

/**
 * A browser that has signed in with a password keeps a cookie for that account. Its wrong passwords are counted
 * separately, so that strangers who guess passwords cannot lock the user out of it. The cookie does not sign in.
 */
const cookieNameOf = (config: Config, name: string): string =>
  `${cookieSettings(config).cookiePrefix}.${name}`
const maxAgeSeconds = 180 * 24 * 3600

const signatureOf = ({ secret }: Config, email: string, id: string): string =>
  createHmac('sha256', secret).update(`device\n${email}\n${id}`).digest('base64url')

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Returns the value of one of our cookies, or of the library's. It is not decoded: a sender can write anything. */
export const cookieValue = (config: Config, request: FastifyRequest, name: string): string | undefined => {
  const start = `${cookieNameOf(config, name)}=`
  const cookie = request.headers.cookie?.split('; ').find((one) => one.startsWith(start))
  return cookie?.slice(start.length)
}

/** Returns the id of the browser if it has signed in to this account before. */
export const knownDevice = (config: Config, request: FastifyRequest, email: string): string | undefined => {
  const [id = '', signature = ''] = cookieValue(config, request, 'device')?.split('.') ?? []
  return isEqual(signature, signatureOf(config, email, id)) ? id : undefined
}

/** Stores in the browser that it has signed in to this account. */
export const rememberDevice = (
  config: Config,
  reply: FastifyReply,
  { email, id = randomUUID() }: { email: string; id: string | undefined },
): void => {
  const { path, secure } = cookieSettings(config).defaultCookieAttributes
  const value = `${id}.${signatureOf(config, email, id)}`
  void reply.header(
    'set-cookie',
    `${cookieNameOf(config, 'device')}=${value}; Max-Age=${String(maxAgeSeconds)}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  )
}
