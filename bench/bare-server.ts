/**
 * A minimal server to compare with: runs the statements of the api for one call, including the user look-up,
 * and sends the rows. It verifies no token, validates no input and serialises without a schema.
 */
import { createServer } from 'node:http'

import pg from 'pg'

import type { Statement } from './statements.ts'

const statements = JSON.parse(process.env['STATEMENTS'] ?? '[]') as Statement[] // set by throughput.ts
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  options: '-c max_parallel_workers_per_gather=0',
})
/** Uses a named prepared statement where the api does. */
const queries = statements.map(({ text, values }, n) => ({
  ...(text.includes('/* prepared */') ? { name: `s${String(n)}` } : {}),
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
