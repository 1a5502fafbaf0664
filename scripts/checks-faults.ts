/**
 * Changes responses at random while the worker is killed, then compares the flags, the queue of reviewers and the
 * figures of enumerators with a computation from scratch, row by row:
 *   npm run checks-faults [-- --small] [--changes 100000] [--seed 1]
 * Exits with 1 if a row differs.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { calibrateChecks } from '../api/src/features/survey-responses/checks/queued/calibrate-job.ts'
import { foldCounts } from '../api/src/features/survey-responses/counts/counts-job.ts'
import { connect } from '../api/src/platform/database/database.ts'
import { changeResponses, createChanges } from './checks-faults/change-responses.ts'
import { compareWithRecomputation } from './checks-faults/recompute.ts'
import { openSurvey } from './detection/load.ts'
import { smallWorld } from './detection/settings.ts'
import { lastMidnight, makeWorld } from './detection/world.ts'
import { createChance } from './seed/chance.ts'
import type { Chance } from './seed/chance.ts'
import { signInDemoUser } from './stack/session.ts'
import { startStack } from './stack/stack.ts'

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    changes: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const changes = Number(values.changes ?? (values.small ? 2_000 : 100_000))
const kills = values.small ? 2 : 5
const concurrency = 16
const publicUrl = 'http://127.0.0.1:1'

const directory = await mkdtemp(join(tmpdir(), 'baseline-checks-'))
const stack = await startStack({
  directory: join(directory, 'postgres'),
  throwaway: true,
  publicUrl,
  onLine: (from, line) => console.error(`${from.padEnd(8)} ${line}`),
})
const urls = { owner: stack.databaseUrl('owner'), app: stack.databaseUrl('app') }
const interviews = makeWorld(smallWorld, lastMidnight(Date.now()))
const { db, streams, close } = connect({ databaseUrl: urls.app, databasePoolSize: 2 }, () => {})
const survey = await openSurvey(db, interviews, 'checks-faults')

const owner = new pg.Pool({ connectionString: urls.owner, options: '-c search_path=app,public', max: 4 })
const countQueued = async (): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from check_queue')
  return rows[0]?.n ?? 0
}

/**
 * Requests that everything that responses are compared with is computed again. No worker may run: its updates of the
 * same rows, in another order, would end in a deadlock.
 */
const expireCalibrations = () =>
  owner.query(`update check_calibrations set computed_at = now() - interval '2 days'`)

/** Stores a photo, as the worker does after a phone has sent it. Some responses have the same one. */
const addPhoto = async (responseId: string, chance: Chance): Promise<void> => {
  await owner.query(
    `insert into files (folder, key, name, content_type, size, sha256, survey_id, response_id, question, taken_at,
       unused_since, created_by)
     select 'surveyResponses', gen_random_uuid()::text, 'a.jpg', 'image/jpeg', 1, sha256($1), survey_id, id, 'house',
       start_time + make_interval(mins => $2), null, user_id
     from survey_responses where id = $3 and user_id is not null`,
    [Buffer.of(chance.integer(0, 255)), chance.integer(-60, 120), responseId],
  )
}

const session = await signInDemoUser({ ...stack, publicUrl }, 'manager@example.org')
const remaining = { changes, answers: new Map<string, number>() }
const startedAt = Date.now()
const work = Promise.all(
  Array.from({ length: concurrency }, (_, n) => {
    const chance = createChance(Number(values.seed) * 1_000 + n)
    const next = createChanges(chance, interviews)
    const target = { url: stack.apiUrl, bearer: session.bearer, surveyId: survey.id, next, chance, addPhoto }
    return changeResponses(target, remaining)
  }),
)
let killed = 0
for (; killed < kills; killed += 1) {
  // Evenly over the changes, and only while there is something to check.
  const until = changes * (1 - (killed + 1) / (kills + 1))
  while (remaining.changes > until) await sleep(20)
  while ((await countQueued()) === 0 && remaining.changes > 0) await sleep(5)
  const worker = stack.worker().process
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  worker.kill('SIGKILL')
  await exited
  await expireCalibrations()
  await stack.startWorker()
  await foldCounts(db)
  await calibrateChecks(streams, 'UTC', 600)
}
await work
const seconds = Math.round((Date.now() - startedAt) / 1_000)
console.log(`${String(changes)} changes in ${String(seconds)} s, worker killed ${String(killed)} times`)
console.log(`answers: ${JSON.stringify(Object.fromEntries(remaining.answers))}`)
const settledAt = Date.now()
while ((await countQueued()) > 0) await sleep(200)
console.log(`the queue was empty ${String(Math.round((Date.now() - settledAt) / 1_000))} s later`)
await close()
await owner.end()
await stack.worker().stop()
const differences = await compareWithRecomputation(urls)
await stack.stop()
await rm(directory, { recursive: true, force: true })

for (const { table, rows, missing, added } of differences) {
  console.log(`${table}: ${String(rows)} rows, ${String(missing.length + added.length)} differ`)
  for (const row of missing.slice(0, 5)) console.log(`  only stored:   ${row}`)
  for (const row of added.slice(0, 5)) console.log(`  only computed: ${row}`)
}
const isRight =
  killed === kills &&
  differences.every(({ rows, missing, added }) => rows > 0 && missing.length + added.length === 0)
console.log(isRight ? 'the stored rows equal a computation from scratch' : 'FAILED: rows differ')
process.exit(isRight ? 0 : 1)
