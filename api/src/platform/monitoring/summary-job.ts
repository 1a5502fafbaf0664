import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translateIfKnown } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { z } from 'zod'

import { findRecipients } from '../auth/recipients.ts'
import type { Db } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import { translatorFor } from '../http/language.ts'
import { job } from '../jobs.ts'
import type { Queue } from '../jobs.ts'
import { renderMail } from '../mail.ts'
import type { SendMail } from '../mail.ts'
import { runbooks } from './reading.ts'
import type { Finding } from './reading.ts'

const SummaryMail = z.strictObject({
  to: z.string(),
  /** Checked when they are added: the queue is written by this code only. */
  findings: z.array(z.custom<Finding>()),
})

/** Mails the findings of the day to the operator, or to the managers. Without a finding, it sends no mail. */
export const summaryJob = job({
  name: 'operator-summary',
  data: z.object({}),
  schedule: '37 5 * * *',
  run: async (
    _data,
    services: {
      db: Db
      queue: Pick<Queue, 'enqueue'>
      operatorEmail: string | undefined
      readFindings: () => Promise<Finding[]>
    },
  ) => {
    const { db, queue, operatorEmail } = services
    const findings = await services.readFindings()
    if (findings.length === 0) return
    await inTransaction(db, async (tx) => {
      const recipients =
        operatorEmail === undefined ? await findRecipients(tx, 'settingsEdit') : [operatorEmail]
      for (const to of recipients) await queue.enqueue(tx, summaryMailJob, { to, findings })
    })
  },
})

const summaryTexts = (language: Language, findings: readonly Finding[], publicUrl: string) => {
  const t = translatorFor(language)
  const names = { app: t('app.title'), host: new URL(publicUrl).hostname }
  const lines = findings.map(({ key, params }) =>
    t('monitoring.runbook', {
      text: translateIfKnown(messagesByLanguage[language], `monitoring.findings.${key}`, params) ?? key,
      section: runbooks[key],
    }),
  )
  return {
    subject:
      findings.length === 1
        ? t('monitoring.subjectOne', names)
        : t('monitoring.subject', { ...names, count: findings.length }),
    paragraphs: [t('monitoring.intro', { url: publicUrl }), ...lines, t('monitoring.closing')],
  }
}

/** Mails a summary to one recipient. Without an SMTP server in the configuration, no summary is sent. */
export const summaryMailJob = job({
  name: 'operator-summary-mail',
  data: SummaryMail,
  retriesForDay: true,
  run: async (
    { to, findings },
    { publicUrl, sendMail }: { publicUrl: string; sendMail: SendMail | undefined },
  ) => sendMail?.({ to, ...renderMail((language) => summaryTexts(language, findings, publicUrl)) }),
})
