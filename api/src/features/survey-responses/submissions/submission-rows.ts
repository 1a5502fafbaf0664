import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'

import { AppError } from '@baseline/contract/errors.ts'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { removeFromStorage } from '#platform/storage/remove-from-storage.ts'

import type { NamedFile } from './prepare-submission.ts'
import type { ReceivedFile } from './receive-post.ts'

const compress = promisify(gzip)
const smallBytes = 32_768

export const hashXml = (xml: Buffer): Buffer => createHash('sha256').update(xml).digest()

/** The thread pool costs more than the compression of a usual interview: 0.37 instead of 0.09 ms for 4 KB. */
export const compressXml = async (xml: Buffer): Promise<Buffer> =>
  xml.length <= smallBytes ? gzipSync(xml) : compress(xml)

/** A submission that no manager has decided about. */
type SubmissionRow = Omit<Required<Insertable<Schema['field_submissions']>>, 'decided_at'>

const insertAll = compiledOnce<never, { [Column in keyof SubmissionRow]: readonly SubmissionRow[Column][] }>(
  (db, rows) => ({
    compile: () =>
      sql<never>`
        insert into field_submissions (id, survey_id, survey_version, instance_id, deprecated_id, device_id,
          odk_device_id, user_agent, received_at, state, response_id, problem, xml_sha256, xml)
        select * from unnest(${rows.id}::uuid[], ${rows.survey_id}::uuid[], ${rows.survey_version}::int[],
          ${rows.instance_id}::text[], ${rows.deprecated_id}::text[], ${rows.device_id}::uuid[],
          ${rows.odk_device_id}::text[], ${rows.user_agent}::text[], ${rows.received_at}::timestamptz[],
          ${rows.state}::text[], ${rows.response_id}::uuid[], ${rows.problem}::jsonb[],
          ${rows.xml_sha256}::bytea[], ${rows.xml}::bytea[]) ${prepared}`.compile(db),
  }),
)

/** Inserts submissions with one statement, whose text does not depend on their number. */
export const insertSubmissions = async (tx: Db, rows: readonly SubmissionRow[]): Promise<void> => {
  const column = <Name extends keyof SubmissionRow>(name: Name) => rows.map((row) => row[name])
  if (rows.length > 0)
    await insertAll(tx, {
      id: column('id'),
      survey_id: column('survey_id'),
      survey_version: column('survey_version'),
      instance_id: column('instance_id'),
      deprecated_id: column('deprecated_id'),
      device_id: column('device_id'),
      odk_device_id: column('odk_device_id'),
      user_agent: column('user_agent'),
      received_at: column('received_at'),
      state: column('state'),
      response_id: column('response_id'),
      problem: column('problem'),
      xml_sha256: column('xml_sha256'),
      xml: column('xml'),
    })
}

interface Instance {
  surveyId: string
  instanceId: string
  submissionId: string
  responseId: string | null
}

const insertInstances = compiledOnce<
  { survey_id: string; instance_id: string },
  { surveyIds: string[]; instanceIds: string[]; submissionIds: string[]; responseIds: (string | null)[] }
>((db, { surveyIds, instanceIds, submissionIds, responseIds }) => ({
  compile: () =>
    sql<{ survey_id: string; instance_id: string }>`
      insert into field_instances (survey_id, instance_id, submission_id, response_id)
      select * from unnest(${surveyIds}::uuid[], ${instanceIds}::text[], ${submissionIds}::uuid[], ${responseIds}::uuid[])
        as claim (survey_id, instance_id, submission_id, response_id)
      order by survey_id, instance_id
      on conflict do nothing
      returning survey_id, instance_id ${prepared}`.compile(db),
}))

export const nameOfInstance = (surveyId: string, instanceId: string): string => `${surveyId} ${instanceId}`

/** Claims instances in a fixed order, to avoid deadlocks. Returns the names of the new instances. */
export const claimInstances = async (
  tx: Db,
  instances: readonly Instance[],
): Promise<ReadonlySet<string>> => {
  const claimed = await insertInstances(tx, {
    surveyIds: instances.map(({ surveyId }) => surveyId),
    instanceIds: instances.map(({ instanceId }) => instanceId),
    submissionIds: instances.map(({ submissionId }) => submissionId),
    responseIds: instances.map(({ responseId }) => responseId),
  })
  return new Set(claimed.map((row) => nameOfInstance(row.survey_id, row.instance_id)))
}

/**
 * Locks an instance, and reads it with its submission. Two statements: one that waited for the lock would return the
 * submission as it was before, because PostgreSQL reads only the locked row again.
 */
