import { getMigrations } from 'better-auth/db/migration'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { accountsOptions } from '#accounts.ts'
import { openPool } from '#database.ts'
import { openMailer } from '#mail.ts'
import { openWorld } from '#testing/world.ts'
import type { World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'))
})
afterAll(() => world.close())

const pending = async (extraFields = {}) => {
  const pool = openPool(world.config.databaseUrl, 1, () => {})
  const options = accountsOptions(
    world.config,
    { pool, mailer: openMailer(world.config.mail, () => {}), onLibraryError: () => {} },
    [],
  )
  const user = { additionalFields: { ...options.user.additionalFields, ...extraFields } }
  const sql = await (await getMigrations({ ...options, user })).compileMigrations()
  await pool.end()
  return sql
}

/** Migrations that the library would still run; a lone semicolon means none. */
test('the migrations cover the schema of the library', async () => {
  expect((await pending()).replaceAll(';', '').trim()).toBe('')
})

test('detects a missing column', async () => {
  expect(await pending({ nickname: { type: 'string', required: false } })).toContain('nickname')
})

test('the service can neither change its schema nor read the application’s', async () => {
  await expect(world.sql('alter table "user" add column x text')).rejects.toThrow('must be owner')
  await expect(world.sql('create table x ()')).rejects.toThrow('permission denied')
  const visible = await world.sql(
    `select has_schema_privilege('app', 'usage') as app, has_schema_privilege('jobs', 'usage') as jobs`,
  )
  expect(visible).toEqual([{ app: false, jobs: false }])
})
