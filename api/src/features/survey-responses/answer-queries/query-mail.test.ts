import * as contract from '@baseline/contract/answer-queries/contract.ts'
import { createSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { startMailCatcher } from '../../../../../scripts/stack/mail-catcher.ts'
import { createEnumerator } from '../../../testing/enumerators.ts'
import { createOpenSurvey, interview } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { queryMailJob, queryMailsJob } from './query-mail-job.ts'

let mail: Awaited<ReturnType<typeof startMailCatcher>>
let world: World
let rui: Awaited<ReturnType<typeof createEnumerator>>
let surveyId: string
beforeAll(async () => {
  mail = await startMailCatcher()
  world = await openWorld({ SMTP_URL: mail.smtpUrl })
  surveyId = await createOpenSurvey(world.db)
  rui = await createEnumerator(world, 'rui', {
    firstName: 'Rui',
    lastName: 'Macamo',
    roles: ['supervisor'],
  })
})
afterAll(async () => {
  await world.close()
  await mail.stop()
})
beforeEach(async () => {
  mail.mails.length = 0
  await world.queryAsOwner('truncate answer_queries cascade')
  await world.queryAsOwner('truncate answer_query_mails')
  await world.queryAsOwner(`delete from jobs.job where name = 'query-mail'`)
})

/** Opens a query of the manager, which waits for the supervisor of the response. */
const open = async (question: string) => {
  const { body: response } = await world.as('supervisor')(createSurveyResponse, {
    body: { data: interview(surveyId) },
  })
  const { body } = await world.as('manager')(contract.openAnswerQuery, {
    params: { id: response.id },
    body: { question, text: 'Is João the head of the household?' },
  })
  return { ...body, displayId: response.displayId }
}

const answer = (id: string) =>
  rui.call(contract.addQueryMessage, { params: { id }, body: { text: 'Yes', proposedValue: 'João Sitoe' } })

/** Adds the mails of the day, and returns their data. */
const addMails = async () => {
  await queryMailsJob.run({}, world.services)
  const { rows } = await world.services.pool.query<{ data: unknown }>(
    `select data from jobs.job where name = 'query-mail' order by created_on, id`,
  )
  return rows.map(({ data }) => queryMailJob.data.parse(data))
}

const run = async () => {
  for (const data of await addMails()) await queryMailJob.run(data, world.services)
}

test('each person gets the number of own waiting queries, without data of the household', async () => {
  const [first, second, third] = [await open('head'), await open('farms'), await open('village')]
  await answer(third.id)
  await world.db
    .updateTable('answer_queries')
    .set({ due_at: new Date('2026-01-01') })
    .where('id', '=', first.id)
    .execute()
  await run()
  const received = new Map(mail.mails.map(({ to, ...more }) => [to, more]))
  expect([...received.keys()].toSorted()).toEqual(['manager@example.org', 'rui@example.org'])
  const [toRui, toManager] = [received.get('rui@example.org'), received.get('manager@example.org')]
  expect(toRui?.subject).toBe(
    'Baseline Survey: 2 queries wait for you / Baseline Survey: 2 dúvidas aguardam por você',
  )
  for (const text of ['2 queries on answers', '1 is overdue.', '1 está atrasada.', '/queries?mine=waiting'])
    expect(toRui?.text).toContain(text)
  expect(toManager?.subject).toContain('1 query waits for you')
  expect(toManager?.text).not.toContain('overdue')
  for (const { text, html } of received.values())
    for (const secret of ['João', 'head', first.displayId, second.displayId, first.responseId])
      expect(text + html).not.toContain(secret)
})

test('a person without waiting queries gets no mail', async () => {
  const { id } = await open('head')
  await world.as('manager')(contract.closeQuery, { params: { id }, body: {} })
  expect(await addMails()).toEqual([])
  // The query was closed after the mail was added.
  const other = await open('head')
  const mails = await addMails()
  expect(mails.map(({ userId }) => userId)).toEqual([rui.id])
  await world.as('manager')(contract.withdrawQuery, { params: { id: other.id }, body: {} })
  for (const data of mails) await queryMailJob.run(data, world.services)
  expect(mail.mails).toEqual([])
})

test('a person gets one mail per day, even if a worker is killed after the transmission', async () => {
  await open('head')
  const [data] = await addMails()
  if (!data) throw new Error('no mail')
  // The killed worker never continues after the transmission.
  void queryMailJob.run(data, {
    ...world.services,
    sendMail: async (message) => {
      await world.services.sendMail?.(message)
      await new Promise(() => {})
    },
  })
  await vi.waitFor(() => expect(mail.mails).toHaveLength(1))
  await queryMailJob.run(data, world.services)
  await run()
  expect(mail.mails).toHaveLength(1)
  // The next day has a mail again, and a late repetition of the first day none.
  const nextDay = new Date(Date.parse(data.day) + 24 * 3600_000).toISOString().slice(0, 10)
  await queryMailJob.run({ ...data, day: nextDay }, world.services)
  expect(mail.mails).toHaveLength(2)
  await queryMailJob.run(data, world.services)
  expect(mail.mails).toHaveLength(2)
})

test('a mail that the server does not accept is sent again', async () => {
  await open('head')
  const [data] = await addMails()
  if (!data) throw new Error('no mail')
  const refused = queryMailJob.run(data, {
    ...world.services,
    sendMail: () => Promise.reject(new Error('connection refused')),
  })
  await expect(refused).rejects.toThrow('connection refused')
  await queryMailJob.run(data, world.services)
  expect(mail.mails.map(({ to }) => to)).toEqual(['rui@example.org'])
})
