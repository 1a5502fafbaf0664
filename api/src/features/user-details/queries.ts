import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { Option } from '@baseline/contract/list.ts'
import type {
  autocompleteUserDetails,
  listUserDetails,
  UserDetails,
} from '@baseline/contract/user-details/contract.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all, answerList, buildOrderBy, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'

/** All fields that users fill in; a missing value is null. */
export type UserDetailsFields = Omit<UserDetails, 'id' | 'createdAt' | 'updatedAt' | 'version'>

const columns = {
  firstName: 'first_name_folded',
  lastName: 'last_name_folded',
  mobileNumber: 'mobile_number_folded',
  managerName: 'manager_name_folded',
  onboardingDate: 'onboarding_date',
  gender: 'gender',
  createdAt: 'created_at',
} as const

const present = (row: Selectable<Schema['user_details']>): UserDetails => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  mobileNumber: row.mobile_number,
  managerId: row.manager_id,
  managerName: row.manager_name,
  onboardingDate: row.onboarding_date,
  gender: row.gender,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

const { contains, containsAny, equals, oneOf, within } = filtersOn('user_details')

/** Returns one page, newest first by default; without a limit, streams every record. spec §4 */
export const list = (
  db: Db,
  { filter = {}, orderBy = 'createdAt_DESC', ...page }: Input<typeof listUserDetails>['query'],
) =>
  answerList(db, page, {
    matching: (from) =>
      from.selectFrom('user_details').where(
        all(
          equals('id', filter.id),
          // Under three characters: prefix match, so the last name is searched separately.
          containsAny(['full_name_folded', 'last_name_folded'], filter.search),
          contains('first_name_folded', filter.firstName),
          contains('last_name_folded', filter.lastName),
          contains('mobile_number_folded', filter.mobileNumber),
          contains('manager_name_folded', filter.managerName),
          oneOf('gender', filter.gender),
          within('onboarding_date', filter.onboardingDateRange),
          within('created_at', filter.createdAtRange),
        ),
      ),
    ordered: (rows) => rows.selectAll().orderBy(buildOrderBy(columns, orderBy)),
    present,
  })

const nameOf = (row: { first_name: string; last_name: string | null }): string =>
  [row.first_name, row.last_name].filter(Boolean).join(' ')

/** Searches for part of the full name; under three characters, for a prefix of the full name or last name. */
export const autocomplete = async (
  db: Db,
  { query, limit }: Input<typeof autocompleteUserDetails>['query'],
): Promise<Option[]> => {
  const rows = await db
    .selectFrom('user_details')
    .select(['id', 'first_name', 'last_name'])
    .where(
      sql<boolean>`(full_name_folded like search_pattern(${query}) or last_name_folded like search_pattern(${query}))`,
    )
    .orderBy('full_name_folded', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, label: nameOf(row) }))
}

export const find = async (db: Db, id: string): Promise<UserDetails | undefined> => {
  const row = await db.selectFrom('user_details').selectAll().where('id', '=', id).executeTakeFirst()
  return row && present(row)
}

/** Reads the record and locks it until the end of the transaction. */
export const getLocked = async (tx: Db, id: string): Promise<UserDetails> => {
  const row = await tx
    .selectFrom('user_details')
    .selectAll()
    .where('id', '=', id)
    // Weaker than FOR UPDATE: other transactions may still refer to this record as a manager.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('errors.recordNotFound')
  return present(row)
}

/** Locks the manager, so that it is not deleted before the record that refers to it is saved. */
export const findNameLocked = async (tx: Db, id: string): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('user_details')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row && nameOf(row)
}

const rowOf = (details: UserDetailsFields) => ({
  first_name: details.firstName,
  last_name: details.lastName,
  mobile_number: details.mobileNumber,
  manager_id: details.managerId,
  manager_name: details.managerName,
  onboarding_date: details.onboardingDate,
  gender: details.gender,
})

export const insert = async (tx: Db, details: UserDetailsFields, id?: string): Promise<UserDetails> =>
  present(
    await tx
      .insertInto('user_details')
      .values({ ...rowOf(details), ...(id === undefined ? {} : { id }) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export const update = async (tx: Db, id: string, details: UserDetailsFields): Promise<UserDetails> =>
  present(
    await tx
      .updateTable('user_details')
      .set((eb) => ({ ...rowOf(details), version: eb('version', '+', 1), updated_at: new Date() }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

/** Locks all records; throws if one is missing. */
export const getAllLocked = async (tx: Db, ids: readonly string[]): Promise<UserDetails[]> => {
  const rows = await tx
    .selectFrom('user_details')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < new Set(ids).size) throw new AppError('errors.recordNotFound')
  return rows.map(present)
}

/** Removes these managers from other records, which keep the manager's name. Returns the changed records. */
export const detachFrom = async (tx: Db, managerIds: readonly string[]) => {
  const detached = await tx
    .selectFrom('user_details')
    .select(['id', 'manager_id as managerId'])
    .where('manager_id', 'in', managerIds)
    .where('id', 'not in', managerIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (detached.length > 0)
    await tx
      .updateTable('user_details')
      .set((eb) => ({ manager_id: null, version: eb('version', '+', 1), updated_at: new Date() }))
      .where('manager_id', 'in', managerIds)
      .where('id', 'not in', managerIds)
      .execute()
  return detached
}

/**
 * Revokes the devices of these people before their records are deleted: a phone without its person must not send
 * interviews. Returns the devices before the change.
 */
export const revokeDevices = async (tx: Db, ids: readonly string[]) => {
  const devices = await tx
    .selectFrom('field_devices')
    .select(['id', 'user_details_id as userDetailsId', 'state'])
    .where('user_details_id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (devices.length > 0)
    await tx
      .updateTable('field_devices')
      .set((eb) => ({
        user_details_id: null,
        revoked_at: sql<Date>`coalesce(revoked_at, now())`,
        version: eb('version', '+', 1),
        updated_at: new Date(),
      }))
      .where('user_details_id', 'in', ids)
      .execute()
  return devices
}

export const remove = async (tx: Db, ids: readonly string[]): Promise<void> => {
  await tx.deleteFrom('user_details').where('id', 'in', ids).execute()
}
