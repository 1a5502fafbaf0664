import { z } from 'zod'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Directory } from '#platform/auth/directory.ts'
import type { Db } from '#platform/database/database.ts'
import { job } from '#platform/jobs.ts'
import type { Enqueue } from '#platform/jobs.ts'

import { keepAManager } from './keep-a-manager.ts'
import * as users from './queries.ts'

/**
 * The second lock: the account is banned and its sessions end. The first, our own flag, counts from the commit on.
 * The state is read when the job runs, so that jobs may overtake each other.
 */
export const followDisabledJob = job({
  name: 'follow-disabled',
  data: z.strictObject({ uid: z.string() }),
  run: async ({ uid }, { db, directory }: { db: Db; directory: Directory }) => {
    const user = await db
      .selectFrom('users')
      .select('disabled')
      .where('authentication_uid', '=', uid)
      .executeTakeFirst()
    if (user) await directory.setDisabled(uid, user.disabled)
  },
})

type Context = { db: Db; author: Author; enqueue: Enqueue }

const change = async (context: Context, email: string, disabled: boolean): Promise<void> => {
  const { db: tx, enqueue } = context
  const user = await users.getByEmail(tx, email)
  await tx
    .updateTable('users')
    .set((eb) => ({ disabled, version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', user.id)
    .execute()
  await audit(context, {
    entity: 'user',
    id: user.id,
    action: disabled ? 'disable' : 'enable',
    before: { disabled: user.disabled },
    after: { disabled },
  })
  if (user.authentication_uid !== null) await enqueue(tx, followDisabledJob, { uid: user.authentication_uid })
}

export const disableUser = (context: Context, email: string): Promise<void> =>
  keepAManager(context.db, () => change(context, email, true))

export const enableUser = (context: Context, email: string): Promise<void> => change(context, email, false)
