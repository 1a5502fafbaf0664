import { phoneRoutes, routes } from '@baseline/contract/routes.ts'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createToken, hashToken } from '../platform/auth/device.ts'
import { openWorld } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

let world: World
const token = createToken()
const revokedToken = createToken()
beforeAll(async () => {
  world = await openWorld()
  const device = { label: 'Phone 1', created_by: world.people.manager.id }
  await world.db
    .insertInto('field_devices')
    .values([
      { ...device, token_hash: hashToken(token) },
      { ...device, token_hash: hashToken(revokedToken), revoked_at: new Date() },
    ])
    .execute()
})
afterAll(() => world.close())

const urlOf = (path: string, given: string): string =>
  `/api${path}`
    .replace(':token', given)
    .replace(':surveyId', '00000000-0000-7000-8000-000000000000')
    .replace(':version', '1.1')
    .replace(':language', 'en')

const message = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<OpenRosaResponse .*<message>.+<\/message>/

describe.each(phoneRoutes)('$method $path', ({ method, path }) => {
  const call = (given: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    world.app.inject({ method, url: urlOf(path, given), headers })

  test.for([
    ['an unknown token', () => createToken(), 404],
    ['a text that is no token', () => 'x', 404],
    ['the token of a revoked device', () => revokedToken, 401],
  ] as [string, () => string, number][])('refuses %s', async ([, given, status]) => {
    const answer = await call(given())
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(answer.headers['www-authenticate']).toBeUndefined()
    if (method !== 'HEAD') expect(answer.body).toMatch(message)
  })

  test('refuses a user without the token of a device', async () => {
    const authorization = `Bearer ${world.people.manager.token}`
    expect((await call(createToken(), { authorization })).statusCode).toBe(404)
  })

  test('accepts the token of a device', async () => {
    const answer = await call(token)
    expect(answer.statusCode).not.toBe(401)
    expect(answer.headers['x-openrosa-version']).toBe('1.0')
  })
})

describe('a large body that is no form', () => {
  const post = (given: string, type: string) =>
    world.app.inject({
      method: 'POST',
      url: urlOf('/field/:token/submission', given),
      headers: { 'content-type': type },
      payload: JSON.stringify(' '.repeat(2_000_000)),
    })

  test.for(['application/json', 'text/plain'])('is refused as %s', async (type) => {
    const answer = await post(token, type)
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('too large')])
  })

  test('is not read without the token of a device', async () => {
    expect((await post(createToken(), 'application/json')).statusCode).toBe(404)
  })
})

test('the token of a device opens no other call', async () => {
  for (const route of routes.filter(({ access }) => access !== 'anyone')) {
    const { status } = await world.callWith(token)(route, undefined as never)
    expect([route.path, status]).toEqual([route.path, 401])
  }
})

test('a GET of a phone has no HEAD that answers otherwise', async () => {
  const answer = await world.app.inject({ method: 'HEAD', url: urlOf('/field/:token/formList', token) })
  expect(answer.statusCode).toBe(404)
})
