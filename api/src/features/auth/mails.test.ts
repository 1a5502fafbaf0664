import {
  getEmailConfigured,
  sendPasswordResetEmail,
  sendVerificationEmail,
} from '@baseline/contract/auth/contract.ts'
import { createUsers } from '@baseline/contract/iam/contract.ts'
import { getSettings } from '@baseline/contract/settings/contract.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findFreePort } from '../../../../scripts/stack/processes.ts'
import { accountMailJob } from '../../platform/auth/account-mail-job.ts'
import { FinalFailure } from '../../platform/jobs.ts'
import { withoutPersonalData } from '../../platform/log.ts'
import { mailer } from '../../platform/mail.ts'
import { startIdentity } from '../../testing/identity.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let identity: Awaited<ReturnType<typeof startIdentity>>
let world: World

beforeAll(async () => {
  identity = await startIdentity()
  world = await openWorld({ directoryUrl: identity.url, SMTP_URL: identity.mail.smtpUrl })
  for (const { email } of Object.values(world.people)) await world.services.directory.create(email)
}, 60_000)
afterAll(async () => {
  await world.close()
  await identity.stop()
})

const queued = async () => {
  const { rows } = await world.services.pool.query<{ data: unknown }>(
    `select data from jobs.job where name = 'account-mail' order by created_on`,
  )
  return rows.map(({ data }) => data)
}

test('§7 reports whether the backend sends mails', async () => {
  expect((await world.as('anonymous')(getEmailConfigured)).body).toEqual({ configured: true })
})

test('§8 returns an error for an unknown address, and queues nothing', async () => {
  const answer = await world.as('anonymous', { 'accept-language': 'pt-BR' })(sendPasswordResetEmail, {
    body: { email: 'nobody@example.org' },
  })
  expect(answer).toMatchObject({ status: 400, body: { message: 'E-mail não reconhecido' } })
  expect(await queued()).toEqual([])
})

test('queues a mail without its link; the job sends it in the requested language', async () => {
  await world.as('anonymous', { 'accept-language': 'pt-BR' })(sendPasswordResetEmail, {
    body: { email: world.people.monitor.email },
  })
  await world.as('unverified')(sendVerificationEmail)
  const jobs = await queued()
  expect(jobs).toEqual([
    { kind: 'passwordReset', email: 'monitor@example.org', language: 'pt-BR' },
    { kind: 'verification', email: 'unverified@example.org', language: 'en' },
  ])
  for (const data of jobs) await accountMailJob.run(accountMailJob.data.parse(data), world.services)
  expect(identity.mail.mails).toMatchObject([
    { to: 'monitor@example.org', subject: 'Redefina sua senha do Baseline Survey' },
    { to: 'unverified@example.org', subject: 'Confirm your email for Baseline Survey' },
  ])
  expect(identity.mail.mails[0]?.text).toContain('https://survey.example/auth/reset-password?token=')
  expect(identity.mail.mails[1]?.text).toContain('https://survey.example/auth/verify-email?token=')
})

test.for([
  ['en', 'Ana "A" Lima (manager@example.org) has invited you to Baseline Survey.'],
  ['pt-BR', 'Ana "A" Lima (manager@example.org) convidou você para o Baseline Survey.'],
])('names the inviter in an invitation in %s, in text and in HTML', async ([language, sentence]) => {
  await world.db
    .updateTable('users')
    .set({ first_name: 'Ana "A"', last_name: 'Lima' })
    .where('id', '=', world.people.manager.id)
    .execute()
  const email = `new-${String(language).toLowerCase()}@example.org`
  const answer = await world.as('manager', { 'accept-language': String(language) })(createUsers, {
    body: { data: { emails: [email], roles: ['monitor'] } },
  })
  expect(answer.status).toBe(200)
  const data = (await queued()).at(-1)
  await accountMailJob.run(accountMailJob.data.parse(data), world.services)
  const mail = identity.mail.mails.find(({ to }) => to === email)
  expect(mail?.text).toContain(sentence)
  await accountMailJob.run(accountMailJob.data.parse(data), { ...world.services, sendMail: undefined })
  expect(
    identity.mail.mails.filter(({ to, text }) => to === email && text.includes(String(sentence))),
  ).toHaveLength(2)
})

test('refuses the sixth mail to one address within ten minutes with a message', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 6; i += 1) {
    const { status } = await world.as('anonymous')(sendPasswordResetEmail, {
      body: { email: world.people.manager.email },
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 400])
  const { body } = await world.as('anonymous')(sendPasswordResetEmail, {
    body: { email: world.people.manager.email },
  })
  expect(body.message).toBe('Too many attempts. Please wait a moment and try again.')
})

test('answers other calls during a flood of mail requests', async () => {
  const flood = Array.from({ length: 60 }, () =>
    world.as('anonymous')(sendPasswordResetEmail, { body: { email: 'flood@example.org' } }),
  )
  const startedAt = Date.now()
  expect((await world.as('anonymous')(getSettings)).status).toBe(200)
  const waited = Date.now() - startedAt
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status))
  expect([...statuses]).toEqual([400])
  expect(waited).toBeLessThan(1000)
})

test('retries a mail for a day', async () => {
  const { rows } = await world.services.pool.query<Record<'limit' | 'first' | 'max', number>>(
    `select retry_limit "limit", retry_delay first, retry_delay_max max from jobs.queue where name = 'account-mail'`,
  )
  const [{ limit, first, max } = { limit: 0, first: 0, max: 0 }] = rows
  // The shortest pauses that the queue may choose.
  const pauses = Array.from({ length: limit }, (_, attempt) => Math.min(max, (first * 2 ** attempt) / 2))
  const hours = pauses.reduce((sum, seconds) => sum + seconds, 0) / 3600
  expect(hours).toBeGreaterThan(24)
  expect(hours).toBeLessThan(26)
})

test('keeps a recipient that the mail server refuses out of logs and the queue', async () => {
  const refusing = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => done(new Error(`no such user ${address}`)),
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => refusing.listen(port, '127.0.0.1', resolve))
  const send = mailer({ url: `smtp://127.0.0.1:${String(port)}`, from: 'a@example.org' })
  const error = await send({
    to: 'ana.secret@example.org',
    language: 'en',
    subject: 's',
    text: 't',
    html: 'h',
  }).catch((thrown: unknown) => thrown)
  await new Promise<void>((resolve) => refusing.close(() => resolve()))
  // A retry would be refused again.
  expect(error).toBeInstanceOf(FinalFailure)
  expect(String((error as FinalFailure).cause)).toContain('ana.secret')
  expect(JSON.stringify(withoutPersonalData(error))).not.toContain('ana.secret')
  expect(withoutPersonalData(error)).toMatchObject({ cause: { type: 'mail', responseCode: 550 } })
})
