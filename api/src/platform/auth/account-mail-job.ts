import { accountMail, accountMails } from '@baseline/contract/auth/mails.ts'
import { languages } from '@baseline/contract/messages/translate.ts'
import { z } from 'zod'

import { translatorFor } from '../http/language.ts'
import { job } from '../jobs.ts'
import type { SendMail } from '../mail.ts'
import type { Directory } from './directory.ts'

const AccountMail = z.strictObject({
  kind: z.enum(accountMails),
  email: z.string(),
  language: z.enum(languages),
  /** Name and address of the inviter. */
  inviter: z.string().optional(),
})

/**
 * Mails a link about an account. The link is a secret, so it is created here and never stored in the queue.
 * An invitation is a link to set the first password. Without an SMTP server in the configuration, the
 * identity service sends the mail. spec §7
 */
export const accountMailJob = job({
  name: 'account-mail',
  data: AccountMail,
  retriesForDay: true,
  run: async (
    { kind, email, language, inviter },
    { directory, sendMail }: { directory: Directory; sendMail: SendMail | undefined },
  ) => {
    if (!sendMail) return directory.sendMail(kind, { email, language, inviter })
    const link = await directory.link(kind, email)
    await sendMail({ to: email, language, ...accountMail(kind, { link, inviter }, translatorFor(language)) })
  },
})
