import { phoneRoutes, routes } from '@baseline/contract/routes.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

import { readConfig } from './config.ts'
import { openWorld } from './testing/world.ts'
import type { World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface DescribedCall {
  security?: unknown
  requestBody?: { content: Record<string, { schema: unknown }> }
}

test('the OpenAPI 3.1 document describes every call of the contract', async () => {
  const document = (await world.app.inject({ url: '/api/docs/json' })).json<{
    openapi: string
    paths: Record<string, Record<string, DescribedCall>>
  }>()
  expect(document.openapi).toBe('3.1.0')
  for (const { method, path, access } of routes) {
    const call = document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
    expect(call, `${method} ${path}`).toBeDefined()
    expect(Boolean(call?.security)).toBe(access !== 'anyone')
  }
  const form = document.paths['/api/storage/files']?.['post']?.requestBody?.content['multipart/form-data']
  expect(form?.schema).toMatchObject({
    properties: { token: {}, folder: {}, file: { format: 'binary' } },
    required: ['token', 'folder', 'file'],
  })
  expect(Object.keys(document.paths)).toHaveLength(
    new Set([...routes, ...phoneRoutes].map(({ path }) => path)).size,
  )
  const page = await world.app.inject({ url: '/api/docs/' })
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/<script>(?!<)/)
})

test.for([
  ['en', 'roles must be selected', 'The request must not have unknown keys: foo', 'data must not have'],
  [
    'pt-BR',
    'roles deve ser selecionado',
    'A solicitação não deve ter chaves desconhecidas: foo',
    'data não deve ter',
  ],
] as const)(
  'spec §5 a validation error names the field in %s',
  async ([language, roles, outside, inside]) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/iam',
      headers: { authorization: `Bearer ${world.people.manager.token}`, 'accept-language': language },
      payload: { data: { emails: ['ana@example.org'], roles: ['boss'], bar: 1 }, foo: 1 },
    })
    expect(answer.statusCode).toBe(400)
    const { details } = answer.json<{ details: { issues: { path: string; message: string }[] } }>()
    expect(Object.fromEntries(details.issues.map(({ path, message }) => [path, message]))).toEqual({
      'data.roles.0': roles,
      data: expect.stringContaining(inside) as string,
      '': outside,
    })
  },
)

test('/health answers while the process runs, /ready only while the database answers', async () => {
  expect((await world.app.inject({ url: '/health' })).statusCode).toBe(200)
  expect((await world.app.inject({ url: '/ready' })).statusCode).toBe(200)
  const superuser = new pg.Client({ connectionString: inject('superuserUrl') })
  await superuser.connect()
  const name = new URL(world.database.app).pathname.slice(1)
  await superuser.query(`alter database ${name} allow_connections false`)
  await superuser.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name])
  expect((await world.app.inject({ url: '/health' })).statusCode).toBe(200)
  expect((await world.app.inject({ url: '/ready' })).statusCode).toBeGreaterThanOrEqual(500)
  await superuser.query(`alter database ${name} allow_connections true`)
  await superuser.end()
  // The pool detects dead connections one at a time.
  await vi.waitFor(async () => expect((await world.app.inject({ url: '/ready' })).statusCode).toBe(200))
})

test('/ready names the migrations and the stored code that the database lacks', async () => {
  const owner = new pg.Client({ connectionString: world.database.owner })
  await owner.connect()
  const ready = async () => {
    const { statusCode, body } = await world.app.inject({ url: '/ready' })
    return [statusCode, JSON.parse(body)]
  }
  await owner.query(`update app.kysely_migration set name = 'x' where name = '0034-small-cells'`)
  const code = await owner.query<{ checksum: string }>('select checksum from app.code_versions')
  await owner.query('delete from app.code_versions')
  const missing = ['0034-small-cells', 'functions, triggers, views']
  expect(await ready()).toEqual([503, { status: 'unavailable', missing }])
  await owner.query(`update app.kysely_migration set name = '0034-small-cells' where name = 'x'`)
  await owner.query('insert into app.code_versions values ($1, now())', [code.rows[0]?.checksum])
  // A newer release has migrated the database: this one still runs.
  await owner.query(`insert into app.kysely_migration values ('9999-next', '2030-01-01')`)
  await owner.query(`insert into app.code_versions values ('next', now())`)
  expect(await ready()).toEqual([200, { status: 'ready', identity: 'unavailable' }])
  await owner.end()
})

test('retries calls whose database connections are terminated', { timeout: 60_000 }, async () => {
  const superuser = new pg.Client({ connectionString: inject('superuserUrl') })
  await superuser.connect()
  const name = new URL(world.database.app).pathname.slice(1)
  const terminate = async () => {
    const { rowCount } = await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name <> 'pgboss'`,
      [name],
    )
    return rowCount ?? 0
  }
  const statuses = new Set<number>()
  let terminated = 0
  for (let i = 0; i < 200; i += 1) {
    const call = world.app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${world.people.manager.token}` },
    })
    // Counted for each call: terminating at fixed intervals never lets a slow machine finish a call.
    for (let interruption = 0; interruption < 4; interruption += 1) {
      terminated += await terminate()
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
    }
    statuses.add((await call).statusCode)
  }
  await superuser.end()
  expect([...statuses]).toEqual([200])
  expect(terminated).toBeGreaterThan(200)
})

