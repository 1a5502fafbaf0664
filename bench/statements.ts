import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { Db } from '../api/src/platform/database/database.ts'
import type { Schema } from '../api/src/platform/database/schema.ts'
import type { BenchStack } from './bench-stack.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Returns every statement that `work` sends to the database. */
export const recordStatements = async (
  { pool }: BenchStack,
  work: (db: Db) => Promise<unknown>,
): Promise<Statement[]> => {
  const statements: Statement[] = []
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push({ text: query.sql, values: query.parameters }),
  })
  await work(db)
  return statements
}

const toLiteral = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`)
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`)
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Returns the statement on one line, with its values inlined and without its comments. */
export const inlineValues = ({ text, values }: Statement): string =>
  text
    .replaceAll(/ -- .*$/gm, '')
    .replaceAll(/\$(\d+)/g, (_, n: string) => toLiteral(values[Number(n) - 1]))
    .replaceAll(/\s+/g, ' ')

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${command} exited with ${String(code)}: ${output.slice(-800)}`)),
    )
  })

type Load = { clients: number; prepared?: boolean } & ({ seconds: number } | { transactions: number })

/** Returns the transactions per second that pgbench reaches with these scripts, each one transaction. */
export const pgbench = async (
  { stack }: BenchStack,
  scripts: readonly string[],
  { clients, prepared = false, ...duration }: Load,
): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-bench-'))
  try {
    const files = await Promise.all(
      scripts.map(async (script, n) => {
        const file = join(folder, `${String(n)}.sql`)
        await writeFile(file, script)
        return file
      }),
    )
    const url = new URL(stack.databaseUrl('app'))
    const output = await run(
      'pgbench',
      [
        ...(prepared ? ['--protocol=prepared'] : []),
        '-n',
        `--client=${String(clients)}`,
        'seconds' in duration
          ? `--time=${String(duration.seconds)}`
          : `--transactions=${String(duration.transactions)}`,
        `--host=${url.hostname}`,
        `--port=${url.port}`,
        `--username=${url.username}`,
        ...files.flatMap((file) => ['-f', file]),
        url.pathname.slice(1),
      ],
      { PGPASSWORD: url.password, PGOPTIONS: '-c max_parallel_workers_per_gather=0' },
    )
    const [, rate] = /^tps = ([\d.]+)/m.exec(output) ?? []
    if (!rate) throw new Error(`pgbench reported no rate: ${output}`)
    return Number(rate)
  } finally {
    await rm(folder, { recursive: true })
  }
}
