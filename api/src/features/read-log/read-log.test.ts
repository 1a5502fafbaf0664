import { listUsers } from '@baseline/contract/iam/contract.ts'
import { listReadAlerts, listReadLog } from '@baseline/contract/read-log/contract.ts'
import { createSurveyResponse, getSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startMailCatcher } from '../../../../scripts/stack/mail-catcher.ts'
import type { Read } from '../../platform/read-log.ts'
import { insertReads } from '../../platform/read-log.ts'
import { createOpenSurvey, interview } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { maintainReadLogJob, readAlertJob, readAlertMailJob } from './jobs.ts'

let mail: Awaited<ReturnType<typeof startMailCatcher>>
let world: World
beforeAll(async () => {
  mail = await startMailCatcher()
  world = await openWorld({ SMTP_URL: mail.smtpUrl, READ_ALERT_RECORDS: '1000', READ_LOG_MONTHS: '3' })
})
afterAll(async () => {
  await world.close()
  await mail.stop()
})

beforeEach(async () => {
  await world.services.readLog.flush(Infinity)
  await world.queryAsOwner('truncate read_log, read_alerts')
})

const query = async (name: string) => {
  const { rows } = await world.services.pool.query<{ data: unknown }>(
    'select data from jobs.job where name = $1 order by created_on',
    [name],
  )
  return rows.map(({ data }) => readAlertMailJob.data.parse(data))
}

const read = (more: Partial<Read> = {}): Read => ({
  userId: world.people.supervisor.id,
  entity: 'surveyResponse',
  kind: 'list',
  recordId: null,
  filter: null,
  recordCount: 1,
  ...more,
})

const list = async (request: object) => (await world.as('manager')(listReadLog, { query: request })).body

describe('the list', () => {
  test('shows who read what, newest first, with filters and as a whole', async () => {
    const surveyId = await createOpenSurvey(world.db)
    const data = interview(surveyId)
    const { id, displayId } = (await world.as('manager')(createSurveyResponse, { body: { data } })).body
    await world.as('supervisor')(getSurveyResponse, { params: { id } })
    await world.services.readLog.flush()
    await world.as('manager')(listUsers, { query: { limit: 2, filter: { email: 'example' } } })
    await world.services.readLog.flush()

    const { rows, count } = await list({ limit: 10 })
    expect(count).toBe(2)
    expect(rows).toMatchObject([
      {
        userEmail: 'manager@example.org',
        entity: 'user',
        kind: 'list',
        recordId: null,
        recordLabel: null,
        filter: { email: 'example' },
        recordCount: 2,
      },
      {
        userId: world.people.supervisor.id,
        userEmail: 'supervisor@example.org',
        userName: null,
        entity: 'surveyResponse',
        kind: 'record',
        recordId: id,
        recordLabel: displayId,
        filter: null,
        recordCount: 1,
      },
    ])
    const kindsOf = async (filter: object) => (await list({ limit: 10, filter })).rows.map(({ kind }) => kind)
    expect(await kindsOf({ user: 'SUPERV' })).toEqual(['record'])
    expect(await kindsOf({ user: 'nobody' })).toEqual([])
    expect(await kindsOf({ kind: ['list', 'export'] })).toEqual(['list'])
    expect(await kindsOf({ entity: 'surveyResponse' })).toEqual(['record'])
    expect(await kindsOf({ recordId: id })).toEqual(['record'])
    expect(await kindsOf({ recordId: 'no id' })).toEqual([])
    expect(await kindsOf({ timestampRange: ['', '2020-01-01T00:00:00Z'] })).toEqual([])
    expect(await kindsOf({ timestampRange: ['2020-01-01T00:00:00Z'] })).toEqual(['list', 'record'])
    expect(await list({ limit: 1, offset: 1, orderBy: 'timestamp_ASC' })).toMatchObject({
      count: 2,
      rows: [{ kind: 'list' }],
    })
    expect((await list({})).rows).toEqual(rows)
  })

  test('shows the reads of a user who was deleted', async () => {
    await insertReads(world.db, [read({ userId: crypto.randomUUID() })])
    expect((await list({ limit: 10 })).rows).toMatchObject([{ userEmail: null, userName: null }])
  })
})

