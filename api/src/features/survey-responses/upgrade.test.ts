import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'

import { databaseRoles, migrateApp, setupDatabase } from '../../../../scripts/database.ts'
import { cloneDatabase } from '../../../../scripts/testing/database.ts'
import { runBackfills } from '../../platform/database/backfill-job.ts'
import { connect } from '../../platform/database/database.ts'
import { appSource } from '../../platform/database/schema-version.ts'
import { describeSchema } from '../../testing/describe-schema.ts'
import { recount } from './counts/counts-job.ts'

const surveyId = '01890000-0000-7000-8000-000000000001'

const releasedCode = join(import.meta.dirname, '../../testing/released-code')

/**
 * Creates the functions, triggers and views of an older release. The first file has all objects, each later one the
 * objects that its release added or replaced. Before a migration breaks the objects of the last release, copy them to
 * a file with the name of that release.
 */
const createReleasedCode = async (db: pg.Client, release: string) => {
  const files = (await readdir(releasedCode)).filter((file) => file <= `${release}.sql`).toSorted()
  for (const file of files) await db.query(await readFile(join(releasedCode, file), 'utf8'))
  await db.query('select make_response_partitions()')
}

/** Inserts responses with columns that every release has. */
const put = (db: pg.Client, from: number, to: number) =>
  db.query(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, survey_date, start_time,
       end_time, investigator_name, supervisor_name, district_name, village, village_type, latitude, longitude, created_at)
     select $1, 1, 'Baseline', 'id-' || n, (array['submitted', 'verified', 'returned'])[1 + n % 3], date '2026-03-01' + n % 5,
       timestamptz '2026-03-01 08:00Z', timestamptz '2026-03-01 08:00Z' + n % 7 * interval '5 minutes',
       'Ana ' || n % 4, 'João', nullif('Évora', (array['Évora', ''])[1 + n % 2]), 'Tête ' || n % 3, 'Rural', -25 - n % 3, 32,
       timestamptz '2026-03-02 08:00Z' + n * interval '1 second'
     from generate_series($2::int, $3::int) n`,
    [surveyId, from, to],
  )

/** Brings the rollups of the release up to date, as after a fold. */
const addUp = async (db: pg.Client) => {
  for (const name of ['counts', 'days', 'cells', 'places', 'durations', 'localities'])
    await db.query(
      `truncate response_${name}; insert into response_${name} select * from response_${name}_recomputed`,
    )
  await db.query('delete from response_deltas')
  await db.query(
    `update survey_totals set (response_count, last_response_at) = (select count(*), max(created_at) from survey_responses)`,
  )
}

const releases = (await readdir(appSource.migrations)).map((file) => file.replace(/\.sql$/, '')).toSorted()

/** The last migration of the first release, 0.1.0. */
const firstRelease = '0035-team-lists'

let newSchema: Awaited<ReturnType<typeof describeSchema>>

beforeAll(async () => {
  const database = await cloneDatabase(inject('superuserUrl'))
  const owner = new pg.Client({ connectionString: database.owner, options: '-c search_path=app,public' })
  await owner.connect()
  newSchema = await describeSchema(owner, 'all')
  await owner.end()
  await database.drop()
})

test.for(releases.filter((name) => name >= firstRelease).slice(0, -1))(
  'an upgrade from %s counts every response once, including pending deltas',
  async (release) => {
    const url = new URL(inject('superuserUrl'))
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await setupDatabase(url.href, name, { owner: 'owner', app: 'app', identity: 'identity' })
    url.pathname = `/${name}`
    const as = (role: keyof typeof databaseRoles) =>
      Object.assign(new URL(url), { username: databaseRoles[role], password: role }).href
    await migrateApp(as('owner'), release)
    const owner = new pg.Client({ connectionString: as('owner'), options: '-c search_path=app,public' })
    await owner.connect()
    await createReleasedCode(owner, release)
    await owner.query(`insert into surveys (id, form_id, label) values ($1, 'baseline', 'Baseline')`, [
      surveyId,
    ])
    await owner.query('insert into survey_totals (survey_id) values ($1)', [surveyId])
    await put(owner, 1, 40)
    await addUp(owner)
    await put(owner, 41, 80)
    await owner.query(`update survey_responses set status = 'approved' where display_id in ('id-7', 'id-50')`)
    await owner.query(`delete from survey_responses where display_id in ('id-8', 'id-51')`)

    await migrateApp(as('owner'))
    const { db, close } = connect({ databaseUrl: as('app'), databasePoolSize: 2 }, () => {})
    await runBackfills(db, 60)
    expect(await recount(db)).toBe(0)
    const { rows } = await owner.query<{ right: boolean; n: number }>(
      `select response_count n, last_response_at = (select max(created_at) from survey_responses) "right" from survey_totals`,
    )
    expect(rows).toEqual([{ n: 78, right: true }])
    const { rows: derived } = await owner.query(
      'select count(cell)::int cells, count(minutes)::int minutes from survey_responses',
    )
    expect(derived).toEqual([{ cells: 78, minutes: 78 }])
    const { rows: villages } = await owner.query(
      `select folded, label from response_names where kind = 'village' order by folded`,
    )
    expect(villages).toEqual([0, 1, 2].map((n) => ({ folded: `tete ${n}`, label: `Tête ${n}` })))
    expect(await describeSchema(owner, 'all')).toEqual(newSchema)
    await close()
    await owner.end()
  },
)
