import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import { maxWithoutRole } from '@baseline/contract/iam/contract.ts'
import type {
  autocompleteUsers,
  AvatarLink,
  ImportedUser,
  listRoles,
  listUsers,
  Membership,
  RoleChoice,
  RoleWithUsers,
  User,
} from '@baseline/contract/iam/contract.ts'
import type { Option } from '@baseline/contract/list.ts'
import { roles as allRoles } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { ExpressionBuilder, Selectable } from 'kysely'

import type { Author } from '#platform/audit.ts'
import { avatarFiles } from '#platform/auth/avatars.ts'
import { selectMemberships, selectRoles } from '#platform/auth/memberships.ts'
import type { Db } from '#platform/database/database.ts'
import { all, answerList, buildOrderBy, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'
import type { FileStorage } from '#platform/storage/storage.ts'
import { presentFiles } from '#platform/storage/stored-files.ts'
import type { FileRow } from '#platform/storage/stored-files.ts'

const columns = {
  fullName: 'full_name_folded',
  email: 'email',
  phoneNumber: 'phone_number_folded',
  status: 'status',
  lastSignInAt: 'last_sign_in_at',
  createdAt: 'created_at',
} as const

/** Selects the data of a user from other tables. */
const fromOtherTables = (eb: ExpressionBuilder<Schema, 'users'>) => [
  selectRoles(eb),
  selectMemberships(eb),
  sql<string | null>`(select concat_ws(' ', first_name, last_name) from user_details
    where id = users.user_details_id)`.as('user_details_name'),
  avatarFiles(eb).as('avatars'),
]

type UserRow = Selectable<Schema['users']> & {
  roles: { role: Role }[]
  memberships: Membership[]
  user_details_name: string | null
  avatars: FileRow[]
}

/** A user as stored in the database; `present` adds the URLs of avatars. */
export type StoredUser = Omit<User, 'avatars'> & { avatars: FileRow[] }

const fromRow = (row: UserRow): StoredUser => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  fullName: row.full_name,
  phoneNumber: row.phone_number,
  roles: row.roles.map(({ role }) => role),
  avatars: row.avatars,
  avatarLinks: row.avatar_links,
  disabled: row.disabled,
  authenticationUid: row.authentication_uid,
  userDetailsId: row.user_details_id,
  userDetailsName: row.user_details_name,
  memberships: row.memberships,
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

export const present = async (storage: FileStorage, user: StoredUser): Promise<User> => ({
  ...user,
  avatars: await presentFiles(storage, user.avatars),
})

const { contains, containsAny, equals, within } = filtersOn('users')

const holdsNoRole = sql<boolean>`not exists (select from user_roles where user_id = users.id)`

const holdsOneOf = (choices: readonly RoleChoice[] | undefined) => {
  if (!choices?.length) return undefined
  const holds = sql<boolean>`exists (select from user_roles where user_id = users.id and role = any(${choices}))`
  return choices.includes('none') ? sql<boolean>`(${holds} or ${holdsNoRole})` : holds
}

/** Returns one page, newest first by default; without a limit, streams all users. spec §4 */
export const list = (
  { db, storage }: { db: Db; storage: FileStorage },
  { filter = {}, orderBy = 'createdAt_DESC', ...page }: Input<typeof listUsers>['query'],
) =>
  answerList(db, page, {
    matching: (from) =>
      from
        .selectFrom('users')
        .where(
          all(
            equals('id', filter.id),
            containsAny(['full_name_folded', 'email'], filter.search),
            contains('full_name_folded', filter.fullName),
            contains('email', filter.email),
            contains('phone_number_folded', filter.phoneNumber),
            holdsOneOf(filter.roles),
            equals('status', filter.status),
            within('created_at', filter.createdAtRange),
            within('last_sign_in_at', filter.lastSignInAtRange),
          ),
        ),
    ordered: (rows) => rows.selectAll().select(fromOtherTables).orderBy(buildOrderBy(columns, orderBy)),
    present: (row) => present(storage, fromRow(row)),
  })

const treeColumns = [
  'id',
  'email',
  'full_name as fullName',
  'disabled',
  'authentication_uid as authenticationUid',
  'last_sign_in_at',
] as const

const toTreeUser = ({
  last_sign_in_at: lastSignInAt,
  ...user
}: Omit<RoleWithUsers['users'][number], 'lastSignInAt'> & { last_sign_in_at: Date | null }) => ({
  ...user,
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
})

/** Returns the requested roles with their users, including roles that no user holds. spec §3 */
export const listByRole = async (
  db: Db,
  { filter, orderBy = 'role_ASC' }: Input<typeof listRoles>['query'],
): Promise<RoleWithUsers[]> => {
  const requestedRoles = allRoles.filter((role) => filter?.roles?.includes(role) ?? true).toSorted()
  const holders = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_id', 'users.id')
    .select(['role', ...treeColumns])
    .where('role', '=', sql<Role>`any(${requestedRoles})`)
    .orderBy('email')
    .execute()
  const tree: RoleWithUsers[] = requestedRoles.map((role) => ({
    role,
    users: holders
      .filter((holder) => holder.role === role)
      .map(({ role: _role, ...user }) => toTreeUser(user)),
  }))
  if (filter?.roles?.includes('none')) {
    const usersWithoutRole = await db
      .selectFrom('users')
      .select(treeColumns)
      .where(holdsNoRole)
      .orderBy('email')
      .limit(maxWithoutRole)
      .execute()
    tree.push({ role: null, users: usersWithoutRole.map(toTreeUser) })
  }
  return orderBy === 'role_ASC' ? tree : tree.toReversed()
}

/** Searches for part of the name or address; under three characters, for a prefix. */
export const autocomplete = async (
  db: Db,
  { query, limit }: Input<typeof autocompleteUsers>['query'],
): Promise<Option[]> => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'full_name'])
    .where(
      sql<boolean>`(full_name_folded like search_pattern(${query}) or email like search_pattern(${query}))`,
    )
    .orderBy(sql`coalesce(full_name_folded, email), id`)
    .limit(limit)
    .execute()
  return rows.map(({ id, email, full_name }) => ({
    id,
    label: full_name === null ? email : `${full_name} <${email}>`,
  }))
}

