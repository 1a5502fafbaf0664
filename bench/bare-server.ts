/**
 * The least that a server can do: takes a call, runs the statements that the api runs for it, the look-up of the person
 * included, and sends the rows. No token is verified, nothing validated, nothing serialised by a schema.
 */
import { createServer } from 'node:http'

import pg from 'pg'

import type { Statement } from './statements.ts'

const statements = JSON.parse(process.env['STATEMENTS'] ?? '[]') as Statement[] // from throughput.ts
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  options: '-c max_parallel_workers_per_gather=0',
})
/** Named where the api's are. */
const queries = statements.map(({ text, values }, n) => ({
  ...(text.includes('/* often */') ? { name: `s${String(n)}` } : {}),
  text,
  values: [...values],
}))

createServer((_request, response) => {
  const answer = async () => {
    let rows: unknown[] = []
    for (const query of queries) ({ rows } = await pool.query<object>(query))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ rows }))
  }
  void answer()
}).listen(Number(process.env['PORT']), '127.0.0.1')
