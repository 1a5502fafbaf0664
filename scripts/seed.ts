/**
 * Adds generated responses to the demo survey of a running development installation:
 *   npm run seed -- --responses 100000
 * `npm run dev` starts with 5,000 of the same kind. Set OWNER_DATABASE_URL to use another database.
 */
import { parseArgs } from 'node:util'

import { databaseRoles } from './database.ts'
import { loadResponses } from './seed/load.ts'

const { values } = parseArgs({
  options: {
    responses: { type: 'string' },
    days: { type: 'string', default: '730' },
    seed: { type: 'string', default: '1' },
  },
})
const count = Number(values.responses)
if (!Number.isInteger(count) || count < 1) {
  console.error('usage: npm run seed -- --responses N [--days 730] [--seed 1]')
  process.exit(2)
}
/** URL of the database of `npm run dev`. */
const devDatabase = (): string => {
  const url = new URL('postgres://127.0.0.1:54329/baseline')
  url.username = databaseRoles.owner
  url.password = 'owner'
  return url.href
}
const ownerUrl = process.env['OWNER_DATABASE_URL'] ?? devDatabase()
const startedAt = Date.now()
await loadResponses(ownerUrl, {
  count,
  days: Number(values.days),
  villages: Math.min(20_000, 200 + Math.ceil(count / 500)),
  enumerators: Math.min(5_000, 60 + Math.ceil(count / 2_000)),
  seed: Number(values.seed),
})
const seconds = (Date.now() - startedAt) / 1000
console.log(
  `${count.toLocaleString('en')} responses in ${seconds.toFixed(1)} s: ${Math.round(count / seconds).toLocaleString('en')} a second, indexes included`,
)
