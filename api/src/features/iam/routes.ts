import { AppError } from '@baseline/contract/errors.ts'
import * as contract from '@baseline/contract/iam/contract.ts'
import type { User } from '@baseline/contract/iam/contract.ts'
import { administratorRole } from '@baseline/contract/permissions.ts'
import type { Permission, Role } from '@baseline/contract/permissions.ts'
import { avatarFolders } from '@baseline/contract/storage/folders.ts'

import { audit, hasChanges } from '#platform/audit.ts'
import { createUserReader, loadActor, requireAccess } from '#platform/auth/actor.ts'
import { changeAvatar } from '#platform/auth/avatars.ts'
import type { Db } from '#platform/database/database.ts'
import type { MemberContext } from '#platform/http/context.ts'
import { handle } from '#platform/http/handle.ts'
import { requireVersion } from '#platform/http/if-match.ts'
import type { Server } from '#platform/http/server.ts'
import { importOnce } from '#platform/import-once.ts'
import { filesForAudit } from '#platform/storage/stored-files.ts'

import { addUsers, createAccounts, userExistsError } from './add-users.ts'
import { changeRoles } from './change-roles.ts'
import { setDisabled } from './disable-user.ts'
import { getAccountToInvite, inviteAgain } from './invite-again.ts'
import { keepAManager } from './keep-a-manager.ts'
import { mailInvitation } from './mail-invitation.ts'
import { replaceAccess, requireDetailsOfTeam } from './memberships.ts'
import * as users from './queries.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

const entity = 'user'

export const iam = (server: Server): void => {
  const { enqueue, storage } = server
  const present = (user: users.StoredUser) => users.present(storage, user)
  const getUser = async (db: Db, id: string): Promise<User> => {
    const user = await users.find(db, id)
    if (!user) throw new AppError('iam.errors.userMissing')
    return present(user)
  }

  handle(server, contract.listUsers)(({ query }, { db }) => users.list({ db, storage }, query))

  handle(server, contract.listRoles)(({ query }, { db }) => users.listByRole(db, query))

  handle(server, contract.autocompleteUsers)(({ query }, { db }) => users.autocomplete(db, query))

  handle(server, contract.getUser)(({ params: { id } }, { db }) => getUser(db, id))

  handle(server, contract.createUsers, ({ body: { data } }) => {
    // Before an account is created: this removes the password of an unverified account.
    requireDetailsOfTeam(data)
    return createAccounts(server, data.emails)
  })(({ body: { data } }, context, accounts) =>
    serialiseChange(context, 'iamCreate', async () =>
      Promise.all((await addUsers({ ...context, enqueue }, data, accounts)).map(present)),
    ),
  )

  handle(server, contract.inviteAgain, ({ params: { id } }) => getAccountToInvite(server, id))(
    ({ params: { id } }, context, account) =>
      serialiseChange(context, 'iamCreate', async () => {
        await inviteAgain({ ...context, enqueue }, id, account)
        return {}
      }),
  )

  handle(
    server,
    contract.resetSecondFactor,
  )(({ params: { id }, body: { reason } }, context) =>
    serialiseChange(context, 'iamEdit', async () => {
      await resetSecondFactor({ ...context, enqueue }, { id, reason })
      return {}
    }),
  )

  handle(server, contract.importUser, async ({ body: { data, invite } }) =>
    invite ? createAccounts(server, [data.email]) : undefined,
  )(({ body: { data, importHash, invite } }, context, accounts) =>
    serialiseChange(context, 'iamImport', () =>
      importOnce(context.db, entity, importHash, async (id) => {
        const { db, language } = context
        const { email } = data
        const existing = await users.findByEmails(db, [email])
        if (existing.length > 0) throw userExistsError([email], () => 'data.email')
        await users.insert(db, id, accounts?.get(email)?.uid ?? null, data)
        await audit(context, {
          entity,
          id,
          action: 'import',
          after: {
            email,
            ...users.complete(data),
            roles: data.roles,
            ...(data.avatars && { avatarLinks: data.avatars.map(users.avatarLink) }),
          },
        })
        if (invite) {
          await audit(context, { entity, id, action: 'invite', after: { email } })
          await mailInvitation({ ...context, enqueue }, { email, language })
        }
        return getUser(db, id)
      }),
    ),
  )

  handle(
    server,
    contract.updateUser,
  )(({ body: { data } }, context) =>
    serialiseChange(context, 'iamEdit', async () => {
      const { db } = context
      const { id, roles, avatars, userDetailsId, memberships, ...names } = data
      const [before] = await users.getLocked(db, 'id', [id])
      if (!before) throw new AppError('iam.errors.userNotFound')
      await requireVersion(context, await present(before), { entity: 'user', id })
      requireOwnManagerRole(context, before, roles)
      if (avatars)
        await changeAvatar(db, {
          userId: id,
          choice: avatars,
          folder: avatarFolders.iam,
          uploadedBy: context.actor.userId,
          field: 'data.avatars',
        })
      const [current = before] = await users.getLocked(db, 'id', [id])
      const access = {
        userDetailsId: userDetailsId === undefined ? before.userDetailsId : userDetailsId,
        memberships: memberships ?? before.memberships,
      }
      requireDetailsOfTeam(access)
      const valuesBefore = { ...before, avatars: filesForAudit(before.avatars) }
      const valuesAfter = { ...users.complete(names), ...access, avatars: filesForAudit(current.avatars) }
      if (hasChanges(valuesBefore, valuesAfter)) {
        await users.update(db, [id], { names })
        await replaceAccess(db, id, access)
        await audit(context, { entity, id, action: 'update', before: valuesBefore, after: valuesAfter })
      }
      await changeRoles(context, before, roles)
      return getUser(db, id)
    }),
  )

  handle(
    server,
    contract.changeUserStatus,
  )(({ body: { ids, disabled } }, context) =>
    serialiseChange(context, 'iamEdit', async () => {
      if (disabled && ids.includes(context.actor.userId)) throw new AppError('iam.errors.disablingHimself')
      await setDisabled({ ...context, enqueue }, await users.getLocked(context.db, 'id', ids), disabled)
      return {}
    }),
  )

  handle(
    server,
    contract.revokeRoles,
  )(({ query: { emails, roles = [], all } }, context) =>
    serialiseChange(context, 'iamEdit', async () => {
      for (const user of await users.getLocked(context.db, 'email', emails)) {
        const remainingRoles = all ? [] : user.roles.filter((role) => !roles.includes(role))
        requireOwnManagerRole(context, user, remainingRoles)
        await changeRoles(context, user, remainingRoles)
      }
      return {}
    }),
  )
}

/**
 * Serialises changes of users, and keeps an enabled manager. Checks the permission again after waiting for
 * the lock, so that a caller who was disabled or revoked in the meantime is refused. spec §5, §6
 */
const serialiseChange = <T>(
  context: MemberContext,
  permission: Permission,
  change: () => Promise<T>,
): Promise<T> =>
  keepAManager(context.db, async () => {
    requireAccess(
      await loadActor(
        { db: context.db, readUser: createUserReader(context.db), secondFactorRoles: [] },
        context.actor.identity,
      ),
      permission,
    )
    return change()
  })

const requireOwnManagerRole = (
  { actor }: MemberContext,
  user: users.StoredUser,
  newRoles: readonly Role[],
): void => {
  const isRevoked = user.roles.includes(administratorRole) && !newRoles.includes(administratorRole)
  if (user.id === actor.userId && isRevoked) throw new AppError('iam.errors.revokingOwnPermission')
}