test('configuration: names missing variables and refuses development secrets in production', () => {
  expect(() => readConfig({})).toThrow(/PUBLIC_URL[\s\S]*DATABASE_URL[\s\S]*SERVICE_TOKEN[\s\S]*STORAGE_URL/)
  const validEnvironment = {
    PUBLIC_URL: 'https://survey.example',
    DATABASE_URL: 'postgres://db/baseline?sslmode=verify-full',
    IDENTITY_URL: 'https://identity:4001',
    SERVICE_TOKEN: 'a-token-that-nobody-else-knows-000',
    STORAGE_URL: 'file:///var/lib/baseline/files',
    STORAGE_SECRET: 'a-secret-that-nobody-else-knows-00',
  }
  expect(readConfig(validEnvironment)).toMatchObject({
    production: true,
    timeZone: 'UTC',
    mapTiles: null,
    mail: undefined,
  })
  expect(() =>
    readConfig({ ...validEnvironment, SERVICE_TOKEN: 'development-service-token-0123456789' }),
  ).toThrow('production')
  expect(() =>
    readConfig({ ...validEnvironment, STORAGE_SECRET: 'development-storage-secret-0123456789' }),
  ).toThrow('production')
  expect(() => readConfig({ ...validEnvironment, SURVEY_TIME_ZONE: 'Mars/Olympus' })).toThrow('time zone')
  for (const url of ['tiles', 'https://tiles.example.org/{z}', 'ftp://tiles.example.org/{z}/{x}/{y}'])
    expect(() => readConfig({ ...validEnvironment, MAP_TILES_URL: url })).toThrow('{z}, {x} and {y}')
})

test('configuration: the storage is a local folder, or a bucket with its access key', () => {
  const base = {
    PUBLIC_URL: 'https://survey.example',
    DATABASE_URL: 'postgres://db/baseline?sslmode=verify-full',
    IDENTITY_URL: 'https://identity:4001',
    SERVICE_TOKEN: 'a-token-that-nobody-else-knows-000',
    STORAGE_SECRET: 'a-secret-that-nobody-else-knows-00',
  }
  const storageOf = (STORAGE_URL: string, key: object = {}) =>
    readConfig({ ...base, STORAGE_URL, ...key }).storage
  const key = { STORAGE_KEY_ID: 'id', STORAGE_KEY_SECRET: 'secret' }
  expect(storageOf('file:///srv/files')).toEqual({ driver: 'disk', root: '/srv/files' })
  expect(storageOf('s3://photos?endpoint=https://s3.example:9000&region=eu-1', key)).toEqual({
    driver: 's3',
    bucket: 'photos',
    endpoint: 'https://s3.example:9000',
    region: 'eu-1',
    keyId: 'id',
    secret: 'secret',
  })
  expect(storageOf('s3://photos', key)).toMatchObject({ endpoint: undefined, region: 'us-east-1' })
  for (const wrong of ['/srv/files', 'files', 'file://server/files', 'ftp://photos', 's3://', 's3://photos'])
    expect(() => storageOf(wrong), wrong).toThrow('STORAGE_URL')
  expect(() => storageOf('s3://photos?endpoint=nowhere', key)).toThrow('STORAGE_URL')
})

test('configuration: refuses unencrypted connections to other machines in production', () => {
  const environment = {
    PUBLIC_URL: 'https://survey.example',
    DATABASE_URL: 'postgres://127.0.0.1/baseline',
    IDENTITY_URL: 'http://127.0.0.1:4001',
    SMTP_URL: 'smtps://mail.example',
    SERVICE_TOKEN: 'a-token-that-nobody-else-knows-000',
    STORAGE_URL: 's3://photos?endpoint=https://s3.example',
    STORAGE_KEY_ID: 'id',
    STORAGE_KEY_SECRET: 'secret',
    STORAGE_SECRET: 'a-secret-that-nobody-else-knows-00',
  }
  expect(readConfig(environment).production).toBe(true)
  for (const [name, url] of Object.entries({
    PUBLIC_URL: 'http://survey.example',
    DATABASE_URL: 'postgres://db/baseline',
    IDENTITY_URL: 'http://identity:4001',
    SMTP_URL: 'smtp://mail.example',
    STORAGE_URL: 's3://photos?endpoint=http://s3.example',
  })) {
    expect(() => readConfig({ ...environment, [name]: url }), name).toThrow(
      RegExp(`for another machine[\\s\\S]*at ${name}`),
    )
    expect(readConfig({ ...environment, [name]: url, NODE_ENV: 'development' }).production).toBe(false)
  }
})
