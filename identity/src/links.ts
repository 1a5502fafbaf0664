import { AsyncLocalStorage } from 'node:async_hooks'

import { negotiateLanguage } from '@baseline/contract/messages/translate.ts'

import type { Mailer } from '#mail.ts'

/**
 * Links point to pages of the web app, never to this service, so that a mail scanner that opens them changes
 * nothing.
 */
const landingPages = {
  verification: '/auth/verify-email',
  passwordReset: '/auth/reset-password',
} as const
export type LinkKind = keyof typeof landingPages

export const landingLink = (publicOrigin: string, kind: LinkKind, token: string): string => {
  const link = new URL(landingPages[kind], publicOrigin)
  link.searchParams.set('token', token)
  return link.href
}

/**
 * Delivery of a link that the library created: returned to the caller, mailed now, or mailed in the
 * background.
 */
type Delivery = { mode: 'capture'; link?: string } | { mode: 'wait' } | { mode: 'later' }
const delivery = new AsyncLocalStorage<Delivery>()

/** Runs a call of the library that would send a mail, and returns the link instead. */
export const captureLink = async (work: () => Promise<unknown>): Promise<string | undefined> => {
  const capture: Delivery = { mode: 'capture' }
  await delivery.run(capture, work)
  return capture.link
}

/**
 * `wait` reports a failed mail to the signed-in user; `later` hides it from strangers, also in the response
 * time.
 */
export const deliverLinks = <T>(mode: 'wait' | 'later', work: () => Promise<T>): Promise<T> =>
  delivery.run({ mode }, work)

export const deliverLink = async (
  mailer: Mailer,
  mail: { kind: LinkKind; to: string; link: string; request: Request | undefined },
): Promise<void> => {
  const current = delivery.getStore() ?? { mode: 'later' }
  if (current.mode === 'capture') {
    current.link = mail.link
    return
  }
  const language = negotiateLanguage(mail.request?.headers.get('accept-language') ?? undefined)
  const { kind, to, link } = mail
  if (current.mode === 'wait') await mailer.send({ kind, to, link, language })
  else mailer.sendLater({ kind, to, link, language })
}
