import { readdirSync, readFileSync } from 'node:fs'

import type pg from 'pg'

const ticksPerSecond = 100

const statOf = (pid: number): string[] | undefined => {
  try {
    // The name of the program is in parentheses and can contain spaces.
    return readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ')
  } catch {
    return undefined // the process has ended
  }
}
const parentOf = (pid: number): number => Number(statOf(pid)?.[1])

/** Processor time of a process in milliseconds, with that of ended children. */
export const cpuOf = (pid: number): number =>
  [11, 12, 13, 14].reduce((sum, field) => sum + Number(statOf(pid)?.[field] ?? 0), 0) *
  (1_000 / ticksPerSecond)

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)

/** Processor time of the server of a connection in milliseconds, with all of its processes. */
export const cpuOfDatabase = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  return [postmaster, ...childrenOf(postmaster)].reduce((sum, process) => sum + cpuOf(process), 0)
}