export const find = async (db: Db, id: string): Promise<StoredUser | undefined> => {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .select(fromOtherTables)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && fromRow(row)
}

const selectBy = (db: Db, by: 'id' | 'email', values: readonly string[]) =>
  db.selectFrom('users').selectAll().select(fromOtherTables).where(by, 'in', values).orderBy('id')

export const findByEmails = async (db: Db, emails: readonly string[]): Promise<StoredUser[]> =>
  (await selectBy(db, 'email', emails).execute()).map(fromRow)

/** Reads the records and locks them until the end of the transaction. Throws if one is missing. spec §8 */
export const getLocked = async (
  tx: Db,
  by: 'id' | 'email',
  values: readonly string[],
): Promise<StoredUser[]> => {
  const rows = await selectBy(tx, by, values).forUpdate('users').execute()
  if (rows.length < new Set(values).size) throw new AppError('iam.errors.userNotFound')
  return rows.map(fromRow)
}

export const addRoles = async (tx: Db, userId: string, roles: readonly Role[]): Promise<void> => {
  if (roles.length === 0) return
  await tx
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: userId, role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const removeRoles = async (tx: Db, userId: string, roles: readonly Role[]): Promise<void> => {
  if (roles.length === 0) return
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role', 'in', roles).execute()
}

export type Names = Pick<ImportedUser, 'firstName' | 'lastName' | 'phoneNumber'>

/** Completes the fields that users fill in; a missing value becomes null. */
export const complete = ({ firstName = null, lastName = null, phoneNumber = null }: Names) => ({
  firstName,
  lastName,
  phoneNumber,
})
const namesOf = (names: Names) => {
  const { firstName, lastName, phoneNumber } = complete(names)
  return { first_name: firstName, last_name: lastName, phone_number: phoneNumber }
}

/** Increments the version with every change, also of roles: they are part of the record. */
export const update = async (
  tx: Db,
  ids: readonly string[],
  change: { names?: Names; disabled?: boolean },
): Promise<void> => {
  await tx
    .updateTable('users')
    .set((eb) => ({
      ...(change.names ? namesOf(change.names) : {}),
      ...(change.disabled === undefined ? {} : { disabled: change.disabled }),
      version: eb('version', '+', 1),
      updated_at: new Date(),
    }))
    .where('id', 'in', ids)
    .execute()
}

/** Names a link after the last part of its path, or after its host. */
export const avatarLink = (publicUrl: string): AvatarLink => {
  const { hostname, pathname } = new URL(publicUrl)
  return { name: pathname.split('/').findLast(Boolean) ?? hostname, publicUrl }
}

export const insert = async (tx: Db, id: string, uid: string | null, user: ImportedUser): Promise<void> => {
  await tx
    .insertInto('users')
    .values({
      id,
      email: user.email,
      authentication_uid: uid,
      avatar_links: JSON.stringify((user.avatars ?? []).map(avatarLink)),
      ...namesOf(user),
    })
    .execute()
  await addRoles(tx, id, user.roles)
}

/**
 * Links the record of an invited user to the account that the invitation created or cleared. Clears the last
 * sign-in: only unverified accounts are cleared, so it was not the invited user's.
 */
export const upsertInvited = async (
  tx: Db,
  email: string,
  uid: string,
  names?: Names,
): Promise<{ id: string }> => {
  const columnValues = { authentication_uid: uid, last_sign_in_at: null, ...(names ? namesOf(names) : {}) }
  return tx
    .insertInto('users')
    .values({ email, ...columnValues })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
        ...columnValues,
        version: eb('users.version', '+', 1),
        updated_at: new Date(),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Returns the name of the inviter for the mail; undefined for operators' commands. */
export const findInviter = async (db: Db, { id }: Author): Promise<string | undefined> => {
  if (id === undefined) return undefined
  const user = await db
    .selectFrom('users')
    .select(['full_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user) return undefined
  return user.full_name === null ? user.email : `${user.full_name} (${user.email})`
}
