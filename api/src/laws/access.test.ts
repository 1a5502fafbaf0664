import type { Route } from '@baseline/contract/http.ts'
import { routes } from '@baseline/contract/routes.ts'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audience, issuer } from '../testing/token-issuer.ts'
import { identities, openWorld } from '../testing/world.ts'
import type { IdentityName, World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/**
 * Identities that may make each call, written by hand: a = anonymous, u = unverified, n = no role, e =
 * enumerator, o = monitor, s = supervisor, m = manager. spec §6
 */
const table: Record<string, string> = {
  'GET /auth/me': 'u n e o s m',
  'GET /auth/email-configured': 'a u n e o s m',
  'POST /auth/send-email-address-verification-email': 'u n e o s m',
  'POST /auth/send-password-reset-email': 'a u n e o s m',
  'PUT /auth/profile': 'e o s m',
  'GET /health': 'a u n e o s m',
  'GET /settings': 'a u n e o s m',
  'PUT /settings': 'm',
  'GET /auditLog': 'm',
  'GET /security-log': 'm',
  'GET /read-log': 'm',
  'GET /read-log/alerts': 'm',
  'GET /data-protection/subjects': 'm',
  'POST /data-protection/reports': 'm',
  'POST /data-protection/files': 'm',
  'POST /data-protection/erasures': 'm',
  'GET /data-protection/erasures': 'm',
  'GET /data-protection/retention': 'm',
  'PUT /data-protection/retention/:surveyId': 'm',
  'GET /data-protection/retention/:surveyId/report': 'm',
  'GET /auth/storage-token': 'e o s m',
  'POST /storage/files': 'e o s m',
  'GET /iam/user': 'm',
  'GET /iam/role': 'm',
  'GET /iam/user/autocomplete': 'm',
  'GET /iam/:id': 'm',
  'POST /iam': 'm',
  'POST /iam/import': 'm',
  'POST /iam/:id/invitation': 'm',
  'POST /iam/:id/second-factor-reset': 'm',
  'PUT /iam': 'm',
  'PUT /iam/status': 'm',
  'DELETE /iam': 'm',
  'GET /user-details': 's m',
  'GET /user-details/autocomplete': 's m',
  'GET /user-details/:id': 's m',
  'POST /user-details': 'm',
  'POST /user-details/import': 'm',
  'PUT /user-details/:id': 'm',
  'DELETE /user-details': 'm',
  'GET /devices': 's m',
  'GET /devices/people': 's m',
  'POST /devices': 's m',
  'DELETE /devices/:id': 's m',
  'GET /intake': 'm',
  'GET /intake/:id': 'm',
  'GET /intake/:id/xml': 'm',
  'POST /intake/:id': 'm',
  'GET /survey-list': 's m',
  'GET /survey-masters/:id': 's m',
  'GET /surveys/:id': 's m',
  'GET /surveys/:id/versions': 's m',
  'GET /surveys/:id/versions/:version/workbook': 's m',
  'GET /surveys/:id/versions/:version/xform': 's m',
  'GET /surveys/:id/versions/:version/lists/:name': 's m',
  'POST /surveys/check': 'm',
  'POST /surveys': 'm',
  'POST /surveys/:id/status': 'm',
  'GET /surveys/:id/settings': 's m',
  'PUT /surveys/:id/settings': 'm',
  'GET /surveys/:id/searchable-questions': 's m',
  'GET /surveys/:id/targets': 's m',
  'PUT /surveys/:id/targets': 'm',
  'GET /surveys/:id/checks': 's m',
  'GET /surveys/:id/enumerators': 's m',
  'GET /surveys/:id/enumerators/:key': 's m',
  'PUT /surveys/:id/checks/:rule/draft': 'm',
  'DELETE /surveys/:id/checks/:rule/draft': 'm',
  'POST /surveys/:id/checks/:rule/trial': 'm',
  'GET /surveys/:id/checks/:rule/trial': 'm',
  'POST /surveys/:id/checks/:rule/state': 'm',
  'GET /dashboard/:id': 'e o s m',
  'GET /own-responses': 'e',
  'GET /own-responses/figures': 'e',
  'GET /survey-responses': 's m',
  'GET /survey-responses/autocomplete': 's m',
  'GET /survey-responses/lookup/:surveyId': 's m',
  'GET /survey-responses/facets': 's m',
  'GET /survey-responses/:id': 's m',
  'GET /survey-responses/images/:id': 's m',
  'POST /survey-responses': 's m',
  'POST /survey-responses/import': 's m',
  'PUT /survey-responses/:id': 's m',
  'DELETE /survey-responses': 's m',
  'POST /survey-responses/:id/status': 's m',
  'POST /survey-responses/status': 's m',
  'GET /survey-responses/status/:jobId': 's m',
  'POST /survey-responses/:id/status/undo': 's m',
  'POST /survey-responses/status/:jobId/undo': 's m',
  'GET /survey-responses/status/:jobId/undo': 's m',
  'GET /survey-responses/:id/history': 's m',
  'GET /survey-responses/:id/comments': 's m',
  'GET /survey-responses/:id/submissions': 's m',
  'GET /survey-responses/:id/flags': 's m',
  'POST /survey-responses/:id/flags/:rule': 's m',
  'GET /survey-responses/:id/queries': 's m',
  'POST /survey-responses/:id/queries': 's m',
  'GET /survey-responses/:id/duplicates': 's m',
  'POST /survey-responses/:id/duplicates': 's m',
  'GET /queries': 's m',
  'POST /queries/:id/messages': 's m',
  'POST /queries/:id/accept': 's m',
  'POST /queries/:id/close': 's m',
  'POST /queries/:id/withdraw': 's m',
  'POST /queries/:id/reopen': 's m',
  'POST /survey-responses/:id/comments': 's m',
  'GET /review/queue': 's m',
  'POST /review/next': 's m',
  'GET /review/reviewers': 's m',
  'GET /review/figures': 's m',
  'POST /review/assign': 's m',
  'GET /surveys/:id/review-settings': 's m',
  'PUT /surveys/:id/review-settings': 'm',
  'GET /survey-responses/:id/review': 's m',
  'PUT /survey-responses/:id/review': 's m',
  'DELETE /survey-responses/:id/review': 's m',
  'GET /survey-responses/:id/neighbours': 's m',
  'GET /survey-responses/map/:z/:x/:y': 's m',
  'GET /survey-exports/formats': 's m',
  'GET /survey-exports/codebook/:surveyId': 's m',
  'GET /survey-exports': 's m',
  'GET /survey-exports/:id': 's m',
  'POST /survey-exports': 's m',
  'DELETE /survey-exports/:id': 's m',
}
const letters: Record<IdentityName, string> = {
  anonymous: 'a',
  unverified: 'u',
  noRole: 'n',
  enumerator: 'e',
  monitor: 'o',
  supervisor: 's',
  manager: 'm',
}
const nameOf = (route: Route) => `${route.method} ${route.path}`

test('§6 the table lists every call of the contract, and no other', () => {
  expect(Object.keys(table).toSorted()).toEqual(routes.map(nameOf).toSorted())
})

/** A body that no schema accepts: a permitted call returns 400 or a result, never 401 or 403. */
const nonsense = { body: { nonsense: true } } as never

describe.each(routes)('§6 $method $path', (route) => {
  test.for(identities)('as %s', async (identity) => {
    const { status } = await world.as(identity)(route, route.body ? nonsense : undefined)
    const allowed = table[nameOf(route)]?.split(' ').includes(letters[identity])
    // No identity service runs here, so permitted calls that need it return 503.
    const needsIdentity = route.path.startsWith('/auth/send-') || route.path === '/security-log'
    if (allowed) expect(needsIdentity ? [400, 503] : [200, 400, 404]).toContain(status)
    else expect(status).toBe(identity === 'anonymous' ? 401 : 403)
  })
})

type TokenMaker = (world: World) => Promise<string | undefined> | string | undefined
const manager = { sub: 'uid-manager', email: 'manager@example.org', email_verified: true }
const signed = (claims: object, change: (token: SignJWT) => SignJWT = (token) => token, alg = 'RS256') =>
  change(
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg, kid: 'test' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('5m'),
  )
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)

