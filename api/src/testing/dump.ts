import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import pg from 'pg'

/** Bytes that begin with the signature of gzip. */
const compressed = /\\\\x(1f8b[\da-f]+)/g
const decompress = (_match: string, hex: string): string => gunzipSync(Buffer.from(hex, 'hex')).toString()

/**
 * Returns all rows of all tables of all schemas, and the statistics of the planner, as one text. Compressed values
 * are decompressed.
 */
export const dumpDatabase = async (superuserUrl: string, databaseUrl: string): Promise<string> => {
  const url = new URL(superuserUrl)
  url.pathname = new URL(databaseUrl).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query('vacuum analyze')
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const parts: string[] = []
    for (const { name } of [...tables, { name: 'pg_stats' }]) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      parts.push(`${name}\n${rows.map(({ row }) => row.replaceAll(compressed, decompress)).join('\n')}`)
    }
    return parts.join('\n')
  } finally {
    await client.end()
  }
}

/** Returns the bytes of all stored files as one text. */
export const dumpFiles = (folder: string): string =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`)
    .join('\n')
