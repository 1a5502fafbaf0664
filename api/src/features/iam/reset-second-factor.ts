import { AppError } from '@baseline/contract/errors.ts'
import { z } from 'zod'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Directory } from '#platform/auth/directory.ts'
import type { Db } from '#platform/database/database.ts'
import { job } from '#platform/jobs.ts'
import type { Enqueue } from '#platform/jobs.ts'

import * as users from './queries.ts'

/** Removes the second factors in the identity service, which also ends the sessions. */
export const removeSecondFactorJob = job({
  name: 'remove-second-factor',
  data: z.strictObject({ uid: z.string() }),
  run: async ({ uid }, { directory }: { directory: Directory }) => directory.removeSecondFactor(uid),
})

/** Removes the second factors of a user who has lost them. Users cannot reset their own. */
export const resetSecondFactor = async (
  context: { db: Db; author: Author; enqueue: Enqueue },
  { id, reason }: { id: string; reason: string },
): Promise<void> => {
  if (id === context.author.id) throw new AppError('iam.errors.ownSecondFactor')
  const user = await users.find(context.db, id)
  if (!user) throw new AppError('iam.errors.userNotFound')
  await audit(context, {
    entity: 'user',
    id,
    action: 'update',
    before: {},
    after: { secondFactorReset: reason },
  })
  if (user.authenticationUid !== null)
    await context.enqueue(context.db, removeSecondFactorJob, { uid: user.authenticationUid })
}
