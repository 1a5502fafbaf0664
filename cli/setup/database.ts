import { existsSync } from 'node:fs'

import pg from 'pg'

import { ConfigurationError } from '../../contract/src/start-error.ts'
import { setUp } from '../../scripts/database.ts'

const socketFolder = '/var/run/postgresql'

interface Addresses {
  app: string
  identity: string
  owner: string
}

/** Whether all roles can connect, and the last step of an earlier setup is done. */
const isSetUp = async (addresses: Addresses): Promise<boolean> => {
  for (const address of Object.values(addresses) as string[]) {
    const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5_000 })
    try {
      await client.connect()
      const { rows } = await client.query<{ done: boolean }>(
        `select to_regnamespace('jobs') is not null done`,
      )
      if (!rows[0]?.done) return false
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return true
}

/** Runs as a user of the machine: PostgreSQL trusts its superuser `postgres` on the socket without a password. */
const asUser = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  process.seteuid?.(name)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

/** Creates the roles and the database with the passwords of the addresses, unless they exist. */
export const createDatabase = async (addresses: Addresses, server: string | undefined): Promise<void> => {
  if (await isSetUp(addresses)) return
  const passwordOf = (address: string) => decodeURIComponent(new URL(address).password)
  const environment = (superuserUrl: string) => ({
    SUPERUSER_DATABASE_URL: superuserUrl,
    DATABASE_NAME: new URL(addresses.owner).pathname.slice(1),
    APP_PASSWORD: passwordOf(addresses.app),
    IDENTITY_PASSWORD: passwordOf(addresses.identity),
    OWNER_PASSWORD: passwordOf(addresses.owner),
  })
  if (server) {
    console.log(await setUp(environment(server)))
    return
  }
  const { hostname, port } = new URL(addresses.owner)
  if (!['127.0.0.1', 'localhost'].includes(hostname))
    throw new ConfigurationError(
      `The database at ${hostname} refuses the roles of /etc/baseline. Create them with --database URL of a superuser.`,
    )
  if (!existsSync(`${socketFolder}/.s.PGSQL.${port || '5432'}`))
    throw new ConfigurationError(
      `No PostgreSQL runs on this machine at port ${port || '5432'}. Install it with: apt install postgresql`,
    )
  const address = `postgres://postgres@localhost:${port || '5432'}/postgres?host=${socketFolder}`
  console.log(await asUser('postgres', () => setUp(environment(address))))
}
