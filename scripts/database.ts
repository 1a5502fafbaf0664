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

import { appSource, oldestPostgres } from '../api/src/platform/database/schema-version.ts'
import { runMain } from '../api/src/platform/run-main.ts'
import { missingEncryption } from '../contract/src/encrypted-url.ts'
import { ConfigurationError } from '../contract/src/start-error.ts'
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

/** Refuses an older PostgreSQL before anything is changed. */
const requireVersion = async (url: string): Promise<void> => {
  const version = await withClient(url, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') version`,
    )
    return rows[0]?.version ?? ''
  })
  if (Number.parseInt(version, 10) < oldestPostgres)
    throw new ConfigurationError(
      `PostgreSQL ${version} is too old: version ${String(oldestPostgres)} or later is required.`,
    )
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
    // Each side finds its own schema without naming it, and cannot look into the other's. Before the database exists, so
    // that no process keeps a connection without the setting.
    await client.query(`alter role ${app} set search_path = app, public`)
    await client.query(`alter role ${identity} set search_path = identity`)
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
    `)
  })
}

/** Migrates the application's schema; `lastMigration` stops at the tables of an older release. */
export const migrateApp = (ownerUrl: string, lastMigration?: string): Promise<string[]> =>
  migrateSchema(ownerUrl, { ...appSource, reader: databaseRoles.app }, lastMigration)

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
    ...(await migrateSchema(ownerUrl, {
      schema: 'identity',
      migrations: join(root, 'identity/migrations'),
      reader: databaseRoles.identity,
    })),
  ]
  await migrateJobs(ownerUrl)
  return applied
}

const requireVariable = (environment: NodeJS.ProcessEnv, name: string): string => {
  const value = environment[name]
  if (!value) throw new ConfigurationError(`Configuration: ${name} is missing`)
  return value
}

/** Returns the address of a database, unless others on the network could read the passwords that are sent to it. */
const requireDatabase = (environment: NodeJS.ProcessEnv, name: string): string => {
  const url = requireVariable(environment, name)
  const problem = missingEncryption('database', url)
  if (problem) throw new ConfigurationError(`Configuration: ${name}: ${problem}`)
  return url
}

/** Creates what `setupDatabase` does, with the passwords of the environment. */
export const setUp = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const url = requireDatabase(environment, 'SUPERUSER_DATABASE_URL')
  const passwords = {
    owner: requireVariable(environment, 'OWNER_PASSWORD'),
    app: requireVariable(environment, 'APP_PASSWORD'),
    identity: requireVariable(environment, 'IDENTITY_PASSWORD'),
  }
  await requireVersion(url)
  await setupDatabase(url, environment['DATABASE_NAME'] ?? 'baseline', passwords)
  return 'roles, database and schemas are ready'
}

const migrate = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const url = requireDatabase(environment, 'OWNER_DATABASE_URL')
  await requireVersion(url)
  const applied = await migrateDatabase(url)
  return applied.length ? `applied:\n  ${applied.join('\n  ')}` : 'nothing to apply'
}

/** Runs a command of the operator, and returns its exit code. */
export const runCommand = async (
  name: 'setup' | 'migrate',
  environment: NodeJS.ProcessEnv,
): Promise<number> => {
  console.log(await (name === 'setup' ? setUp(environment) : migrate(environment)))
  return 0
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const name = process.argv[2]
  if (name === 'setup' || name === 'migrate')
    await runMain(async () => {
      await runCommand(name, process.env)
    })
  else {
    console.error('usage: node scripts/database.ts setup | migrate')
    process.exitCode = 2
  }
}
