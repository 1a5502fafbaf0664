import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'

import { migrateSchema } from '../../../../scripts/migrate.ts'
import { runToEnd } from '../../../../scripts/stack/processes.ts'
import { cloneDatabase } from '../../../../scripts/testing/database.ts'
import type { TestDatabase } from '../../../../scripts/testing/database.ts'
import { describeSchema } from '../../testing/describe-schema.ts'
import { runBackfills } from './backfill-job.ts'
import { connect } from './database.ts'
import { appSource } from './schema-version.ts'

let database: TestDatabase
let owner: pg.Client
/** A copy of the files, which a test can change. */
let source: typeof appSource
let folder: string

beforeEach(async () => {
  database = await cloneDatabase(inject('superuserUrl'))
  owner = new pg.Client({ connectionString: database.owner, options: '-c search_path=app,public' })
  await owner.connect()
  folder = await mkdtemp(join(tmpdir(), 'baseline-migrate-'))
  source = { schema: 'app', migrations: join(folder, 'migrations'), code: join(folder, 'database') }
  await cp(appSource.migrations, source.migrations, { recursive: true })
  await cp(appSource.code, source.code, { recursive: true })
})
afterEach(async () => {
  await owner.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const migrate = () => migrateSchema(database.owner, source)

const select = async (query: string): Promise<unknown[]> => {
  const { rows } = await owner.query({ text: query, rowMode: 'array' })
  return rows
}

const describeCode = () => describeSchema(owner, 'code')

test('a second run changes nothing and does not touch the triggers', async () => {
  const triggers = `select oid from pg_trigger where not tgisinternal order by oid`
  const before = await select(triggers)
  expect(await migrate()).toEqual([])
  expect(await select(triggers)).toEqual(before)
})

test('a changed function takes effect without a migration, and unchanged code stays the same', async () => {
  const before = await describeCode()
  await appendFile(join(source.code, 'functions/statuses.sql'), '-- changed\n')
  expect(await migrate()).toEqual(['app/functions, triggers, views'])
  expect(await describeCode()).toEqual(before)
  await writeFile(
    join(source.code, 'functions/statuses.sql'),
    `create or replace function is_done(status text) returns boolean language sql immutable return status = 'new'`,
  )
  await migrate()
  expect(await select(`select is_done('new'), is_done('approved')`)).toEqual([[true, false]])
})

test('code without a file is dropped', async () => {
  const before = await describeCode()
  await owner.query(`
    create view former_view as select 1 one;
    create function former_function() returns trigger language plpgsql as 'begin return null; end';
    create trigger former_trigger after insert on users execute function former_function();
    create function former_sum() returns int language sql begin atomic; select one from former_view; end`)
  await appendFile(join(source.code, 'drop-code.sql'), '-- changed\n')
  await migrate()
  expect(await describeCode()).toEqual(before)
})

test('an error in a migration or in the code undoes the whole run and names the file', async () => {
  const before = await describeCode()
  const migration = join(source.migrations, '9000-new.sql')
  await writeFile(migration, 'create table added (id int)')
  const views = join(source.code, 'views-and-triggers/rollups.sql')
  const original = await readFile(views)
  await appendFile(views, 'create view broken as select * from no_such_table;')
  await expect(migrate()).rejects.toThrow('rollups.sql: relation "no_such_table" does not exist')
  expect(await select(`select to_regclass('added')`)).toEqual([[null]])
  expect(await describeCode()).toEqual(before)

  await writeFile(views, original)
  await appendFile(migration, '; create table added (id int)')
  await expect(migrate()).rejects.toThrow('9000-new.sql: relation "added" already exists')
  expect(await describeCode()).toEqual(before)
})

test('leaves a database alone that a later release has migrated', async () => {
  await writeFile(join(source.migrations, '9000-new.sql'), 'create table added (id int)')
  await appendFile(join(source.code, 'functions/statuses.sql'), '-- changed\n')
  await migrate()
  const before = await describeCode()
  await rm(join(source.migrations, '9000-new.sql'))
  await appendFile(join(source.code, 'functions/statuses.sql'), '-- as it was\n')
  expect(await migrate()).toEqual([])
  expect(await describeCode()).toEqual(before)
  expect(await select(`select count(*)::int from code_versions`)).toEqual([[2]])
})

test('the worker runs a backfill in batches; a failed one continues after its finished batches', async () => {
  await writeFile(
    join(source.migrations, '9000-new.sql'),
    `create table copied (n int primary key check (n <= 3)); select request_backfill('9-copy')`,
  )
  await writeFile(
    join(source.code, 'backfills/9-copy.sql'),
    `with batch as (
       insert into copied select n from generate_series(coalesce($1, '0')::int + 1, 5) n limit 1 returning n
     )
     select max(n)::text as position, count(*) as rows from batch`,
  )
  expect(await migrate()).toContain('app/backfill 9-copy')
  expect(await select('select n from copied')).toEqual([])
  const { db, close } = connect({ databaseUrl: database.app, databasePoolSize: 2 }, () => {})
  await expect(runBackfills(db, 60)).rejects.toThrow('copied_n_check')
  expect(await select('select n from copied order by n')).toEqual([[1], [2], [3]])
  expect(await select('select name, position, done_rows::int from pending_backfills')).toEqual([
    ['9-copy', '3', 3],
  ])
  await owner.query('alter table copied drop constraint copied_n_check')
  await Promise.all([runBackfills(db, 60), runBackfills(db, 60)])
  expect(await select('select n from copied order by n')).toEqual([[1], [2], [3], [4], [5]])
  expect(await select('select name from pending_backfills')).toEqual([])
  await expect(sql`insert into pending_backfills (name) values ('9-copy')`.execute(db)).rejects.toThrow(
    'permission denied',
  )
  await expect(sql`select request_backfill('9-copy')`.execute(db)).rejects.toThrow('permission denied')
  await close()
})

test('gives way to calls that hold a lock, and continues after them', async () => {
  await writeFile(join(source.migrations, '9000-new.sql'), 'create table added (id int)')
  const reader = new pg.Client({ connectionString: database.app })
  await reader.connect()
  await reader.query('begin; select from survey_responses limit 1')
  const migrating = migrate()
  // Calls of others wait for the lock of the migration for half a second at most.
  const { db, close } = connect({ databaseUrl: database.app, databasePoolSize: 2 }, () => {})
  const waits: number[] = []
  for (let call = 0; call < 20; call++) {
    const startedAt = performance.now()
    await sql`select from survey_responses limit 1`.execute(db)
    waits.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(Math.max(...waits)).toBeLessThan(1_500)
  expect(await select(`select to_regclass('added')`)).toEqual([[null]])
  await reader.query('commit')
  expect(await migrating).toContain('app/9000-new')
  await close()
  await reader.end()
})

test('two runs at once apply a migration once', async () => {
  await writeFile(join(source.migrations, '9000-new.sql'), 'create table added (id int)')
  const results = await Promise.all([migrate(), migrate()])
  expect(results.filter((applied) => applied.includes('app/9000-new'))).toHaveLength(1)
})

/** Runs a command of the operator. */
const run = (command: string, environment: Record<string, string>) =>
  runToEnd(['scripts/database.ts', command], {
    cwd: new URL('../../../..', import.meta.url).pathname,
    env: { PATH: process.env['PATH'], ...environment },
  })

test('the commands of the operator explain in one line what is wrong', async () => {
  const passwords = { OWNER_PASSWORD: 'a', APP_PASSWORD: 'b', IDENTITY_PASSWORD: 'c' }
  const superuser = new URL(inject('superuserUrl'))
  superuser.password = 'wrong'
  const nowhere = 'postgres://postgres@127.0.0.1:1/postgres'
  const failures = [
    await run('setup', { SUPERUSER_DATABASE_URL: superuser.href, ...passwords }),
    await run('setup', { SUPERUSER_DATABASE_URL: nowhere, ...passwords }),
    await run('setup', { SUPERUSER_DATABASE_URL: nowhere }),
    await run('migrate', { OWNER_DATABASE_URL: 'postgres://owner@db.example/baseline' }),
  ]
  expect(failures).toEqual(
    [
      expect.stringContaining('PostgreSQL refused the password'),
      'The database does not respond: connect ECONNREFUSED 127.0.0.1:1',
      'Configuration: OWNER_PASSWORD is missing',
      'Configuration: OWNER_DATABASE_URL: add sslmode=verify-full for another machine',
    ].map((line: unknown) => ({ code: 1, printed: [line] })),
  )
})
