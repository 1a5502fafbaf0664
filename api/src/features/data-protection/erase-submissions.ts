import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { removeFromStorage } from '#platform/storage/remove-from-storage.ts'

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const replaceInXml = async (xml: Buffer, texts: readonly string[], name: string): Promise<Buffer> => {
  if (xml.length === 0) return xml
  let content = String(await decompress(xml))
  for (const text of texts) content = content.replaceAll(escapeText(text), escapeText(name))
  return compress(content)
}

/** Removes the XML and the files of submissions. Their instances stay, so that a phone cannot send them again. */
const eraseSubmissions = async (tx: Db, submissions: readonly string[]): Promise<void> => {
  if (submissions.length === 0) return
  const files = await tx
    .deleteFrom('field_attachments')
    .where('submission_id', 'in', submissions)
    .returning('storage_key')
    .execute()
  await removeFromStorage(
    tx,
    files.flatMap(({ storage_key: key }) => key ?? []),
  )
  await tx
    .updateTable('field_submissions')
    .set({
      state: 'erased',
      xml: Buffer.alloc(0),
      xml_sha256: Buffer.alloc(32),
      problem: null,
      odk_device_id: '',
    })
    .where('id', 'in', submissions)
    .execute()
}

/** Returns the ids of what phones sent about these responses, also of edits and conflicts that were not applied. */
export const findSubmissionsOf = async (db: Db, responseIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with instances as (
      select survey_id, instance_id, submission_id from field_instances
      where response_id = any(${responseIds}::uuid[]))
    select id from field_submissions where response_id = any(${responseIds}::uuid[])
    union select submission_id from instances
    union select submission.id from instances join field_submissions submission using (survey_id, instance_id)
      where submission.state <> 'stored'
    union select edit.id from instances join field_submissions edit
      on (edit.survey_id, edit.deprecated_id) = (instances.survey_id, instances.instance_id)
      where edit.deprecated_id is not null and edit.state <> 'stored'`.execute(db)
  return rows.map(({ id }) => id)
}

export const eraseSubmissionsOf = async (tx: Db, responseIds: readonly string[]): Promise<void> => {
  await eraseSubmissions(tx, await findSubmissionsOf(tx, responseIds))
}

const batchRows = 1_000

/** Erases all interviews of a survey that phones sent, including interviews without a response. */
export const eraseSubmissionsOfSurvey = async (db: Db, surveyId: string): Promise<void> => {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const count = await inTransaction(db, async (tx) => {
      const batch = await tx
        .selectFrom('field_submissions')
        .select('id')
        .where('survey_id', '=', surveyId)
        .where('state', '<>', 'erased')
        .where('id', '>', last)
        .orderBy('id')
        .limit(batchRows)
        .forUpdate()
        .execute()
      await eraseSubmissions(
        tx,
        batch.map(({ id }) => id),
      )
      last = batch.at(-1)?.id ?? last
      return batch.length
    })
    if (count === 0) return
  }
}

/**
 * Replaces a person in the next batch of interviews from phones. Changes interviews from the person's
 * devices, and interviews whose response has the person as enumerator or supervisor. `last`: the last
 * interview of the batch, null at the end.
 */
export const erasePersonInSubmissions = async (
  db: Db,
  { person, texts, name }: { person: string | null; texts: readonly string[]; name: string },
  after: string,
): Promise<{ last: string | null; changed: number }> => {
  const { rows } = await sql<{ last: string | null }>`
    select max(id::text) as last
    from (select id from field_submissions where id > ${after} order by id limit ${batchRows}) batch`.execute(
    db,
  )
  const last = rows[0]?.last ?? null
  const { rows: found } = await sql<{ id: string; xml: Buffer }>`
    select submission.id, xml from field_submissions submission
      left join field_devices device on device.id = device_id
      left join survey_responses response on response.id = response_id
    where submission.id > ${after} and submission.id <= ${last}::uuid
      and (device.user_details_id = ${person}::uuid or ${person}::uuid in (investigator_id, supervisor_id))`.execute(
    db,
  )
  for (const { id, xml } of found)
    await db
      .updateTable('field_submissions')
      .set({ odk_device_id: '', xml: await replaceInXml(xml, texts, name) })
      .where('id', '=', id)
      .execute()
  return { last, changed: found.length }
}
