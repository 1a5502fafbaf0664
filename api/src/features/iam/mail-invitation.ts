import type { Language } from '@baseline/contract/messages/translate.ts'

import type { Author } from '#platform/audit.ts'
import { accountMailJob } from '#platform/auth/account-mail-job.ts'
import type { Db } from '#platform/database/database.ts'
import type { Enqueue } from '#platform/jobs.ts'

import { findInviter } from './queries.ts'

/** Mails a link to set the first password, with the name of the inviter. */
export const mailInvitation = async (
  { db, author, enqueue }: { db: Db; author: Author; enqueue: Enqueue },
  { email, language }: { email: string; language: Language },
): Promise<void> => {
  const inviter = await findInviter(db, author)
  await enqueue(db, accountMailJob, { kind: 'invitation', email, language, ...(inviter && { inviter }) })
}
