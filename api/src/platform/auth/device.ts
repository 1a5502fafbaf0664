import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import { compiledOnce, prepared } from '../database/database.ts'
import type { Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { limits } from '../limits.ts'
import { createSharedReads } from '../shared-reads.ts'

/** A phone that sends interviews, as stored in the database at that moment. */
export interface Device {
  id: string
  label: string
  state: Selectable<Schema['field_devices']>['state']
  /** Ids of the surveys that the device may use; null for all. */
  surveys: readonly string[] | null
  /** The enumerator who uses the device; null if it has no fixed person. */
  person: {
    id: string
    name: string
    mobileNumber: string | null
    managerName: string | null
  } | null
  lastSeenAt: Date | null
  /** Ids of the phones that used the token. */
  phones: readonly string[]
}

const tokenBytes = 32
const tokenPattern = /^[\w-]{43}$/

/** Returns the token as base64url. */
export const createToken = (): string => randomBytes(tokenBytes).toString('base64url')

/** The database has only this hash: a copy of the database gives access to no device. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const selectByHashes = compiledOnce<Device & { hash: Buffer }, { hashes: readonly Buffer[] }>(
  (db, { hashes }) => ({
    compile: () =>
      sql<Device & { hash: Buffer }>`
      select ${prepared} token_hash as hash, device.id, label, state, surveys, last_seen_at as "lastSeenAt",
        case when person.id is not null then jsonb_build_object(
          'id', person.id, 'name', concat_ws(' ', first_name, last_name),
          'mobileNumber', mobile_number, 'managerName', manager_name) end as person,
        array(select odk_device_id from field_device_ids where device_id = device.id) as phones
      from field_devices device left join user_details person on person.id = device.user_details_id
      where token_hash = any(${hashes}::bytea[])`.compile(db),
  }),
)

/**
 * Returns a function that finds the device of a token, also a revoked one. Calls that wait share one query. The index
 * has hashes, so the time of the search tells nothing about the tokens.
 */
export const createDeviceReader = (db: Db) => {
  const read = createSharedReads<Device>(limits.userReads, async (keys) => {
    const devices = await selectByHashes(db, { hashes: keys.map((key) => Buffer.from(key, 'hex')) })
    return new Map(devices.map(({ hash, ...device }) => [hash.toString('hex'), device]))
  })
  return async (token: string): Promise<Device | undefined> =>
    tokenPattern.test(token) ? read(hashToken(token).toString('hex')) : undefined
}
export type ReadDevice = ReturnType<typeof createDeviceReader>

/** The version of ODK Collect, or the name and version of another program. */
const versionOf = (userAgent: string | undefined): string | null => {
  const [program = ''] = (userAgent ?? '').split(' ')
  return program.replace(/^org\.odk\.collect\.android\//, '').slice(0, 100) || null
}

/**
 * `skip locked`: a concurrent call of the same device stores the same time. `xmax` is 0 in a row that the
 * statement inserted.
 */
const storeUse = compiledOnce<
  { isNewPhone: boolean },
  { device: string; version: string | null; phone: string | null }
>((db, { device, version, phone }) => ({
  compile: () =>
    sql<{ isNewPhone: boolean }>`
      with seen as (
        update field_devices set last_seen_at = now(), last_version = coalesce(${version}::text, last_version)
        where id = (select id from field_devices where id = ${device}::uuid for no key update skip locked)),
      phone as (
        insert into field_device_ids (device_id, odk_device_id)
        select ${device}::uuid, ${phone}::text where ${phone}::text is not null
        on conflict (device_id, odk_device_id) do update set last_seen = now()
        returning xmax = 0 as is_new)
      select ${prepared} coalesce(bool_or(is_new), false) as "isNewPhone" from phone`.compile(db),
}))

/**
 * Stores when, by which phone and with which version a device was used, at most once per minute unless the phone
 * is new. Pass the pool: the use counts although the call is refused later.
 */
export const recordDeviceUse = async (
  pool: Db,
  device: Device,
  { odkDeviceId = '', userAgent }: { odkDeviceId?: string | undefined; userAgent?: string | undefined },
): Promise<{ isNewPhone: boolean }> => {
  const { recordedEveryMs, phones: maxPhones } = limits.devices
  const phone = odkDeviceId.slice(0, 255)
  const isKnown = device.phones.includes(phone)
  const isNew = phone !== '' && !isKnown && device.phones.length < maxPhones
  const isRecent = device.lastSeenAt !== null && Date.now() - device.lastSeenAt.getTime() < recordedEveryMs
  if (isRecent && !isNew) return { isNewPhone: false }
  const [stored] = await storeUse(pool, {
    device: device.id,
    version: versionOf(userAgent),
    phone: isKnown || isNew ? phone : null,
  })
  return { isNewPhone: stored?.isNewPhone ?? false }
}
