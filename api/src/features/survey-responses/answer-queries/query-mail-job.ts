import { date } from '@baseline/contract/fields.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { can } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { ScopeOf } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { translatorFor } from '#platform/http/language.ts'
import { job } from '#platform/jobs.ts'
import type { Queue } from '#platform/jobs.ts'
import { renderMail } from '#platform/mail.ts'
import type { SendMail } from '#platform/mail.ts'

import { loadReader } from '../scope.ts'
import { countWaiting } from './queries.ts'

const QueryMail = z.strictObject({ userId: z.uuid(), day: date })

/** Finds the enabled users with queries that wait for them. */
const findUsers = async (tx: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from users where not disabled and id in (
      select assigned_to from answer_queries where state = 'open'
      union all select opened_by from answer_queries where state = 'answered')`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Adds a mail for each user with waiting queries, every morning. */
export const queryMailsJob = job({
  name: 'query-mails',
  data: z.object({}),
  schedule: '7 5 * * *',
  run: async (_data, { db, queue }: { db: Db; queue: Pick<Queue, 'enqueue'> }) => {
    const day = new Date().toISOString().slice(0, 10)
    await inTransaction(db, async (tx) => {
      for (const userId of await findUsers(tx)) await queue.enqueue(tx, queryMailJob, { userId, day })
    })
  },
})

/**
 * Stores the day before the mail is sent. A worker that is killed during the transmission does not send it again: the
 * next one follows a day later.
 */
const claimDay = async (db: Db, { userId, day }: z.output<typeof QueryMail>): Promise<boolean> => {
  const row = await db
    .insertInto('answer_query_mails')
    .values({ user_id: userId, sent_on: day })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sent_on: day })
        .where('answer_query_mails.sent_on', '<', sql<string>`${day}::date`),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

const releaseDay = async (db: Db, { userId, day }: z.output<typeof QueryMail>): Promise<void> => {
  await db
    .deleteFrom('answer_query_mails')
    .where('user_id', '=', userId)
    .where('sent_on', '=', sql<string>`${day}::date`)
    .execute()
}

interface Waiting {
  count: number
  overdue: number
}

const mailTexts = (language: Language, { count, overdue }: Waiting, href: string | undefined) => {
  const t = translatorFor(language)
  const numberText = (value: number): string => new Intl.NumberFormat(language).format(value)
  const form = (value: number) => (value === 1 ? 'one' : 'many')
  const mail = 'entities.answerQueries.mail'
  return {
    subject: t(`${mail}.subject.${form(count)}`, { app: t('app.title'), count: numberText(count) }),
    paragraphs: [
      t('auth.mail.greeting'),
      [
        t(`${mail}.text.${form(count)}`, { count: numberText(count) }),
        ...(overdue > 0 ? [t(`${mail}.overdue.${form(overdue)}`, { count: numberText(overdue) })] : []),
      ].join(' '),
      ...(href === undefined ? [t(`${mail}.noAccess`)] : []),
    ],
    ...(href !== undefined && { link: { href, text: t(`${mail}.action`) } }),
  }
}

interface Services {
  db: Db
  scopeOf: ScopeOf
  publicUrl: string
  sendMail: SendMail | undefined
}

/** Mails the number of waiting queries to one user, at most once a day. Without any, it sends no mail. */
export const queryMailJob = job({
  name: 'query-mail',
  data: QueryMail,
  retriesForDay: true,
  run: async (data, { db, scopeOf, publicUrl, sendMail }: Services) => {
    if (!sendMail) return
    const user = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', data.userId)
      .where('disabled', '=', false)
      .executeTakeFirst()
    if (!user) return
    const reader = await loadReader(db, scopeOf, { ...user, userId: data.userId })
    const waiting = await countWaiting(reader)
    if (waiting.count === 0 || !(await claimDay(db, data))) return
    const href = can(reader.actor, 'surveyResponsesRead')
      ? new URL('/queries?mine=waiting', publicUrl).href
      : undefined
    try {
      await sendMail({ to: user.email, ...renderMail((language) => mailTexts(language, waiting, href)) })
    } catch (cause) {
      // The mail server did not accept it, so that a retry is not a second mail.
      await releaseDay(db, data)
      throw cause
    }
  },
})