export const lockInstance = async (tx: Db, surveyId: string, instanceId: string) => {
  await tx
    .selectFrom('field_instances')
    .select('submission_id')
    .where('survey_id', '=', surveyId)
    .where('instance_id', '=', instanceId)
    .forUpdate()
    .execute()
  return tx
    .selectFrom('field_instances')
    .innerJoin('field_submissions', 'field_submissions.id', 'field_instances.submission_id')
    .select(['submission_id', 'state', 'xml_sha256', 'is_current'])
    .select(['field_instances.response_id as instance_response_id', 'field_submissions.response_id'])
    .where('field_instances.survey_id', '=', surveyId)
    .where('field_instances.instance_id', '=', instanceId)
    .executeTakeFirst()
}

/** Keeps files in the storage that were due for removal. Throws if one was removed: the phone then sends it again. */
const takeIntoUse = async (tx: Db, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  const { numDeletedRows } = await tx
    .deleteFrom('files_to_remove')
    .where('key', 'in', keys)
    .executeTakeFirst()
  if (Number(numDeletedRows) < keys.length) throw new AppError('errors.unavailable')
}

const chunkRows = 1_000

/**
 * Stores the files of a post, and the missing files that the answers name. Returns the ids of all files of
 * the submission by their names.
 */
export const storeAttachments = async (
  tx: Db,
  submissionId: string,
  {
    named,
    received,
    responseId,
  }: { named: readonly NamedFile[]; received: readonly ReceivedFile[]; responseId: string | null },
): Promise<ReadonlyMap<string, string>> => {
  const names = new Set([...named, ...received].map(({ name }) => name))
  if (names.size === 0) return new Map()
  // The first use of a name counts.
  const uses = new Map(named.toReversed().map((file) => [file.name, file]))
  const files = new Map(received.toReversed().map((file) => [file.name, file]))
  const rows = [...names].map((name) => {
    const [use, file] = [uses.get(name), files.get(name)]
    return {
      submission_id: submissionId,
      name,
      state: file ? ('received' as const) : ('expected' as const),
      kind: use?.kind ?? null,
      question: use?.question ?? null,
      file_id: randomUUID(),
      response_id: responseId,
      size: file?.size ?? null,
      sha256: file?.sha256 ?? null,
      storage_key: file?.key ?? null,
    }
  })
  // A statement has at most 65,535 parameters.
  for (let start = 0; start < rows.length; start += chunkRows) {
    const changed = await tx
      .insertInto('field_attachments')
      .values(rows.slice(start, start + chunkRows))
      .onConflict((conflict) =>
        conflict
          .columns(['submission_id', 'name'])
          .doUpdateSet((eb) => ({
            state: eb.ref('excluded.state'),
            size: eb.ref('excluded.size'),
            sha256: eb.ref('excluded.sha256'),
            storage_key: eb.ref('excluded.storage_key'),
          }))
          .where('field_attachments.state', '=', 'expected')
          .where('excluded.state', '=', 'received'),
      )
      .returning('storage_key')
      .execute()
    await takeIntoUse(
      tx,
      changed.flatMap(({ storage_key: key }) => (key === null ? [] : [key])),
    )
  }
  const stored = await tx
    .selectFrom('field_attachments')
    .select(['name', 'file_id'])
    .where('submission_id', '=', submissionId)
    .where('kind', 'is not', null)
    .execute()
  return new Map(stored.flatMap(({ name, file_id: id }) => (id === null ? [] : [[name, id] as const])))
}

/** Removes the files of a submission whose household was erased. */
export const removeAttachments = async (tx: Db, submissionId: string): Promise<void> => {
  const removed = await tx
    .deleteFrom('field_attachments')
    .where('submission_id', '=', submissionId)
    .returning('storage_key as key')
    .execute()
  await removeFromStorage(
    tx,
    removed.flatMap(({ key }) => key ?? []),
  )
}

/**
 * Keeps files as the phone sent them if this product did not store their answers, for example because it
 * considers the question not relevant. The worker would remove them with the files that a response no longer
 * uses.
 */
export const keepUnusedFiles = async (
  tx: Db,
  submissionId: string,
  { named, used }: { named: readonly NamedFile[]; used: readonly string[] },
): Promise<void> => {
  if (named.length <= used.length) return
  await tx
    .updateTable('field_attachments')
    .set({ kind: null })
    .where('submission_id', '=', submissionId)
    .where('state', 'in', ['expected', 'received'])
    .$if(used.length > 0, (query) => query.where('file_id', 'not in', used))
    .execute()
}
