import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startMailCatcher } from '../../scripts/stack/mail-catcher.ts'
import { findFreePort } from '../../scripts/stack/processes.ts'
import { checkMetrics } from '../../scripts/testing/promtool.ts'
import { countMails } from './platform/metrics.ts'
import { foldersOf } from './platform/monitoring/disk.ts'
import { readFindings, registerReadings } from './platform/monitoring/reading.ts'
import { summaryJob, summaryMailJob } from './platform/monitoring/summary-job.ts'
import { readings } from './readings.ts'
import { createPhone } from './testing/phone.ts'
import { createOpenSurvey, interview } from './testing/responses.ts'
import { issuer } from './testing/token-issuer.ts'
import { openWorld } from './testing/world.ts'
import type { World } from './testing/world.ts'

let folder: string
let port: number
let mail: Awaited<ReturnType<typeof startMailCatcher>>
let world: World
const edge: { server?: ReturnType<typeof createServer> } = {}

/** Starts an https server with a certificate for the given days, and answers as the edge does. */
const startServer = async (days: number): Promise<void> => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const options = `req -x509 -newkey rsa:2048 -nodes -days ${String(days)} -subj /CN=localhost`.split(' ')
  execFileSync('openssl', [...options, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const files = { key: await readFile(key), cert: await readFile(cert) }
  edge.server?.closeAllConnections()
  edge.server?.close()
  edge.server = createServer(files, (_request, response) => response.end('{}'))
  edge.server.listen(port, '127.0.0.1')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-readings-'))
  port = await findFreePort()
  mail = await startMailCatcher()
  await startServer(90)
  world = await openWorld({
    PUBLIC_URL: `https://localhost:${String(port)}`,
    TOKEN_ISSUER: issuer,
    SMTP_URL: mail.smtpUrl,
    BACKUP_STATE_FILE: join(folder, 'last.json'),
    DATABASE_FOLDER: folder,
  })
})
afterAll(async () => {
  await world.close()
  await mail.stop()
  edge.server?.closeAllConnections()
  edge.server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The certificate of the test is not trusted, so that the product is not reachable through it. */
const unreachable = () => ({ key: 'down', params: { url: world.config.publicUrl } })

/** Returns the samples that a new scrape gets, as lines. */
const scrape = async (): Promise<string[]> => {
  const register = new Registry()
  registerReadings(register, readings, world.services)
  const text = await register.metrics()
  expect(checkMetrics(text)).toEqual([])
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
const valueOf = async (name: string): Promise<number> =>
  Number((await scrape()).find((line) => line.startsWith(`${name} `))?.split(' ')[1])

/** Leaves out the disk: the machine of the test can have little space. */
const findings = async () => (await world.services.readFindings()).filter(({ key }) => key !== 'disk')

test('finds nothing to report in a healthy installation', async () => {
  expect(await findings()).toEqual([unreachable()])
})

test('exports the figures of the queue, and reports failed and late jobs', async () => {
  await world.services.pool.query(
    `insert into jobs.job (name, state, start_after, completed_on) values
      ('purge', 'failed', now(), now()), ('purge', 'failed', now(), now() - interval '3 days'),
      ('account-mail', 'failed', now(), now()), ('account-mail', 'retry', now() + interval '1 minute', null),
      ('thumbnail', 'created', now() - interval '1 hour', null), ('thumbnail', 'active', now(), null)`,
  )
  const samples = await scrape()
  expect(samples).toEqual(
    expect.arrayContaining([
      'baseline_jobs{queue="purge",state="failed"} 2',
      'baseline_jobs{queue="account-mail",state="retry"} 1',
      'baseline_jobs{queue="thumbnail",state="waiting"} 1',
      'baseline_jobs{queue="thumbnail",state="active"} 1',
      'baseline_jobs{queue="survey-export",state="waiting"} 0',
      'baseline_mails_waiting 1',
    ]),
  )
  const oldest = await valueOf('baseline_job_oldest_waiting_seconds{queue="thumbnail"}')
  expect(oldest).toBeGreaterThanOrEqual(3_600)
  expect(oldest).toBeLessThan(3_700)
  expect(await findings()).toEqual([
    unreachable(),
    { key: 'jobsFailed', params: { jobs: 'purge 1' } },
    { key: 'jobsWaiting', params: { jobs: 'thumbnail 1' } },
    { key: 'mailsFailed', params: { count: 1 } },
  ])
  await world.services.pool.query('delete from jobs.job')
})

test('exports the expiry of the certificate, even if the certificate is not trusted', async () => {
  const days =
    (await valueOf('baseline_certificate_expiry_timestamp_seconds')) / 86_400 - Date.now() / 86_400_000
  expect(days).toBeCloseTo(90, 1)
  await startServer(20)
  expect(await findings()).toContainEqual({
    key: 'certificate',
    params: { host: 'localhost', days: 19 },
  })
  await startServer(90)
})

test('exports the times of backups, and reports old ones', async () => {
  expect((await scrape()).join('\n')).not.toContain('baseline_backup')
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const write = (state: object) => writeFile(join(folder, 'last.json'), JSON.stringify(state))
  await write({ database: ago(35), files: ago(1), verified: ago(24 * 7) })
  const kind = 'baseline_backup_last_success_timestamp_seconds{kind="database"}'
  expect(Date.now() / 1000 - (await valueOf(kind))).toBeCloseTo(35 * 3_600, -2)
  expect(await findings()).toEqual([unreachable()])
  await write({ database: ago(1), files: ago(38), verified: ago(24 * 9) })
  expect(await findings()).toEqual([
    unreachable(),
    { key: 'backupOld', params: { hours: 38 } },
    { key: 'backupUnverified', params: { days: 9 } },
  ])
  await writeFile(join(folder, 'last.json'), '{')
  expect(await scrape()).toContain('baseline_reading_success{reading="backup"} 0')
  expect(await findings()).toContainEqual({
    key: 'readingFailed',
    params: { names: 'backup' },
  })
  await rm(join(folder, 'last.json'))
})

test('exports the space of the folders of this machine', async () => {
  const samples = (await scrape()).filter((line) => line.startsWith('baseline_disk_free_bytes'))
  expect(samples.map((line) => /folder="(\w+)"/.exec(line)?.[1])).toEqual(['temporary', 'files', 'database'])
  const elsewhere = { ...world.services, folders: foldersOf({ ...world.config, databaseFolder: '/nowhere' }) }
  const register = new Registry()
  registerReadings(register, readings, elsewhere)
  expect(await register.metrics()).not.toContain('folder="database"')
  // A file system that is always full.
  const full = { ...world.services, folders: { ...world.services.folders, database: '/proc' } }
  expect(await readFindings(readings, full)).toContainEqual({
    key: 'disk',
    params: { space: expect.stringMatching(/^\/proc: 0\.0 GB free/) as string },
  })
})

test('reports wrong counts, failed exports and a silent survey', async () => {
  const { pool } = world.services
  const surveyId = await createOpenSurvey(world.db)
  const person = world.people.manager
  await pool.query('insert into response_recounts (wrong) values (3)')
  await pool.query(
    `insert into survey_exports (survey_id, survey_label, filter, format, language, personal_data, created_by_id,
       created_by_email, status, failure, finished_at)
     select $1, '', '{}', 'csv', 'en', true, $2, $3, status, failure::jsonb, now() from (values
       ('FAILED', '{"key":"noSpace","params":{}}'), ('FAILED', '{"key":"cancelled","params":{}}'), ('SUCCESS', null))
       as exports (status, failure)`,
    [surveyId, person.id, person.email],
  )
  await pool.query(`update survey_totals set last_response_at = now() - interval '4 days'`)
  expect(await scrape()).toEqual(
    expect.arrayContaining([
      'baseline_response_counts_wrong 3',
      'baseline_exports_running 0',
      'baseline_exports_total{outcome="noSpace"} 1',
      'baseline_exports_total{outcome="cancelled"} 1',
      'baseline_exports_total{outcome="error"} 0',
      'baseline_surveys_open 1',
    ]),
  )
  expect(await findings()).toEqual([
    unreachable(),
    { key: 'exportsFailed', params: { count: 1 } },
    { key: 'countsWrong', params: { count: 3 } },
    { key: 'intakeStopped', params: { days: 4 } },
  ])
  await pool.query(`update surveys set close_on = current_date - 1`)
  expect(await scrape()).toContain('baseline_surveys_open 0')
})

test('counts received responses by source', async () => {
  const send = world.as('manager')
  const data = interview(await createOpenSurvey(world.db))
  expect((await send(createSurveyResponse, { body: { data } })).status).toBe(200)
  const unknown = { ...data, surveyId: crypto.randomUUID() }
  expect((await send(createSurveyResponse, { body: { data: unknown } })).status).toBe(400)
  const phone = await createPhone(world, { surveyId: data.surveyId, label: 'Phone' })
  expect((await phone.send({})).statusCode).toBe(201)
  expect((await phone.send({ form: 'unknown' })).statusCode).toBe(404)
  const { body } = await world.app.inject('/metrics')
  expect(body).toMatch(/^baseline_responses_received_total\{source="create"\} 1$/m)
  expect(body).toMatch(/^baseline_responses_received_total\{source="phone"\} 1$/m)
  expect(body).toMatch(/^baseline_responses_received_total\{source="import"\} 0$/m)
  expect(body).toMatch(/^baseline_build_info\{service="api",version="[^"]+"\} 1$/m)
  expect(body).toMatch(/^baseline_database_up 1$/m)
  expect(checkMetrics(body)).toEqual([])
})

/** Runs the summary, and the mails that it queued. */
const sendSummary = async (operatorEmail: string | undefined, register = new Registry()) => {
  const { services } = world
  await summaryJob.run({}, { ...services, operatorEmail })
  const { rows } = await services.pool.query<{ data: { to: string; findings: [] } }>(
    `delete from jobs.job where name = 'operator-summary-mail' returning data`,
  )
  const sendMail = services.sendMail && countMails(register, services.sendMail)
  for (const { data } of rows)
    await summaryMailJob.run(summaryMailJob.data.parse(data), { ...services, sendMail })
  return register
}

test('mails the findings to the operator, or to the managers, in every language', async () => {
  const metrics = await sendSummary('it@ministry.example')
  expect(mail.mails).toHaveLength(1)
  const { to, subject, text } = mail.mails[0] ?? { to: '', subject: '', text: '' }
  expect([to, subject]).toEqual([
    'it@ministry.example',
    'Baseline Survey: 3 points need attention at localhost / Baseline Survey: 3 pontos exigem atenção em localhost',
  ])
  expect(text).toContain('Exports that failed: 1. See "exports" in docs/operations/monitoring.md.')
  expect(text).toContain('A recontagem noturna encontrou 3 contagens erradas')
  expect(await metrics.metrics()).toContain('baseline_mails_total{outcome="sent"} 1')
  await sendSummary(undefined)
  // The unverified manager has the role too.
  expect(
    mail.mails
      .slice(1)
      .map((one) => one.to)
      .toSorted(),
  ).toEqual([world.people.manager.email, world.people.unverified.email])
})

test('sends no summary without a finding', async () => {
  const before = mail.mails.length
  await summaryJob.run({}, { ...world.services, readFindings: async () => [] })
  const { rows } = await world.services.pool.query(
    `select 1 from jobs.job where name = 'operator-summary-mail'`,
  )
  expect([rows.length, mail.mails.length - before]).toEqual([0, 0])
})
