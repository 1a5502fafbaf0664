import { accountMail } from '@baseline/contract/auth/mails.ts'
import type { AccountMail } from '@baseline/contract/auth/mails.ts'
import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translator } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { createTransport } from 'nodemailer'

export interface Mailer {
  send: (mail: {
    kind: AccountMail
    to: string
    link: string
    language: Language
    inviter?: string | undefined
  }) => Promise<void>
  /** Sends in the background, so that the response time does not reveal whether an address is known. */
  sendLater: (mail: Parameters<Mailer['send']>[0]) => void
  /** Number of mails in progress. */
  waiting: () => number
  /** Calls the listener after each attempt. */
  onSent: (listener: (outcome: 'sent' | 'failed') => void) => void
  /** Waits for mails in progress. */
  close: () => Promise<void>
}

/** Sends the account mails, if the backend has no email configured. spec §7 */
export const openMailer = (
  config: { url: string; from: string },
  onFailure: (error: unknown) => void,
): Mailer => {
  const transport = createTransport({
    url: config.url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  const pending = new Set<Promise<void>>()
  let report: (outcome: 'sent' | 'failed') => void = () => {}
  const send: Mailer['send'] = async ({ kind, to, link, language, inviter }) => {
    try {
      await transport.sendMail({
        from: config.from,
        to,
        headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
        ...accountMail(kind, { link, inviter }, translator(messagesByLanguage[language])),
      })
    } catch (error) {
      report('failed')
      throw error
    }
    report('sent')
  }
  return {
    send,
    sendLater: (mail) => {
      const sending = send(mail)
        .catch(onFailure)
        .finally(() => pending.delete(sending))
      pending.add(sending)
    },
    waiting: () => pending.size,
    onSent: (listener) => {
      report = listener
    },
    close: async () => {
      await Promise.all(pending)
      transport.close()
    },
  }
}
