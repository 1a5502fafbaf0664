import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { IntakeItem, listIntake } from '@baseline/contract/intake/contract.ts'
import { isIntakeState } from '@baseline/contract/intake/states.ts'
import type { IntakeState } from '@baseline/contract/intake/states.ts'
import { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import type { Submission } from '@baseline/contract/intake/submission.ts'
import { sql } from 'kysely'
import type { RawBuilder, Selectable, SelectQueryBuilder } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { all, answerList, buildOrderBy, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'
import { limits } from '#platform/limits.ts'

import type { Reader } from '../scope.ts'

/** The condition of the index, and the end of the time in which the last post usually arrives. */
const isWaiting = sql<boolean>`(state not in ('stored', 'discarded', 'erased') and (state <> 'receiving'
  or received_at < now() - make_interval(hours => ${limits.inbox.receivingHours})))`

/**
 * A limited scope has no inbox: before an interview is stored, neither its district nor its people are known. Today
 * all users with the permission have the whole scope.
 */
const waitingFor = ({ db, scope }: Pick<Reader, 'db' | 'scope'>) =>
  db.selectFrom('field_submissions').where(scope === 'all' ? isWaiting : sql<boolean>`false`)

const responseOfInstance = (column: 'instance_id' | 'deprecated_id') => sql`(
  select response_id from field_instances
  where survey_id = field_submissions.survey_id and instance_id = ${sql.ref(`field_submissions.${column}`)})`

/** The response that an interview would replace: that of its instance, or of the one that it edits. */
const responseId = sql<
  string | null
>`coalesce(${responseOfInstance('instance_id')}, ${responseOfInstance('deprecated_id')})`

const attachments = sql`from field_attachments where submission_id = field_submissions.id`
const device = (column: RawBuilder<unknown>) => sql`
  (select ${column} from field_devices where id = field_submissions.device_id)`

type Matching = SelectQueryBuilder<Schema, 'field_submissions', object>

const withFields = (rows: Matching) =>
  rows.select([
    'id',
    'state',
    'survey_id',
    'survey_version',
    'received_at',
    sql<string>`(select label from surveys where id = field_submissions.survey_id)`.as('survey_label'),
    sql<string>`${device(sql`label`)}`.as('device_label'),
    sql<string | null>`(select concat_ws(' ', first_name, last_name) from user_details
      where id = ${device(sql`user_details_id`)})`.as('person_name'),
    sql<IntakeItem['response']>`(
      select jsonb_build_object('id', id, 'displayId', display_id, 'status', status, 'version', version)
      from survey_responses where id = ${responseId})`.as('response'),
    sql<number>`(select count(*) ${attachments} and state <> 'expected')`.as('received_files'),
    sql<number>`(select count(*) ${attachments})`.as('files'),
  ])
type ItemRow = Awaited<ReturnType<ReturnType<typeof withFields>['executeTakeFirstOrThrow']>>

const stateOf = ({ state }: Pick<ItemRow, 'state'>): IntakeState => {
  if (!isIntakeState(state)) throw new Error(`an interview of the inbox is ${state}`)
  return state
}

const present = (row: ItemRow): IntakeItem => ({
  id: row.id,
  state: stateOf(row),
  surveyId: row.survey_id,
  surveyLabel: row.survey_label,
  surveyVersion: row.survey_version,
  deviceLabel: row.device_label,
  personName: row.person_name,
  receivedAt: row.received_at.toISOString(),
  response: row.response,
  receivedFileCount: row.received_files,
  fileCount: row.files,
})

const { oneOf, within } = filtersOn('field_submissions')

export const list = (
  reader: Reader,
  { filter = {}, orderBy = 'receivedAt_DESC', ...page }: Input<typeof listIntake>['query'],
) =>
  answerList(reader.db, page, {
    matching: (db) =>
      waitingFor({ ...reader, db }).where(
        all(
          filter.search
            ? sql<boolean>`device_id in (select id from field_devices
                where label_folded like search_pattern(${filter.search}) or user_details_id in (
                  select id from user_details where full_name_folded like search_pattern(${filter.search})))`
            : undefined,
          oneOf('state', filter.state),
          oneOf('survey_id', filter.surveyId),
          within('received_at', filter.receivedAtRange),
        ),
      ),
    ordered: (rows) => withFields(rows).orderBy(buildOrderBy({ receivedAt: 'received_at' }, orderBy)),
    present,
  })

export type StoredSubmission = Selectable<Schema['field_submissions']>

const problemOf = (problem: unknown): SubmissionProblem | null =>
  problem === null ? null : z.object(SubmissionProblem.shape).parse(problem)

/** Returns an interview that waits, with the XML. */
export const get = async (reader: Reader, id: string) => {
  const row = await withFields(waitingFor(reader).where('id', '=', id))
    .select(['instance_id', 'deprecated_id', 'device_id', 'odk_device_id', 'user_agent', 'problem', 'xml'])
    .executeTakeFirst()
  if (!row) throw new AppError('errors.notFound')
  return { item: present(row), row, problem: problemOf(row.problem) }
}

/**
 * Locks an interview that waits, with its instance, as a post of a phone does. Returns it with the response that it
 * would replace.
 */
export const getLocked = async (
  reader: Reader,
  id: string,
): Promise<StoredSubmission & { target: string | null }> => {
  const instance = await reader.db
    .selectFrom('field_submissions')
    .select(['survey_id', 'instance_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!instance || reader.scope !== 'all') throw new AppError('errors.recordNotFound')
  await reader.db
    .selectFrom('field_instances')
    .select('submission_id')
    .where('survey_id', '=', instance.survey_id)
    .where('instance_id', '=', instance.instance_id)
    .forUpdate()
    .execute()
  const locked = await waitingFor(reader)
    .selectAll()
    .select(responseId.as('target'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw new AppError('entities.intake.errors.decided')
  return locked
}

/** Returns the files of an interview, by name. */
export const filesOf = (db: Db, submissionId: string) =>
  db
    .selectFrom('field_attachments')
    .select(['name', 'state', 'size', 'file_id'])
    .where('submission_id', '=', submissionId)
    .orderBy('name')
    .execute()

/**
 * Returns the interviews that phones sent for a response, newest first: stored interviews, waiting edits, and
 * other interviews with one of its instances.
 */
export const submissionsFor = async (db: Db, response: string): Promise<Submission[]> => {
  const { rows } = await sql<
    Pick<StoredSubmission, 'id' | 'state' | 'received_at' | 'deprecated_id' | 'problem'> & { label: string }
  >`
    with instances as (select survey_id, instance_id, submission_id from field_instances where response_id = ${response})
    select submission.id, submission.state, received_at, deprecated_id, problem, label
    from field_submissions submission join field_devices device on device.id = device_id
    where submission.id in (
      select id from field_submissions where response_id = ${response}
      union select submission_id from instances
      union select other.id from instances join field_submissions other using (survey_id, instance_id)
        where other.state in ('conflict', 'unreadable')
          or (other.decided_at is not null and coalesce(other.response_id, ${response}) = ${response}))
    order by submission.id desc`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    deviceLabel: row.label,
    receivedAt: row.received_at.toISOString(),
    isEdit: row.deprecated_id !== null,
    problem: problemOf(row.problem),
  }))
}
