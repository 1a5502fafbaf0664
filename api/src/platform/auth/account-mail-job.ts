import { accountMail } from '@baseline/contract/auth/mails.ts'
import { languages } from '@baseline/contract/messages/translate.ts'
import { z } from 'zod'

import { translateTo } from '../http/language.ts'
import { job } from '../jobs.ts'
import type { SendMail } from '../mail.ts'
import type { Directory } from './directory.ts'

const AccountMail = z.strictObject({
  kind: z.enum(['verification', 'passwordReset', 'invitation']),
  email: z.string(),
  language: z.enum(languages),
  /** Name and address of the person who invites. */
  inviter: z.string().optional(),
})

/**
 * Mails a link about an account. The link is a secret, so it is made here and never lies in the queue.
 * An invitation is a link that sets the first password. Without mail of our own the identity service sends. spec §7
 */
export const accountMailJob = job({
  name: 'account-mail',
  data: AccountMail,
  run: async (
    { kind, email, language, inviter },
    { directory, sendMail }: { directory: Directory; sendMail: SendMail | undefined },
  ) => {
    if (!sendMail) return directory.sendMail(kind, { email, language, inviter })
    const link = await directory.link(kind === 'verification' ? 'verification' : 'passwordReset', email)
    await sendMail({ to: email, language, ...accountMail(kind, { link, inviter }, translateTo(language)) })
  },
})
