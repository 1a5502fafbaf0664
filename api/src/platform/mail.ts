import { escapeHtml } from '@baseline/contract/auth/mails.ts'
import { languages } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { createTransport } from 'nodemailer'

import { FinalFailure } from './jobs.ts'

interface Mail {
  to: string
  language: string
  subject: string
  text: string
  html: string
}

export type SendMail = (mail: Mail) => Promise<void>

/** Whether the mail server refused the recipient for good, with a code of class 5. RFC 5321, section 4.2.1 */
const isRefusedRecipient = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'EENVELOPE' &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500

export const mailer = ({ url, from }: { url: string; from: string }): SendMail => {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return async ({ language, ...mail }) => {
    // RFC 3834: `Auto-Submitted` prevents automatic replies such as absence notices.
    const headers = { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' }
    try {
      await transport.sendMail({ from, headers, ...mail })
    } catch (cause) {
      throw isRefusedRecipient(cause)
        ? new FinalFailure('the mail server refused the recipient', { cause })
        : cause
    }
  }
}

interface MailTexts {
  subject: string
  paragraphs: readonly string[]
  link?: { href: string; text: string }
}

/** Renders a mail in every language, because the language of its recipient is not known to the server. */
export const renderMail = (textsIn: (language: Language) => MailTexts): Omit<Mail, 'to'> => {
  const parts = languages.map(textsIn)
  return {
    language: languages.join(', '),
    subject: parts.map(({ subject }) => subject).join(' / '),
    text: parts
      .map(({ paragraphs, link }) => [...paragraphs, ...(link ? [link.href] : [])].join('\n\n'))
      .join('\n\n---\n\n'),
    html: parts
      .map(({ paragraphs, link }) =>
        [
          ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
          ...(link ? [`<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`] : []),
        ].join('\n'),
      )
      .join('\n<hr>\n'),
  }
}
