import { getCurrentUser, sendPasswordResetEmail, updateProfile } from '@baseline/contract/auth/contract.ts'
import { route } from '@baseline/contract/http.ts'
import { updateSettings } from '@baseline/contract/settings/contract.ts'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { sendLateBody } from '../../../../scripts/testing/late-body.ts'
import { buildApp } from '../../app.ts'
import { openWorld, repeatWhileBusy } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { requireAccessEntries } from './access.ts'
import { handle } from './handle.ts'
import type { Server } from './server.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const profile = (value: unknown) => ({ body: { profile: value } }) as never

describe('validation', () => {
  test.for([
    ['an unknown key', { firstName: 'Ana', roles: ['manager'] }, 'validation.object.noUnknown', 'profile'],
    ['too long a text', { firstName: 'x'.repeat(81) }, 'validation.string.max', 'profile.firstName'],
    [
      'a phone that starts with no digit',
      { phoneNumber: '+258' },
      'validation.string.phone',
      'profile.phoneNumber',
    ],
    ['a wrong type', { firstName: 7 }, 'validation.mixed.default', 'profile.firstName'],
    ['NUL', { firstName: 'a\0b' }, 'validation.mixed.default', 'profile.firstName'],
    ['half a surrogate pair', { firstName: 'a\uD800' }, 'validation.mixed.default', 'profile.firstName'],
  ] as const)('§5 refuses %s and returns its path', async ([, value, key, path]) => {
    const { status, body } = await world.as('manager')(updateProfile, profile(value))
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'errors.invalid', details: { issues: [{ key, path }] } })
  })

  test('§5 trims text, and stores blank text as null', async () => {
    const { body } = await world.as('manager')(
      updateProfile,
      profile({ firstName: '  Ana ', lastName: '  ' }),
    )
    expect(body).toMatchObject({ firstName: 'Ana', lastName: null, fullName: 'Ana' })
  })

  test('§5 reports a missing object as required, not as invalid', async () => {
    const { body } = await world.as('manager')(updateProfile, profile(undefined))
    expect(body).toMatchObject({
      details: { issues: [{ path: 'profile', key: 'validation.mixed.required' }] },
    })
  })

  test('refuses a body with __proto__', async () => {
    const answer = await world.app.inject({
      method: 'PUT',
      url: '/api/auth/profile',
      headers: { authorization: `Bearer ${world.people.manager.token}`, 'content-type': 'application/json' },
      payload: '{"profile":{"__proto__":{"roles":["manager"]}}}',
    })
    expect(answer.statusCode).toBe(400)
  })
})

describe('query strings', () => {
  const manyParameters = Array.from({ length: 1001 }, (_, i) => `filter[action][]=${String(i)}`).join('&')
  test.for([
    ['unknown parameter', 'nonsense=1'],
    ['unknown filter', 'filter[nonsense]=1'],
    ['column outside the list', 'orderBy=values_ASC'],
    ['SQL in the order', 'orderBy=timestamp_DESC;drop table users'],
    ['negative limit', 'limit=-1'],
    ['limit above the cap', 'limit=1001'],
    ['limit as a float', 'limit=1e3'],
    ['limit twice', 'limit=1&limit=2'],
    ['limit in brackets', 'limit[]=5'],
    ['offset above the cap', 'limit=1&offset=1000000000000'],
    ['too deep', 'filter[a][b][c][d][e][f]=1'],
    ['too many values', manyParameters],
    ['text as a date', 'filter[timestampRange][]=yesterday'],
    ['prototype', 'filter[__proto__][x]=1&filter[constructor]=1'],
  ] as const)('§7 returns 400: %s', async ([, query]) => {
    const answer = await world.app.inject({
      url: `/api/auditLog?${query}`,
      headers: { authorization: `Bearer ${world.people.manager.token}` },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'errors.invalid' })
  })
})

describe('errors', () => {
  test('§8 returns the message in the caller’s language, with the request id', async () => {
    const { status, headers, body } = await world.as('noRole', { 'accept-language': 'pt-BR,pt;q=0.9' })(
      updateSettings,
      { body: { settings: { theme: 'red' } } },
    )
    expect(status).toBe(403)
    expect(body).toEqual({
      code: 'errors.forbidden',
      message: 'Você não tem permissão para fazer isso',
      requestId: headers['x-request-id'],
    })
  })

  test('returns 404 for an unknown route and 400 for a body that is too large', async () => {
    expect((await world.app.inject({ url: '/api/nowhere' })).statusCode).toBe(404)
    const large = await world.as('anonymous')(sendPasswordResetEmail, {
      body: { email: 'x'.repeat(2_000_000) },
    })
    expect(large).toMatchObject({ status: 400, body: { code: 'errors.tooLarge' } })
  })

  test('reads the rest of a body that is too large, because nginx returns 502 for a closed connection', async () => {
    const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
    const call = { path: '/api/auth/send-password-reset-email', bytes: 20_000, nextPath: '/health' }
    expect(await sendLateBody(url, call)).toEqual([400, 200])
  })
})

