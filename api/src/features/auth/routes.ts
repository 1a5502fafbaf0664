import * as contract from '@baseline/contract/auth/contract.ts'
import { AppError } from '@baseline/contract/errors.ts'

import { audit, hasChanges } from '#platform/audit.ts'
import { accountMailJob } from '#platform/auth/account-mail-job.ts'
import type { Context } from '#platform/http/context.ts'
import { handle } from '#platform/http/handle.ts'
import { requireVersion } from '#platform/http/if-match.ts'
import type { Server } from '#platform/http/server.ts'
import { limits } from '#platform/limits.ts'
import { withinLimit } from '#platform/rate-limit.ts'

import * as people from './queries.ts'

export const auth = (server: Server): void => {
  const { storage } = server

  handle(
    server,
    contract.getCurrentUser,
  )((_input, { db, actor, scope }) => people.loadCurrentUser({ db, storage }, actor, scope))

  handle(server, contract.getEmailConfigured)(() => ({ configured: server.emailConfigured }))

  handle(server, contract.sendVerificationEmail, async (_input, context) => {
    const { email } = context.actor.identity
    await allowMail(server, context, email)
    const account = await server.directory.findByEmail(email)
    if (!account) throw new AppError('auth.emailAddressVerificationEmail.error')
  })(async (_input, { db, actor, language }) => {
    await server.enqueue(db, accountMailJob, { kind: 'verification', email: actor.identity.email, language })
    return {}
  })

  handle(server, contract.sendPasswordResetEmail, async ({ body: { email } }, context) => {
    await allowMail(server, context, email)
    const account = await server.directory.findByEmail(email)
    if (!account) throw new AppError('auth.passwordResetEmail.error')
  })(async ({ body: { email } }, { db, language }) => {
    await server.enqueue(db, accountMailJob, { kind: 'passwordReset', email, language })
    return {}
  })

  handle(
    server,
    contract.updateProfile,
  )(async ({ body: { profile } }, context) => {
    const { db, actor, scope } = context
    const { userId } = actor
    const loadCurrent = () => people.loadCurrentUser({ db, storage }, actor, scope)
    await people.lockProfile(db, userId)
    await requireVersion(context, await loadCurrent(), { entity: 'user', id: userId })
    const { before, after } = await people.saveProfile(db, userId, profile)
    if (hasChanges(before, after)) {
      await people.incrementVersion(db, userId)
      await audit(context, { entity: 'user', id: userId, action: 'update', before, after })
    }
    return loadCurrent()
  })
}

/**
 * Limits mails per sender and per address: the response reveals whether an address is known, which invites
 * guessing. A refused user gets a message to wait, not a failure. spec §8
 */
const allowMail = async (server: Server, { sender }: Context, email: string): Promise<void> => {
  if (!server.emailConfigured) throw new AppError('auth.emailNotConfigured')
  const { perSender, windowMinutes: minutes } = limits.accountMails
  // Counts the sender first: a sender over the limit must not use up the limit of an address.
  if (!(await withinLimit(server.db, `mail from ${sender}`, { max: perSender, minutes })))
    throw new AppError('auth/too-many-requests')
  await server.directory.countMail(email)
}
