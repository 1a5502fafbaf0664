import type { Chance } from '../seed/chance.ts'
import { hostileText } from './hostile-values.ts'
import type { FuzzedRequest } from './types.ts'

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a header value: one line without control characters, in bytes that nginx forwards. */
export const headerValue = (text: string): string =>
  Buffer.from(
    text
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, 8_000),
  ).toString('latin1')

const tokens = (valid: string, chance: Chance): string => {
  const [head = '', claims = '', signature = ''] = valid.split('.')
  return chance.pick([
    '',
    'a.b.c',
    '..',
    `${head}.${claims}.`,
    `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
    `${head}.${base64({ sub: 'x', exp: 1e12 })}.${signature}`,
    `${base64({ alg: 'none' })}.${claims}.`,
    `${base64({ alg: 'HS256', kid: '../../x' })}.${claims}.${signature}`,
    `${base64({ alg: 'RS256', kid: 'x'.repeat(4_000) })}.${claims}.${signature}`,
    `${base64({ alg: 'RS256', jwk: {}, crit: ['x'] })}.${claims}.${signature}`,
    `${base64(null)}.${base64(null)}.${base64(null)}`,
    'x'.repeat(7_000),
    headerValue(hostileText(chance)),
  ])
}

const cookieNames = ['session_token', 'session_data', 'device', 'two_factor', 'state', 'passkey']

const cookies = (valid: string, chance: Chance): string => {
  const name = `baseline.${chance.pick(cookieNames)}`
  const [own = `${name}=x`] = valid.split('; ')
  return chance.pick([
    `${name}=%zz`,
    `${name}=%`,
    `${name}=%00`,
    `${name}=%ED%A0%80`,
    `${name}=.`,
    `${name}=a.b.c.d`,
    `${name}="`,
    `${name}=${base64({ session: null })}`,
    `${name}=${headerValue(hostileText(chance))}`,
    `${own.slice(0, -5)}%00%ff`,
    `${own}; ${own}`,
    own.replace('=', '=='),
    `${own}${'x'.repeat(3_000)}`,
    `; ;=;=x; ${own}`,
    Array.from({ length: 300 }, (_, index) => `c${String(index)}=${name}`).join(';'),
  ])
}

/** Replaces the token or the cookies, and returns a description of the change. */
export const hostileCredentials = (request: FuzzedRequest, chance: Chance): string => {
  const find = (name: string) => request.headers.find(([header]) => header === name)?.[1] ?? ''
  const without = (name: string) => request.headers.filter(([header]) => header !== name)
  const usesCookie = request.path.startsWith('/identity') ? chance.happens(0.8) : chance.happens(0.1)
  if (usesCookie) {
    const cookie = cookies(find('cookie'), chance)
    request.headers = [...without('cookie'), ['cookie', cookie]]
    return `cookie ${cookie.slice(0, 60)}`
  }
  const scheme = chance.pick(['Bearer ', 'Bearer ', 'Bearer ', 'bearer ', 'Basic ', 'Bearer  ', 'Bearer', ''])
  const token = tokens(find('authorization').replace('Bearer ', ''), chance)
  request.headers = [...without('authorization'), ['authorization', scheme + token]]
  return `authorization ${(scheme + token).slice(0, 60)}`
}