const otherKeys = generateKeyPair('RS256', { extractable: true })

const badTokens: Record<string, TokenMaker> = {
  none: () => undefined,
  garbage: () => 'garbage',
  'three dots of garbage': () => 'a.b.c',
  expired: (w) =>
    signed(manager, (t) => t.setIssuedAt(seconds() - 600).setExpirationTime(seconds() - 300)).sign(
      w.tokens.privateKey,
    ),
  'alg none': () =>
    `${encode({ alg: 'none' })}.${encode({ ...manager, iss: issuer, aud: audience, iat: seconds(), exp: seconds() + 300 })}.`,
  'HS256 with the public key': async (w) =>
    signed(manager, undefined, 'HS256').sign(new TextEncoder().encode(await exportSPKI(w.tokens.publicKey))),
  'wrong issuer': (w) =>
    signed(manager, (t) => t.setIssuer('http://other.example')).sign(w.tokens.privateKey),
  'wrong audience': (w) => signed(manager, (t) => t.setAudience('storage')).sign(w.tokens.privateKey),
  'other key': async () => signed(manager).sign((await otherKeys).privateKey),
  'other key, in the header of the token': async () => {
    const { privateKey, publicKey } = await otherKeys
    return new SignJWT(manager)
      .setProtectedHeader({
        alg: 'RS256',
        kid: 'other',
        jwk: await exportJWK(publicKey),
        jku: 'https://evil.example/jwks',
      })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  },
  'not yet valid': (w) => signed(manager, (t) => t.setNotBefore(seconds() + 300)).sign(w.tokens.privateKey),
  'no expiry': (w) =>
    new SignJWT(manager)
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .sign(w.tokens.privateKey),
  'no email': (w) => signed({ sub: 'uid-manager', email_verified: true }).sign(w.tokens.privateKey),
  'verified as text': (w) => signed({ ...manager, email_verified: 'true' }).sign(w.tokens.privateKey),
  'changed payload': async (w) => {
    const [head, , signature] = (await w.tokens.token({ ...manager, sub: 'uid-noRole' })).split('.')
    return `${head}.${encode({ ...manager, iss: issuer, aud: audience, exp: seconds() + 300 })}.${signature}`
  },
  'disabled user': async (w) => {
    await w.db
      .insertInto('users')
      .values({ email: 'gone@example.org', authentication_uid: 'uid-gone', disabled: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return w.tokens.token({ sub: 'uid-gone', email: 'gone@example.org', email_verified: true })
  },
}

describe.each(routes.filter(({ access }) => access !== 'anyone'))('bad tokens: $method $path', (route) => {
  test.for(Object.keys(badTokens))('%s → 401 and no data', async (kind) => {
    const { status, body } = await world.callWith(await badTokens[kind]?.(world))(
      route,
      route.body ? nonsense : undefined,
    )
    expect(status).toBe(401)
    expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'requestId'])
    expect(body.code).toBe(kind === 'disabled user' ? 'auth/user-disabled' : 'errors.unauthenticated')
  })
})

test('returns 401 for a call with only a cookie', async () => {
  const { token } = world.people.manager
  for (const name of ['baseline.session_token', '__Host-baseline.session_token', 'authorization']) {
    const answer = await world.app.inject({ url: '/api/auth/me', headers: { cookie: `${name}=${token}` } })
    expect(answer.statusCode).toBe(401)
  }
})

test('public calls succeed with an invalid token', async () => {
  const { status } = await world.callWith('garbage')(routes.find(({ path }) => path === '/settings')!)
  expect(status).toBe(200)
})