describe('an alert', () => {
  const run = () => readAlertJob.run({}, world.services)
  const alerts = async () => (await world.as('manager')(listReadAlerts)).body
  const today = () => new Date().toISOString().slice(0, 10)

  test('is raised once per day for a user above the limit, and mailed to enabled managers', async () => {
    await insertReads(world.db, [read({ recordCount: 600 }), read({ kind: 'wholeList', recordCount: 400 })])
    await run()
    // The limit itself is allowed.
    expect(await alerts()).toEqual([])
    await insertReads(world.db, [read(), read({ userId: world.people.manager.id, recordCount: 999 })])
    await run()
    await insertReads(world.db, [read({ recordCount: 5_000 })])
    await run()
    const alert = { userId: world.people.supervisor.id, day: today(), recordCount: 1_001 }
    expect(await alerts()).toEqual([{ ...alert, userEmail: 'supervisor@example.org', userName: null }])

    const jobs = await query('read-alert-mail')
    // The other manager has not verified the address yet, but is enabled.
    expect(jobs.map(({ to }) => to).toSorted()).toEqual(['manager@example.org', 'unverified@example.org'])
    await readAlertMailJob.run(jobs[0]!, world.services)
    const [received] = mail.mails
    expect(received?.subject).toBe(
      'Baseline Survey: unusually many records read / Baseline Survey: leitura de registros acima do normal',
    )
    for (const text of ['supervisor@example.org read at least 1,001', 'leu pelo menos 1.001', '/read-log'])
      expect(received?.text).toContain(text)
    expect(received?.html).toContain('<a href="http')
  })

  test('counts a file once that a user exports and then fetches', async () => {
    const recordId = crypto.randomUUID()
    const file = { entity: 'surveyExport', recordId, recordCount: 900 } as const
    const reads = [read({ ...file, kind: 'export' }), read({ ...file, kind: 'download' })]
    await insertReads(world.db, reads)
    await run()
    expect(await alerts()).toEqual([])
    await insertReads(world.db, [read({ ...file, kind: 'export', recordId: crypto.randomUUID() })])
    await run()
    expect(await alerts()).toMatchObject([{ recordCount: 1_800 }])
  })

  test('is raised for the reads of yesterday, but not for older ones', async () => {
    const insertDaysAgo = (days: number, userId: string) =>
      world.queryAsOwner(
        `insert into read_log (timestamp, user_id, entity, kind, record_count)
         values (now() - make_interval(days => $1), $2, 'user', 'list', 2000)`,
        [days, userId],
      )
    await world.queryAsOwner(
      `create table if not exists read_log_past partition of read_log for values
         from ('2000-01-01Z') to ('${today().slice(0, 7)}-01Z')`,
    )
    await insertDaysAgo(1, world.people.supervisor.id)
    await insertDaysAgo(2, world.people.monitor.id)
    await run()
    const yesterday = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10)
    expect(await alerts()).toMatchObject([{ userId: world.people.supervisor.id, day: yesterday }])
    await world.queryAsOwner('drop table read_log_past')
  })

  test('is never raised with the limit 0', async () => {
    await insertReads(world.db, [read({ recordCount: 1_000_000 })])
    await readAlertJob.run({}, { ...world.services, readAlertRecords: 0 })
    expect(await alerts()).toEqual([])
  })
})

describe('the retention', () => {
  const partitions = async () => {
    const { rows } = await world.services.pool.query<{ name: string }>(
      `select relname as name from pg_inherits join pg_class on oid = inhrelid
       where inhparent = 'read_log'::regclass order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  const monthsFromNow = (months: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
  }
  const partitionOf = (months: number) => `read_log_${monthsFromNow(months).replace('-', '_')}`
  const createPartition = (months: number) =>
    world.queryAsOwner(
      `create table ${partitionOf(months)} partition of read_log for values
         from ('${monthsFromNow(months)}-01Z') to ('${monthsFromNow(months + 1)}-01Z')`,
    )

  test('drops the months that are too old, and creates the next three', async () => {
    for (const months of [-5, -4, -3]) await createPartition(months)
    await world.queryAsOwner(`drop table ${partitionOf(3)}`)
    await maintainReadLogJob.run({}, world.services)
    expect(await partitions()).toEqual([-3, 0, 1, 2, 3].map(partitionOf))
    await world.queryAsOwner(`drop table ${partitionOf(-3)}`)
  })

  test('keeps three months, even if the application asks for less', async () => {
    await createPartition(-3)
    await world.services.pool.query('select maintain_read_log(-100)')
    expect(await partitions()).toContain(partitionOf(-3))
  })
})
