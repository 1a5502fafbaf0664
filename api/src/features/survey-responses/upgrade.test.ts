import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'
import { expect, inject, test } from 'vitest'

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
 * Creates the functions, triggers and views of an older release. Each file has the objects that the release
 * added or replaced; `.all.sql` has all objects, because the older files refer to columns that the release
 * renamed. Before a migration breaks the objects of the last release, copy them to a file with the name of
 * that release.
 */
const createReleasedCode = async (db: pg.Client, release: string) => {
  const files = (await readdir(releasedCode)).filter((file) => file <= `${release}.sql`).toSorted()
  const first = Math.max(
    0,
    files.findLastIndex((file) => file.endsWith('.all.sql')),
  )
  for (const file of files.slice(first)) await db.query(await readFile(join(releasedCode, file), 'utf8'))
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
  for (const table of ['counts', 'days', 'cells', 'places', 'durations', 'localities'].map(
    (name) => `response_${name}`,
  )) {
    const { rows } = await db.query<{ view: string | null }>(
      'select coalesce(to_regclass($1), to_regclass($2))::text view',
      [`${table}_recomputed`, `${table}_again`],
    )
    if (rows[0]?.view) await db.query(`truncate ${table}; insert into ${table} select * from ${rows[0].view}`)
  }
  const { rows } = await db.query<{ deltas: string }>(
    `select coalesce(to_regclass('response_deltas'), to_regclass('survey_total_deltas'))::text deltas`,
  )
  await db.query(`delete from ${rows[0]?.deltas ?? ''}`)
  await db.query(
    `update survey_totals set (response_count, last_response_at) = (select count(*), max(created_at) from survey_responses)`,
  )
}

const releases = (await readdir(appSource.migrations)).map((file) => file.replace(/\.sql$/, '')).toSorted()

/** Describes the schema of a new installation. */
const describeNewSchema = async () => {
  const database = await cloneDatabase(inject('superuserUrl'))
  const owner = new pg.Client({ connectionString: database.owner, options: '-c search_path=app,public' })
  await owner.connect()
  const described = await describeSchema(owner, 'all')
  await owner.end()
  await database.drop()
  return described
}

test.for(releases.filter((name) => name >= '0010').slice(0, -1))(
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
    expect(await describeSchema(owner, 'all')).toEqual(await describeNewSchema())
    await close()
    await owner.end()
  },
)
