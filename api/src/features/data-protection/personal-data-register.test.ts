import pg from 'pg'
import { expect, inject, test } from 'vitest'

import { cloneDatabase } from '../../../../scripts/testing/database.ts'
import { personalDataRegister } from './personal-data-register.ts'

/** Tables of the tools that migrate, without personal data. */
const tools = /\.(kysely_migration(_lock)?|code_versions|pending_backfills)$/

/** Reads the columns of all tables of the product, without partitions. */
const readColumns = async (): Promise<Record<string, string[]>> => {
  const superuserUrl = inject('superuserUrl')
  const database = await cloneDatabase(superuserUrl)
  const url = new URL(superuserUrl)
  url.pathname = new URL(database.app).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select nspname || '.' || relname as name, array_agg(attname::text order by attname) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
     where nspname in ('app', 'identity') and relkind in ('r', 'p') and not relispartition and attnum > 0
       and not attisdropped
     group by 1 order by 1`,
  )
  await client.end()
  await database.drop()
  return Object.fromEntries(
    rows.filter(({ name }) => !tools.test(name)).map(({ name, columns }) => [name, columns]),
  )
}

test('the register lists every column of every table once', async () => {
  const registered = Object.fromEntries(
    Object.entries(personalDataRegister).map(([table, lists]) => [
      table,
      Object.values(lists)
        .flatMap((columns) => columns.split(' '))
        .toSorted(),
    ]),
  )
  const columns = await readColumns()
  expect(registered).toEqual(
    Object.fromEntries(Object.entries(columns).map(([table, names]) => [table, names.toSorted()])),
  )
})
