import { randomUUID } from 'node:crypto'

import pg from 'pg'

import { databaseRoles } from '../database.ts'

export const templateDatabase = 'baseline_template'

export interface TestDatabase {
  /** Connection URLs of the three roles. */
  owner: string
  app: string
  identity: string
  drop: () => Promise<void>
}

/** Creates a separate database for one test file, so that commits, locks and jobs are real. */
export const cloneDatabase = async (superuserUrl: string): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: superuserUrl })
    client.on('error', () => {})
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`create database ${name} template ${templateDatabase}`)
  const as = (role: keyof typeof databaseRoles): string => {
    const url = new URL(superuserUrl)
    url.username = databaseRoles[role]
    url.password = role
    url.pathname = `/${name}`
    return url.href
  }
  return {
    owner: as('owner'),
    app: as('app'),
    identity: as('identity'),
    drop: () => administer(`drop database ${name} with (force)`),
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    superuserUrl: string
  }
}
