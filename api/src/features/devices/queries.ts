import type {
  Device,
  DevicePerson,
  listDevicePeople,
  listDevices,
  PhoneUse,
} from '@baseline/contract/devices/contract.ts'
import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import { can } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'

import type { Actor } from '#platform/auth/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { all, answerList, any, buildOrderBy, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'
import { isVisibleSurvey } from '#platform/database/visible-surveys.ts'

/** The user whose team limits the query. */
interface Caller {
  db: Db
  actor: Actor & { userId: string }
}

/** Limits people to the team of the caller. The subquery reads the team once, not for each row. */
const isInReach = (actor: Caller['actor'], column: string): RawBuilder<boolean> =>
  can(actor, 'devicesEditAll')
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any((
        select team_of(user_details_id) from users where id = ${actor.userId})::uuid[])`

const isUsedBy: Record<PhoneUse, RawBuilder<boolean>> = {
  none: sql<boolean>`not exists (select from field_device_ids where device_id = field_devices.id)`,
  one: sql<boolean>`field_devices.id in (
    select device_id from field_device_ids group by device_id having count(*) = 1)`,
  several: sql<boolean>`field_devices.id in (
    select device_id from field_device_ids group by device_id having count(*) > 1)`,
}

type Matching = SelectQueryBuilder<Schema, 'field_devices', object>

const withFields = (rows: Matching) =>
  rows.select([
    'id',
    'label',
    'state',
    'last_seen_at',
    'last_version',
    'created_at',
    'revoked_at',
    'version',
    sql<Device['person']>`(
      select jsonb_build_object('id', id, 'name', concat_ws(' ', first_name, last_name), 'managerName', manager_name)
      from user_details where id = field_devices.user_details_id)`.as('person'),
    'surveys',
    sql<string[] | null>`case when field_devices.surveys is not null then
      array(select label from surveys where id = any(field_devices.surveys) order by label_folded, id) end`.as(
      'survey_labels',
    ),
    sql<number>`(select count(*) from field_device_ids where device_id = field_devices.id)`.as('phone_count'),
  ])
type DeviceRow = Awaited<ReturnType<ReturnType<typeof withFields>['executeTakeFirstOrThrow']>>

const present = (row: DeviceRow): Device => ({
  id: row.id,
  label: row.label,
  state: row.state,
  person: row.person,
  surveys: row.surveys,
  surveyLabels: row.survey_labels,
  phoneCount: row.phone_count,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  lastVersion: row.last_version,
  createdAt: row.created_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
  version: row.version,
})

const { equals, oneOf } = filtersOn('field_devices')

const columns = {
  label: 'label_folded',
  state: 'state',
  lastSeenAt: 'last_seen_at',
  lastVersion: 'last_version',
  createdAt: 'created_at',
} as const

export const list = (
  { db, actor }: Caller,
  { filter = {}, orderBy = 'createdAt_DESC', ...page }: Input<typeof listDevices>['query'],
) =>
  answerList(db, page, {
    matching: (from) =>
      from.selectFrom('field_devices').where(
        all(
          isInReach(actor, 'user_details_id'),
          filter.search
            ? sql<boolean>`(label_folded like search_pattern(${filter.search}) or user_details_id in (
                select id from user_details where full_name_folded like search_pattern(${filter.search})))`
            : undefined,
          oneOf('state', filter.state),
          equals('user_details_id', filter.userDetailsId),
          filter.phoneUse?.length ? any(...filter.phoneUse.map((use) => isUsedBy[use])) : undefined,
        ),
      ),
    ordered: (rows) => withFields(rows).orderBy(buildOrderBy(columns, orderBy)),
    present,
  })

const activeDevices = sql`from field_devices where user_details_id = user_details.id and state = 'active'`

export const listPeople = (
  { db, actor }: Caller,
  { filter = {}, orderBy = 'name_ASC', ...page }: Input<typeof listDevicePeople>['query'],
) => {
  const { containsAny } = filtersOn('user_details')
  return answerList(db, page, {
    matching: (from) =>
      from
        .selectFrom('user_details')
        .where(
          all(
            isInReach(actor, 'id'),
            containsAny(['full_name_folded', 'last_name_folded', 'manager_name_folded'], filter.search),
            filter.withoutDevice ? sql<boolean>`not exists (select ${activeDevices})` : undefined,
          ),
        ),
    ordered: (rows) =>
      rows
        .select([
          'id',
          'manager_name as managerName',
          sql<string>`concat_ws(' ', first_name, last_name)`.as('name'),
          sql<number>`(select count(*) ${activeDevices})`.as('deviceCount'),
        ])
        .orderBy(buildOrderBy({ name: 'full_name_folded', managerName: 'manager_name_folded' }, orderBy)),
    present: (row): DevicePerson => row,
  })
}

/** Returns whether the caller may give this person a device. Locks the person until the device is stored. */
export const isPersonInReach = async ({ db, actor }: Caller, id: string): Promise<boolean> =>
  (await db
    .selectFrom('user_details')
    .select('id')
    .where('id', '=', id)
    .where(isInReach(actor, 'id'))
    .forKeyShare()
    .executeTakeFirst()) !== undefined

/** Counts the surveys among these ids that the caller may see. */
export const countSurveys = async ({ db, actor }: Caller, ids: readonly string[]): Promise<number> => {
  const { count } = await db
    .selectFrom('surveys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .where(isVisibleSurvey(actor))
    .executeTakeFirstOrThrow()
  return count
}

const find = async (db: Db, id: string): Promise<Device> =>
  present(await withFields(db.selectFrom('field_devices').where('id', '=', id)).executeTakeFirstOrThrow())

export interface DeviceFields {
  label: string
  userDetailsId: string | null
  surveys: readonly string[] | null
}

export const insert = async (
  { db, actor }: Caller,
  { label, userDetailsId, surveys }: DeviceFields,
  tokenHash: Buffer,
): Promise<Device> => {
  const { id } = await db
    .insertInto('field_devices')
    .values({
      label,
      user_details_id: userDetailsId,
      surveys: surveys && [...surveys],
      token_hash: tokenHash,
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return find(db, id)
}

/** Replaces the token of a device that no phone has used yet. */
export const replaceToken = async ({ db, actor }: Caller, id: string, tokenHash: Buffer): Promise<Device> => {
  const replaced = await db
    .updateTable('field_devices')
    .set((eb) => ({ token_hash: tokenHash, version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', id)
    .where(isInReach(actor, 'user_details_id'))
    .where('state', '=', 'active')
    .where('last_seen_at', 'is', null)
    .executeTakeFirst()
  if (replaced.numUpdatedRows === 0n) throw new AppError('entities.devices.errors.alreadyUsed')
  return find(db, id)
}

/** Revokes a device, and returns whether it was active. */
export const revoke = async ({ db, actor }: Caller, id: string): Promise<boolean> => {
  const device = await db
    .selectFrom('field_devices')
    .select('state')
    .where('id', '=', id)
    .where(isInReach(actor, 'user_details_id'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!device) throw new AppError('errors.recordNotFound')
  if (device.state === 'revoked') return false
  await db
    .updateTable('field_devices')
    .set((eb) => ({ revoked_at: sql<Date>`now()`, version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', id)
    .execute()
  return true
}
