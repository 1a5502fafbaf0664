import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import type { Subject } from '@baseline/contract/data-protection/contract.ts'
import { writeZip } from '@baseline/tabular/write-zip.ts'
import type { ZipEntry } from '@baseline/tabular/write-zip.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { findSubmissionsOf } from './erase-submissions.ts'

const decompress = promisify(gunzip)

/** The folder of files that hand the data of a subject over. */
export const subjectFolder = 'data-protection'
/** Hours until the file is removed from the storage. */
const keptHours = 24
/** Audit entries of a person in the file, the latest first. */
const maxEntries = 10_000

const householdData = async (db: Db, ids: readonly string[]): Promise<unknown> => {
  const { rows } = await sql<{ data: unknown }>`
    select jsonb_build_object(
      'responses', (select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]')
        from survey_responses r where id = any(${ids}::uuid[])),
      'questionnaires', (select coalesce(jsonb_agg(distinct definition), '[]') from survey_versions v
        join survey_responses r on r.survey_id = v.survey_id and r.survey_version = v.version
        where r.id = any(${ids}::uuid[])),
      'files', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'question', question) order by id), '[]')
        from files where response_id = any(${ids}::uuid[])),
      'comments', (select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'comment', comment) order by id), '[]')
        from response_comments where response_id = any(${ids}::uuid[])),
      'queries', (select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'question', question, 'text', text,
          'proposal', proposal) order by m.id), '[]')
        from answer_query_messages m join answer_queries q on q.id = query_id where response_id = any(${ids}::uuid[])),
      'history', (select coalesce(jsonb_agg(jsonb_build_object('at', timestamp, 'action', action, 'values', "values")
          order by id), '[]')
        from audit_log where entity_name = 'surveyResponse' and entity_id = any(${ids}::text[]))) as data`.execute(
    db,
  )
  return rows[0]?.data
}

const personData = async (
  db: Db,
  { userId, userDetailsId }: Subject & { kind: 'person' },
): Promise<unknown> => {
  const { rows } = await sql<{ data: unknown }>`
    select jsonb_build_object(
      'user', (select to_jsonb(u) from users u where id = ${userId}::uuid),
      'roles', (select coalesce(jsonb_agg(role), '[]') from user_roles where user_id = ${userId}::uuid),
      'userDetails', (select to_jsonb(d) from user_details d where id = ${userDetailsId}::uuid),
      'devices', (select coalesce(jsonb_agg(to_jsonb(d) - 'token_hash' || jsonb_build_object('phones',
          (select jsonb_agg(to_jsonb(p) - 'device_id') from field_device_ids p where device_id = d.id)) order by id), '[]')
        from field_devices d where user_details_id = ${userDetailsId}::uuid),
      'interviews', (select coalesce(jsonb_agg(jsonb_build_object('surveyId', display_id, 'survey', survey_label,
          'date', survey_date) order by id), '[]')
        from survey_responses where investigator_id = ${userDetailsId}::uuid),
      'comments', (select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'comment', comment) order by id), '[]')
        from response_comments where created_by_id = ${userId}::uuid),
      'queries', (select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'text', text) order by id), '[]')
        from answer_query_messages where created_by_id = ${userId}::uuid),
      'history', (select coalesce(jsonb_agg(jsonb_build_object('at', timestamp, 'action', action, 'values', "values")
          order by id), '[]')
        from audit_log where entity_name = 'user' and entity_id = ${userId}::text
          or entity_name = 'userDetails' and entity_id = ${userDetailsId}::text),
      'changes', (select coalesce(jsonb_agg(jsonb_build_object('at', timestamp, 'record', entity_name, 'id', entity_id,
          'action', action)), '[]')
        from (select * from audit_log where created_by_email = (select email from users where id = ${userId}::uuid)
          order by created_by_email desc, id desc limit ${maxEntries}) entries)) as data`.execute(db)
  return rows[0]?.data
}

const filesOf = (db: Db, subject: Subject) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'key'])
    .$if(subject.kind === 'household', (query) =>
      query.where('response_id', 'in', subject.kind === 'household' ? subject.responseIds : []),
    )
    .$if(subject.kind === 'person', (query) =>
      query.where('id', 'in', (eb) =>
        eb
          .selectFrom('users')
          .select('avatar_id')
          .where('users.id', '=', subject.kind === 'person' ? subject.userId : null)
          .$castTo<{ avatar_id: string }>(),
      ),
    )
    .orderBy('id')
    .execute()

/** Interviews as phones sent them. */
const interviewsOf = async (db: Db, responseIds: readonly string[]) => {
  const ids = await findSubmissionsOf(db, responseIds)
  if (ids.length === 0) return []
  return db
    .selectFrom('field_submissions')
    .select(['id', 'xml'])
    .where('id', 'in', ids)
    .where('state', '<>', 'erased')
    .orderBy('id')
    .execute()
}

async function* entriesOf({ db, storage }: Services, subject: Subject): AsyncGenerator<ZipEntry> {
  const data =
    subject.kind === 'household'
      ? await householdData(db, subject.responseIds)
      : await personData(db, subject)
  yield { name: 'data.json', content: [Buffer.from(JSON.stringify(data, undefined, 2))] }
  const interviews = subject.kind === 'household' ? await interviewsOf(db, subject.responseIds) : []
  for (const { id, xml } of interviews)
    yield { name: `interviews/${id}.xml`, content: [await decompress(xml)] }
  for (const { id, name, key } of await filesOf(db, subject)) {
    const content = await storage.read(key)
    if (content)
      yield { name: `files/${id}-${name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_')}`, content, stored: true }
  }
}

interface Services {
  db: Db
  storage: FileStorage
}

/** Stores a file with everything about the subject for a day, and returns its address. */
export const createSubjectFile = async (
  services: Services,
  subject: Subject,
): Promise<{ name: string; publicUrl: string }> => {
  const { db, storage } = services
  const key = `${subjectFolder}/${randomUUID()}.zip`
  await db
    .insertInto('files_to_remove')
    .values({ key, due_at: sql<Date>`now() + make_interval(hours => ${keptHours})` })
    .execute()
  await storage.write(key, writeZip(entriesOf(services, subject)))
  const name = `${subject.kind}-data.zip`
  return { name, publicUrl: await storage.downloadUrl(key, name) }
}
