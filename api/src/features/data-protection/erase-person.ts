import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { auditAll } from '#platform/audit.ts'
import type { Directory } from '#platform/auth/directory.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { removeFromStorage } from '#platform/storage/remove-from-storage.ts'

import { erasePersonInSubmissions } from './erase-submissions.ts'
import { eraseAuditValues, removeExports } from './erase-traces.ts'
import { addToReport, authorOf, hasReport } from './erasures.ts'
import type { ErasureRow } from './erasures.ts'

const batchRows = 5_000
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the names, addresses and phone numbers that the person has or had. A name that another person has too
 * is left out: in a text without an id, it could be either person's.
 */
const findTexts = async (
  tx: Db,
  { user_id: userId, user_details_id: detailsId }: ErasureRow,
): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    with records as (
      select email, first_name, last_name, phone_number as phone from users where id = ${userId}::uuid
      union all
      select null, first_name, last_name, mobile_number from user_details where id = ${detailsId}::uuid
      union all
      select r.email, r."firstName", r."lastName", coalesce(r."phoneNumber", r."mobileNumber")
      from audit_log entry, (values ('before'), ('after')) sides (side), jsonb_to_record(nullif("values" -> side, 'null'))
        as r (email text, "firstName" text, "lastName" text, "phoneNumber" text, "mobileNumber" text)
      where entity_name = 'user' and entity_id = ${userId}::text
        or entity_name = 'userDetails' and entity_id = ${detailsId}::text),
      names as (
        select distinct btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) as name from records)
    select email as text from records where email <> ''
    union select phone from records where phone <> ''
    union select name from names where name <> ''
      and not exists (select from user_details other
        where other.full_name_folded = folded(name) and other.id is distinct from ${detailsId}::uuid)
      and not exists (select from users other
        where other.full_name_folded = folded(name) and other.id is distinct from ${userId}::uuid)`.execute(
    tx,
  )
  return rows.map(({ text }) => text)
}

/** Stores the texts with the erasure, before the records that have them are erased. */
const rememberTexts = (db: Db, erasure: ErasureRow): Promise<string[]> =>
  inTransaction(db, async (tx) => {
    if (await hasReport(tx, erasure.id)) return erasure.texts
    const texts = [...new Set([...erasure.texts, ...(await findTexts(tx, erasure))])]
    await tx.updateTable('erasures').set({ texts }).where('id', '=', erasure.id).execute()
    for (const kind of ['investigator', 'supervisor', 'mobileNumber'])
      await sql`
        insert into erased_names (kind, folded) select distinct ${kind}, folded(text) from unnest(${texts}::text[]) text
        on conflict do nothing`.execute(tx)
    return texts
  })

/**
 * Revokes the devices of the person, and removes their labels and the ids of their phones. Replaces the name in
 * the labels of other devices. Returns the number of audit entries that lost their content.
 */
const eraseDevices = async (
  tx: Db,
  { id, user_details_id: detailsId, user_id: userId }: ErasureRow,
  texts: readonly string[],
) => {
  const person = detailsId ?? userId
  const { rows } = await sql<{ id: string }>`
    update field_devices set label = erased_name(${person}), revoked_at = coalesce(revoked_at, now()),
      version = version + 1, updated_at = now()
    where user_details_id = ${detailsId}::uuid returning id`.execute(tx)
  const devices = rows.map((device) => device.id)
  if (devices.length > 0) await tx.deleteFrom('field_device_ids').where('device_id', 'in', devices).execute()
  await sql`
    update field_devices set label = replace_texts(label, ${texts}, erased_name(${person})), version = version + 1
    where label <> replace_texts(label, ${texts}, erased_name(${person}))`.execute(tx)
  return eraseAuditValues(tx, id, 'device', devices)
}

/** Replaces the records of the person. They stay, because other records refer to them. */
const eraseRecords = (db: Db, erasure: ErasureRow, texts: readonly string[]): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { id, user_id: userId, user_details_id: detailsId, reason } = erasure
    if (await hasReport(tx, id)) return
    const person = detailsId ?? userId
    const avatars = await tx
      .selectFrom('files')
      .innerJoin('users', 'users.avatar_id', 'files.id')
      .select(['files.id', 'key', 'thumbnail_key'])
      .where('users.id', '=', userId)
      .execute()
    if (userId !== null) {
      await sql`
        update users set email = erased_email(${person}), first_name = null, last_name = null, phone_number = null,
          disabled = true, authentication_uid = null, avatar_id = null, avatar_links = '[]', last_sign_in_at = null,
          version = version + 1
        where id = ${userId}`.execute(tx)
      await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
      await tx.deleteFrom('memberships').where('user_id', '=', userId).execute()
      for (const table of [
        'response_comments',
        'answer_query_messages',
        'survey_exports',
        'response_status_jobs',
        'erasures',
      ] as const)
        await sql`
          update ${sql.table(table)} set created_by_email = erased_email(${person}) where created_by_id = ${userId}`.execute(
          tx,
        )
    }
    if (detailsId !== null) {
      await sql`
        update user_details set first_name = erased_name(${detailsId}), last_name = null, mobile_number = null,
          onboarding_date = null, version = version + 1
        where id = ${detailsId}`.execute(tx)
      await sql`update user_details set manager_name = erased_name(${detailsId}) where manager_id = ${detailsId}`.execute(
        tx,
      )
    }
    for (const avatar of avatars) await tx.deleteFrom('files').where('id', '=', avatar.id).execute()
    await removeFromStorage(
      tx,
      avatars.flatMap(({ key, thumbnail_key: thumbnailKey }) => (thumbnailKey ? [key, thumbnailKey] : [key])),
    )
    const entities = [
      ...(userId === null ? [] : [{ entity: 'user' as const, id: userId }]),
      ...(detailsId === null ? [] : [{ entity: 'userDetails' as const, id: detailsId }]),
    ]
    let auditEntries = await eraseDevices(tx, erasure, texts)
    for (const record of entities) auditEntries += await eraseAuditValues(tx, id, record.entity, [record.id])
    const exports = await removeExports(tx, undefined)
    await addToReport(tx, id, { responses: 0, files: avatars.length, auditEntries, exports })
    await auditAll(
      { db: tx, author: authorOf(erasure) },
      entities.map((record) => ({ ...record, action: 'erase', after: { reason } })),
    )
  })

/** The last id of a batch, null after the last batch, and the number of rows that it changed. */
interface Batch {
  last: string | null
  changed: number
}

/** Runs a step on all rows of a table in batches. Returns the number of changed rows. */
const inBatches = async (step: (after: string) => Promise<Batch>): Promise<number> => {
  let total = 0
  let after = firstId
  for (;;) {
    const { last, changed } = await step(after)
    total += changed
    if (last === null) return total
    after = last
  }
}

const single = async <T>(result: Promise<{ rows: T[] }>): Promise<T> => {
  const [row] = (await result).rows
  if (!row) throw new Error('the statement returned no row')
  return row
}

/** Executes a statement in batches. `after` is the last id of the previous batch. */
const executeInBatches = (db: Db, statement: (after: string) => RawBuilder<Batch>): Promise<number> =>
  inBatches((after) => single(statement(after).execute(db)))

/** Replaces the person in the responses: as enumerator, as supervisor and as sender. */
const eraseInResponses = (
  db: Db,
  { user_id: userId, user_details_id: detailsId }: ErasureRow,
  texts: readonly string[],
) =>
  executeInBatches(
    db,
    (after) => sql<Batch>`
      with batch as (select id from survey_responses where id > ${after} order by id limit ${batchRows}),
        people as (select array(select folded(text) from unnest(${texts}::text[]) text) folded),
        roles as (
          select r.id,
            coalesce(investigator_id = ${detailsId}::uuid or investigator_email = any(${texts})
              or investigator_mobile_number_folded = any(people.folded)
              or investigator_id is null and investigator_name_folded = any(people.folded), false) as interviewed,
            coalesce(supervisor_id = ${detailsId}::uuid
              or supervisor_id is null and supervisor_name_folded = any(people.folded), false) as supervised,
            coalesce(user_id = ${userId}::uuid or email = any(${texts}), false) as sent
          from survey_responses r, people where r.id in (select id from batch)),
        changed as (
          update survey_responses r set
            investigator_name = case when interviewed then name else investigator_name end,
            investigator_email = case when interviewed then null else investigator_email end,
            investigator_mobile_number = case when interviewed then null else investigator_mobile_number end,
            supervisor_name = case when supervised then name else supervisor_name end,
            email = case when sent then null else email end,
            "values" = replace_texts("values", ${texts}, name)
          from roles, erased_name(${detailsId ?? userId}) name
          where roles.id = r.id and (interviewed or supervised or sent) returning 1)
      select (select max(id::text) from batch) as last, (select count(*)::int from changed) as changed`,
  )

const eraseInComments = (
  db: Db,
  { user_id: userId, user_details_id: detailsId }: ErasureRow,
  texts: readonly string[],
) =>
  executeInBatches(
    db,
    (after) => sql<Batch>`
      with batch as (select id from response_comments where id > ${after} order by id limit ${batchRows}),
        changed as (
          update response_comments c set comment = replace_texts(comment, ${texts}, erased_name(${detailsId ?? userId}))
          where id in (select id from batch)
            and comment <> replace_texts(comment, ${texts}, erased_name(${detailsId ?? userId})) returning 1)
      select (select max(id::text) from batch) as last, (select count(*)::int from changed) as changed`,
  )

const eraseInQueries = (
  db: Db,
  { user_id: userId, user_details_id: detailsId }: ErasureRow,
  texts: readonly string[],
) =>
  executeInBatches(
    db,
    (after) => sql<Batch>`
      with batch as (select id from answer_query_messages where id > ${after} order by id limit ${batchRows}),
        changed as (
          update answer_query_messages m set text = replace_texts(text, ${texts}, name),
            proposal = replace_texts(proposal, ${texts}, name)
          from erased_name(${detailsId ?? userId}) name
          where id in (select id from batch) and (text, proposal) is distinct from
            (replace_texts(text, ${texts}, name), replace_texts(proposal, ${texts}, name)) returning 1)
      select (select max(id::text) from batch) as last, (select count(*)::int from changed) as changed`,
  )

/** Replaces the person in the comments on decisions about flags. */
const eraseInDecisions = (
  db: Db,
  { user_id: userId, user_details_id: detailsId }: ErasureRow,
  texts: readonly string[],
) =>
  sql`
    update response_flags set comment = replace_texts(comment, ${texts}, name)
    from erased_name(${detailsId ?? userId}) name
    where comment is not null and comment <> replace_texts(comment, ${texts}, name)`.execute(db)

const eraseInSubmissions = async (
  db: Db,
  { user_id: userId, user_details_id: detailsId }: ErasureRow,
  texts: readonly string[],
) => {
  const { name } = await single(
    sql<{ name: string }>`select erased_name(${detailsId ?? userId}) as name`.execute(db),
  )
  await inBatches((after) => erasePersonInSubmissions(db, { person: detailsId, texts, name }, after))
}

const eraseInAuditLog = (db: Db, { id }: ErasureRow) =>
  executeInBatches(
    db,
    (after) => sql<Batch>`
      select last::text, changed from erase_person_in_audit_log(${id}, ${after}, ${batchRows})`,
  )

/** Removes waiting and finished jobs and stored responses that name the person. */
const eraseInQueues = async (db: Db, texts: readonly string[]): Promise<void> => {
  const namesPerson = (column: string) =>
    sql`exists (select from unnest(${texts}::text[]) text where strpos(${sql.ref(column)}::text, text) > 0)`
  await sql`delete from jobs.job where ${namesPerson('data')}`.execute(db)
  await sql`delete from idempotency_keys where ${namesPerson('response')}`.execute(db)
}

/** Erases a user, a member of the staff, or both: replaces the name everywhere, and removes the account. */
export const erasePerson = async (
  { db, streams, directory }: { db: Db; streams: Db; directory: Directory },
  erasure: ErasureRow,
): Promise<void> => {
  const texts = await rememberTexts(db, erasure)
  const user = await db
    .selectFrom('users')
    .select('authentication_uid')
    .where('id', '=', erasure.user_id)
    .executeTakeFirst()
  if (user?.authentication_uid) await directory.remove(user.authentication_uid)
  await eraseRecords(db, erasure, texts)
  const responses = await eraseInResponses(streams, erasure, texts)
  const comments = await eraseInComments(streams, erasure, texts)
  await eraseInQueries(streams, erasure, texts)
  await eraseInDecisions(streams, erasure, texts)
  const auditEntries = await eraseInAuditLog(streams, erasure)
  await eraseInSubmissions(streams, erasure, texts)
  await eraseInQueues(streams, texts)
  await addToReport(db, erasure.id, { responses, comments, auditEntries })
}
