import { readFile } from 'node:fs/promises'

import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { renderFiles } from '../../../../scripts/describe-database.ts'
import { readCatalogue } from '../../../../scripts/schema/catalogue.ts'
import { renderPage } from '../../../../scripts/schema/render-page.ts'
import { renderTypes } from '../../../../scripts/schema/render-types.ts'
import { cloneDatabase } from '../../../../scripts/testing/database.ts'
import type { TestDatabase } from '../../../../scripts/testing/database.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await cloneDatabase(inject('superuserUrl'))
  owner = new pg.Client({ connectionString: database.owner, options: '-c search_path=app' })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** Reads the catalogue after a change, which is undone. */
const readChanged = async (change: string) => {
  await owner.query('begin')
  await owner.query(change)
  const catalogue = await readCatalogue(owner)
  await owner.query('rollback')
  return catalogue
}

test('schema.ts and docs/data-model.md are current: if not, run `npm run db:describe`', async () => {
  for (const [file, text] of Object.entries(await renderFiles(await readCatalogue(owner))))
    expect(await readFile(file, 'utf8'), file).toBe(text)
})

const before = async () => renderTypes(await readCatalogue(owner), '')

test.for([
  ['an extra column', 'alter table users add nickname text'],
  ['a missing column', 'alter table users drop disabled cascade'],
  ['another type', 'alter table users alter version type text'],
  ['another nullability', 'alter table users alter version drop not null'],
  ['a missing default', 'alter table users alter version drop default'],
  ['other allowed values', 'alter table response_names drop constraint response_names_kind_check'],
  ['a missing table', 'drop table response_recounts'],
  ['another value of an enum', `alter type response_dimension rename value 'all' to 'total'`],
])('the types show %s', async ([, change = '']) => {
  expect(renderTypes(await readChanged(change), '')).not.toBe(await before())
})

test('a column that a trigger or PostgreSQL sets cannot be written', async () => {
  const types = await before()
  expect(types).toContain('    times_consistent: GeneratedAlways<boolean>\n')
  expect(types).toContain('    full_name: GeneratedAlways<string | null>\n')
})

test('a table needs a comment, and the application must be allowed to read it', async () => {
  const added = 'create table added (id int)'
  expect(renderPage(await readChanged(added))).not.toContain('added')
  const readable = await readChanged(`${added}; grant select on added to baseline_app`)
  expect(() => renderPage(readable)).toThrow('the table added has no comment')
})

test('ColumnTypes cannot name a column that does not exist', async () => {
  const catalogue = await readCatalogue(owner)
  const columnTypes = `export interface ColumnTypes {\n  'users.status': UserStatus\n  'users.rank': number\n}\n`
  expect(() => renderTypes(catalogue, columnTypes)).toThrow('ColumnTypes has no such column: users.rank')
})
