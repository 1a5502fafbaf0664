import { z } from 'zod'

import { auditAll } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Directory } from '#platform/auth/directory.ts'
import type { Db } from '#platform/database/database.ts'
import { job } from '#platform/jobs.ts'
import type { Enqueue } from '#platform/jobs.ts'

import { keepAManager } from './keep-a-manager.ts'
import * as people from './queries.ts'

/**
 * Disables or enables the account in the identity service, which ends its sessions. The flag in the database
 * already applies from the commit on. The job reads the current state, so jobs may run in any order.
 */
export const syncDisabledJob = job({
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

/** Changes only users with another state. Call it in `keepAManager`. */
export const setDisabled = async (
  context: Context,
  users: readonly people.StoredUser[],
  disabled: boolean,
): Promise<void> => {
  const { db: tx, enqueue } = context
  const usersToChange = users.filter((user) => user.disabled !== disabled)
  if (usersToChange.length === 0) return
  const ids = usersToChange.map(({ id }) => id)
  await people.update(tx, ids, { disabled })
  await auditAll(
    context,
    ids.map((id) => ({
      entity: 'user',
      id,
      action: disabled ? 'disable' : 'enable',
      before: { disabled: !disabled },
      after: { disabled },
    })),
  )
  for (const { authenticationUid: uid } of usersToChange)
    if (uid !== null) await enqueue(tx, syncDisabledJob, { uid })
}

const setDisabledByEmail = (context: Context, email: string, disabled: boolean): Promise<void> =>
  keepAManager(context.db, async () =>
    setDisabled(context, await people.getLocked(context.db, 'email', [email]), disabled),
  )

export const disableUser = (context: Context, email: string): Promise<void> =>
  setDisabledByEmail(context, email, true)

export const enableUser = (context: Context, email: string): Promise<void> =>
  setDisabledByEmail(context, email, false)
