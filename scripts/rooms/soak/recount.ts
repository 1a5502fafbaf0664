/**
 * Counts all responses, and prints how many rows of the rollups are wrong. Runs in the network of a server, whose
 * database listens on its loopback only: `ip netns exec NAME node recount.ts`, with OWNER_DATABASE_URL.
 */
import { recount } from '../../../api/src/features/survey-responses/counts/counts-job.ts'
import { connect } from '../../../api/src/platform/database/database.ts'

const databaseUrl = new URL(process.env['OWNER_DATABASE_URL'] ?? '')
databaseUrl.searchParams.set('options', '-c search_path=app,public')
const { streams } = connect({ databaseUrl: databaseUrl.href, databasePoolSize: 1 }, (error) => {
  throw error
})
console.log(String(await recount(streams)))
process.exit()
