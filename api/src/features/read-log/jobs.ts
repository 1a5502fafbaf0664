import { escapeHtml } from '@baseline/contract/auth/mails.ts'
import { date } from '@baseline/contract/fields.ts'
import { languages } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { permissions } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { translatorFor } from '#platform/http/language.ts'
import { job } from '#platform/jobs.ts'
import type { Queue } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail.ts'

import { raiseAlerts } from './queries.ts'

/** Creates the partitions of the coming months, and drops those that are older than the retention. */
export const maintainReadLogJob = job({
  name: 'read-log-partitions',
  data: z.object({}),
  schedule: '27 3 * * *',
  run: async (_data, { db, readLogMonths }: { db: Db; readLogMonths: number }) => {
    await sql`select maintain_read_log(${readLogMonths}::int)`.execute(db)
  },
})

const AlertMail = z.strictObject({
  to: z.string(),
  userId: z.uuid(),
  day: date,
  recordCount: z.int(),
  maxRecords: z.int(),
})

const findRecipients = (db: Db) =>
  db
    .selectFrom('users')
    .select('email')
    .where('disabled', '=', false)
    .where('id', 'in', (eb) =>
      eb.selectFrom('user_roles').select('user_id').where('role', 'in', permissions.auditLogRead),
    )
    .execute()

/** Raises an alert for each user who read unusually many records, once per day. Blocks nothing. */
export const readAlertJob = job({
  name: 'read-alerts',
  data: z.object({}),
  schedule: '*/15 * * * *',
  run: async (
    _data,
    { db, queue, readAlertRecords }: { db: Db; queue: Pick<Queue, 'enqueue'>; readAlertRecords: number },
  ) => {
    if (readAlertRecords === 0) return
    await inTransaction(db, async (tx) => {
      const alerts = await raiseAlerts(tx, readAlertRecords)
      if (alerts.length === 0) return
      const recipients = await findRecipients(tx)
      for (const alert of alerts)
        for (const { email: to } of recipients)
          await queue.enqueue(tx, readAlertMailJob, { to, maxRecords: readAlertRecords, ...alert })
    })
  },
})

interface AlertDetails {
  user: string
  day: string
  recordCount: number
  maxRecords: number
}

const textsIn = (language: Language, { user, day, recordCount, maxRecords }: AlertDetails) => {
  const t = translatorFor(language)
  const numberText = (value: number): string => new Intl.NumberFormat(language).format(value)
  const dayText = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
  const counts = { count: numberText(recordCount), limit: numberText(maxRecords) }
  return {
    subject: t('readLog.mail.subject', { app: t('app.title') }),
    paragraphs: [
      t('auth.mail.greeting'),
      t('readLog.mail.text', { user, day: dayText, ...counts }),
      t('readLog.mail.hint'),
    ],
    action: t('readLog.mail.action'),
  }
}

/** Renders the mail in every language, because the language of a manager is not known to the server. */
const alertMail = (alert: AlertDetails, link: string) => {
  const parts = languages.map((language) => textsIn(language, alert))
  return {
    language: languages.join(', '),
    subject: parts.map(({ subject }) => subject).join(' / '),
    text: parts.map(({ paragraphs }) => [...paragraphs, link].join('\n\n')).join('\n\n---\n\n'),
    html: parts
      .map(({ paragraphs, action }) =>
        [
          ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
          `<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>`,
        ].join('\n'),
      )
      .join('\n<hr>\n'),
  }
}

/** Mails an alert to one manager. Without an SMTP server in the configuration, only the screen shows it. */
export const readAlertMailJob = job({
  name: 'read-alert-mail',
  data: AlertMail,
  retriesForDay: true,
  run: async (
    { to, userId, ...alert },
    { db, publicUrl, sendMail }: { db: Db; publicUrl: string; sendMail: SendMail | undefined },
  ) => {
    if (!sendMail) return
    const user = await db
      .selectFrom('users')
      .select(['email', 'full_name as name'])
      .where('id', '=', userId)
      .executeTakeFirst()
    const name = user?.name ? `${user.name} (${user.email})` : (user?.email ?? userId)
    await sendMail({ to, ...alertMail({ user: name, ...alert }, new URL('/read-log', publicUrl).href) })
  },
})
