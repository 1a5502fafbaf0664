import { z } from 'zod'

import { BackupError, runProgram } from './run-program.ts'

const Clusters = z.array(
  z.object({
    version: z.coerce.string(),
    cluster: z.string(),
    port: z.coerce.number(),
    pgdata: z.string(),
    configdir: z.string(),
    socketdir: z.string(),
    running: z.coerce.boolean(),
  }),
)
/** A PostgreSQL server of this machine, as Debian names it. */
export type Cluster = z.infer<typeof Clusters>[number]

/** Whether the database is on this machine. Then this command backs it up. */
export const isLocalDatabase = (databaseUrl: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/.test(new URL(databaseUrl).hostname)

/** Finds the server of `DATABASE_URL` on this machine, even if the server is stopped. */
export const findCluster = async (databaseUrl: string): Promise<Cluster> => {
  if (!isLocalDatabase(databaseUrl))
    throw new BackupError('The database is on another machine. Back it up there.')
  const clusters = Clusters.parse(JSON.parse(await runProgram('pg_lsclusters', ['--json'])))
  const port = Number(new URL(databaseUrl).port || 5432)
  const cluster = clusters.find((candidate) => candidate.port === port)
  if (!cluster) throw new BackupError(`This machine has no PostgreSQL on port ${String(port)}.`)
  return cluster
}

/** Starts, stops or restarts the server; Debian's program passes this on to systemd. */
export const controlCluster = async (
  action: 'start' | 'stop' | 'restart',
  { version, cluster }: Cluster,
): Promise<void> => {
  await runProgram('pg_ctlcluster', [version, cluster, action])
}

/** Runs statements as the superuser of the server, and returns the values of the rows, one per line. */
export const queryCluster = async (
  { port, socketdir }: Pick<Cluster, 'port' | 'socketdir'>,
  statements: string,
  database = 'postgres',
): Promise<string> => {
  const options = ['-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1']
  const place = ['-h', socketdir, '-p', String(port), '-d', database]
  const output = await runProgram('psql', [...options, ...place], { user: 'postgres', input: statements })
  return output.trim()
}