const anyRoute = route({
  method: 'POST',
  path: '/test/anything',
  access: 'member',
  summary: 'Only for this test',
  body: z.strictObject({ name: z.string() }),
  response: z.strictObject({ number: z.int() }),
})

const other = route({ ...anyRoute, path: '/test/other' })

/** Builds the real app with two test routes, which call `run`. */
const withCall = async (run: (name: string, tx: World['db']) => Promise<number>) => {
  return buildApp(world.config, { ...world.services, enqueue: world.services.queue.enqueue }, [
    (server: Server) => {
      for (const call of [anyRoute, other])
        handle(server, call)(async ({ body: { name } }, { db }) => ({ number: await run(name, db) }))
    },
  ])
}

describe('Idempotency-Key', () => {
  test('does the work of 500 posts with one key once, and returns the same response to all', async () => {
    let runs = 0
    const app = await withCall(async (name, tx) => {
      runs += 1
      await tx
        .insertInto('users')
        .values({ email: `${name}@example.org` })
        .execute()
      return runs
    })
    const post = (key: string, name: string) =>
      repeatWhileBusy(() =>
        app.inject({
          method: 'POST',
          url: '/api/test/anything',
          headers: { authorization: `Bearer ${world.people.manager.token}`, 'idempotency-key': key },
          payload: { name },
        }),
      )
    const answers = await Promise.all(Array.from({ length: 500 }, () => post('one', 'once')))
    expect(new Set(answers.map(({ statusCode, body }) => `${String(statusCode)} ${body}`))).toEqual(
      new Set(['200 {"number":1}']),
    )
    expect(runs).toBe(1)

    const reused = await post('one', 'other')
    expect(reused.json()).toMatchObject({ code: 'errors.idempotencyKeyReused' })
    expect((await post('two', 'twice')).json()).toEqual({ number: 2 })
    await app.close()
  })

  test('binds a key to its caller and its route', async () => {
    let runs = 0
    const app = await withCall(() => Promise.resolve((runs += 1)))
    const post = (role: 'manager' | 'supervisor', query = '') =>
      app.inject({
        method: 'POST',
        url: `/api/test/anything${query}`,
        headers: { authorization: `Bearer ${world.people[role].token}`, 'idempotency-key': 'shared' },
        payload: { name: 'x' },
      })
    expect((await post('manager')).json()).toEqual({ number: 1 })
    expect((await post('supervisor')).json()).toEqual({ number: 2 })
    expect((await post('manager')).json()).toEqual({ number: 1 })
    const otherUrl = await app.inject({
      method: 'POST',
      url: '/api/test/other',
      headers: { authorization: `Bearer ${world.people.manager.token}`, 'idempotency-key': 'shared' },
      payload: { name: 'x' },
    })
    expect(otherUrl.json()).toMatchObject({ code: 'errors.idempotencyKeyReused' })
    await app.close()
  })

  test('rolls back the key and the work of a failed call', async () => {
    let fail = true
    const app = await withCall(async (name, tx) => {
      await tx
        .insertInto('users')
        .values({ email: `${name}@example.org` })
        .execute()
      if (fail) throw new Error('broken')
      return 1
    })
    const post = () =>
      app.inject({
        method: 'POST',
        url: '/api/test/anything',
        headers: { authorization: `Bearer ${world.people.manager.token}`, 'idempotency-key': 'retry' },
        payload: { name: 'phoenix' },
      })
    const broken = await post()
    expect(broken.statusCode).toBe(500)
    expect(broken.body).not.toContain('broken')
    fail = false
    expect((await post()).json()).toEqual({ number: 1 })
    await app.close()
  })
})

test('does not start with a route that has no access entry', () => {
  const app = fastify()
  requireAccessEntries(app)
  expect(() => app.get('/api/open', () => 'data')).toThrow('no access entry')
})

test('does not send a response that violates its schema', async () => {
  const app = await withCall(() => Promise.resolve(0.5))
  const answer = await app.inject({
    method: 'POST',
    url: '/api/test/anything',
    headers: { authorization: `Bearer ${world.people.manager.token}` },
    payload: { name: 'x' },
  })
  expect(answer.statusCode).toBe(500)
  await app.close()
})

test('§6 applies the revocation of the last role from the next call', async () => {
  const lent = await world.as('monitor')(getCurrentUser)
  expect(lent.body.roles).toEqual(['monitor'])
  await world.db.deleteFrom('user_roles').where('user_id', '=', world.people.monitor.id).execute()
  expect((await world.as('monitor')(updateProfile, profile({}))).status).toBe(403)
})
