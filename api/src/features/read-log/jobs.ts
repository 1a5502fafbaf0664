import { date } from '@baseline/contract/fields.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import { findRecipients } from '#platform/auth/recipients.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { translatorFor } from '#platform/http/language.ts'
import { job } from '#platform/jobs.ts'
import type { Queue } from '#platform/jobs.ts'
import { renderMail } from '#platform/mail.ts'
import type { SendMail } from '#platform/mail.ts'

import { raiseAlerts } from './queries.ts'

/** Creates the partitions of the coming months, and drops partitions that are older than the retention. */
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
      const recipients = await findRecipients(tx, 'auditLogRead')
      for (const alert of alerts)
        for (const to of recipients)
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

const alertTexts = (
  language: Language,
  { user, day, recordCount, maxRecords }: AlertDetails,
  href: string,
) => {
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
    link: { href, text: t('readLog.mail.action') },
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
    const { href } = new URL('/read-log', publicUrl)
    await sendMail({ to, ...renderMail((language) => alertTexts(language, { user: name, ...alert }, href)) })
  },
})
