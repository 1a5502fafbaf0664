/**
 * Database commands for operators, run directly by node:
 *   node scripts/database.ts setup     creates roles, database and schemas (needs a superuser's URL)
 *   node scripts/database.ts migrate   migrates all schemas (needs the owner's URL)
 * Both are idempotent.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import pg from 'pg'
import { PgBoss } from 'pg-boss'

import { missingEncryption } from '../contract/src/encrypted-url.ts'
import { migrateSchema } from './migrate.ts'

/** `owner` migrates and erases; no running process uses it. */
export const databaseRoles = {
  owner: 'baseline_owner',
  app: 'baseline_app',
  identity: 'baseline_identity',
} as const
type DatabaseRole = keyof typeof databaseRoles

const root = join(import.meta.dirname, '..')

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates the three roles and an empty database with a collation that does not depend on the machine. */
export const setupDatabase = async (
  superuserUrl: string,
  database: string,
  passwords: Record<DatabaseRole, string>,
): Promise<void> => {
  const { owner, app, identity } = databaseRoles
  await withClient(superuserUrl, async (client) => {
    for (const key of Object.keys(databaseRoles) as DatabaseRole[]) {
      const role = databaseRoles[key]
      const existing = await client.query('select 1 from pg_roles where rolname = $1', [role])
      const verb = existing.rowCount ? 'alter' : 'create'
      await client.query(`${verb} role ${role} login password ${client.escapeLiteral(passwords[key])}`)
    }
    const existing = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!existing.rowCount)
      await client.query(
        `create database ${client.escapeIdentifier(database)} owner ${owner} template template0
         encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'`,
      )
  })
  const databaseUrl = new URL(superuserUrl)
  databaseUrl.pathname = `/${database}`
  await withClient(databaseUrl.href, async (client) => {
    await client.query(`
      revoke all on schema public from public;
      create extension if not exists pg_trgm schema public;
      create extension if not exists unaccent schema public;
      grant usage on schema public to ${owner}, ${app}, ${identity};
      create schema if not exists app authorization ${owner};
      create schema if not exists identity authorization ${owner};
      create schema if not exists jobs authorization ${owner};
      grant usage on schema app, jobs to ${app};
      grant usage on schema identity to ${identity};
      -- Each side finds its own schema without naming it, and cannot look into the other's.
      alter role ${app} set search_path = app, public;
      alter role ${identity} set search_path = identity;
    `)
  })
}

/** The tables and the stored code of the application. */
export const appSource = {
  schema: 'app',
  migrations: join(root, 'api/migrations'),
  code: join(root, 'api/database'),
}

/** Migrates the application's schema; `lastMigration` stops at the tables of an older release. */
export const migrateApp = (ownerUrl: string, lastMigration?: string): Promise<string[]> =>
  migrateSchema(ownerUrl, appSource, lastMigration)

/** Migrates the job queue's own tables. The application may use them, but not change their schema. */
const migrateJobs = async (ownerUrl: string): Promise<void> => {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: 'jobs',
    supervise: false,
    schedule: false,
    max: 1,
  })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
  await withClient(ownerUrl, (client) =>
    client.query(`
      grant select, insert, update, delete on all tables in schema jobs to ${databaseRoles.app};
      grant usage on all sequences in schema jobs to ${databaseRoles.app};
      grant execute on all functions in schema jobs to ${databaseRoles.app};
    `),
  )
}

/** Migrates every schema and returns the names of the applied migrations. */
export const migrateDatabase = async (ownerUrl: string): Promise<string[]> => {
  const applied = [
    ...(await migrateApp(ownerUrl)),
    ...(await migrateSchema(ownerUrl, { schema: 'identity', migrations: join(root, 'identity/migrations') })),
  ]
  await migrateJobs(ownerUrl)
  return applied
}

const requireVariable = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing`)
  return value
}

/** Returns the address of a database, unless others on the network could read the passwords that are sent to it. */
const requireDatabase = (name: string): string => {
  const url = requireVariable(name)
  const problem = missingEncryption('database', url)
  if (problem) throw new Error(`${name}: ${problem}`)
  return url
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const command = process.argv[2]
  if (command === 'setup') {
    await setupDatabase(
      requireDatabase('SUPERUSER_DATABASE_URL'),
      process.env['DATABASE_NAME'] ?? 'baseline',
      {
        owner: requireVariable('OWNER_PASSWORD'),
        app: requireVariable('APP_PASSWORD'),
        identity: requireVariable('IDENTITY_PASSWORD'),
      },
    )
    console.log('roles, database and schemas are ready')
  } else if (command === 'migrate') {
    const applied = await migrateDatabase(requireDatabase('OWNER_DATABASE_URL'))
    console.log(applied.length ? `applied:\n  ${applied.join('\n  ')}` : 'nothing to apply')
  } else {
    console.error('usage: node scripts/database.ts setup | migrate')
    process.exitCode = 2
  }
}
