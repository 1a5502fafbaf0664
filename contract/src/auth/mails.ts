import type { Translate } from '../messages/translate.ts'

export const accountMails = ['verification', 'passwordReset', 'invitation'] as const
export type AccountMail = (typeof accountMails)[number]

/** Hours until the links in account mails expire. Invited users may read their mail later. */
export const linkLifetimeHours: Readonly<Record<AccountMail, number>> = {
  verification: 24,
  passwordReset: 1,
  invitation: 24,
}

/** Makes a text safe inside an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`)

interface MailDetails {
  link: string
  /** Name or address of the inviter; undefined for invitations by operators. */
  inviter?: string | undefined
}

/** Renders an account mail, for the backend and the identity service. spec §7 */
export const accountMail = (kind: AccountMail, { link, inviter }: MailDetails, t: Translate) => {
  const app = t('app.title')
  const texts = {
    verification: {
      subject: t('auth.mail.verification.subject', { app }),
      body: t('auth.mail.verification.text'),
      action: t('auth.mail.verification.action'),
    },
    passwordReset: {
      subject: t('auth.mail.passwordReset.subject', { app }),
      body: t('auth.mail.passwordReset.text'),
      action: t('auth.mail.passwordReset.action'),
    },
    invitation: {
      subject: t('auth.mail.invitation.subject', { app }),
      body:
        inviter === undefined
          ? t('auth.mail.invitation.text', { app })
          : t('auth.mail.invitation.textFrom', { app, inviter }),
      action: t('auth.mail.invitation.action'),
    },
  }[kind]
  const hours = linkLifetimeHours[kind]
  const expires = hours === 1 ? t('auth.mail.expiresSoon') : t('auth.mail.expires', { hours })
  const paragraphs = [t('auth.mail.greeting'), texts.body]
  const closing = [expires, t('auth.mail.ignore')]
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    `<p><a href="${escapeHtml(link)}">${escapeHtml(texts.action)}</a></p>`,
    ...closing.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
  ].join('\n')
  return { subject: texts.subject, text: [...paragraphs, link, ...closing].join('\n\n'), html }
}
