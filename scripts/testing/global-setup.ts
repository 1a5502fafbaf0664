import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { databaseRoles, migrateDatabase, setupDatabase } from '../database.ts'
import { startPostgres } from '../stack/postgres.ts'
import { templateDatabase } from './database.ts'

/** Starts one PostgreSQL per test run with a migrated template database, which each test file clones. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const postgres = await startPostgres({
    directory: join(await mkdtemp(join(tmpdir(), 'baseline-test-')), 'postgres'),
    throwaway: true,
  })
  const superuserUrl = postgres.url('postgres')
  await setupDatabase(superuserUrl, templateDatabase, { owner: 'owner', app: 'app', identity: 'identity' })
  await migrateDatabase(postgres.url(templateDatabase, { role: databaseRoles.owner, password: 'owner' }))
  project.provide('superuserUrl', superuserUrl)
  return () => postgres.stop()
}
