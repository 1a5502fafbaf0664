import { AppError } from '@baseline/contract/errors.ts'
import type { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import { sql } from 'kysely'

import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { startRecords } from '#platform/database/new-records.ts'
import type { NewRecord } from '#platform/database/new-records.ts'
import type { PhoneContext } from '#platform/http/handle-phone.ts'

import { addPeople } from '../write/to-record.ts'
import { writeResponses } from '../write/write-responses.ts'
import { applyEdit } from './apply-edit.ts'
import { filesNamedIn, toResponseRecord } from './prepare-submission.ts'
import type { PreparedSubmission } from './prepare-submission.ts'
import type { ReceivedPost } from './receive-post.ts'
import {
  claimInstances,
  compressXml,
  hashXml,
  insertSubmissions,
  keepUnusedFiles,
  lockInstance,
  nameOfInstance,
  removeAttachments,
  storeAttachments,
} from './submission-rows.ts'

/** The author of changes by phones in the audit log. The entries name the device. */
const deviceAuthor = { id: undefined, email: 'device' }

/** An interview to store, with the post that contains it. */
export interface SubmissionToStore extends PreparedSubmission {
  post: ReceivedPost
  context: PhoneContext
}

type State = 'receiving' | 'stored' | 'conflict' | 'heldBack' | 'unreadable' | 'erased'

export interface Outcome {
  state: State
  responseId?: string | null
  problem?: SubmissionProblem | null
}

/** Replaces the XML of an interview of an erased household. */
const erasedXml = { xml_sha256: Buffer.alloc(32), xml: Buffer.alloc(0) }

export const rowOf = async (
  {
    survey,
    submission,
    context,
    post,
  }: Pick<SubmissionToStore, 'survey' | 'submission' | 'context' | 'post'>,
  { id, createdAt }: NewRecord,
  { state, responseId = null, problem = null }: Outcome,
) => ({
  id,
  survey_id: survey.id,
  survey_version: survey.version,
  instance_id: submission.instanceId,
  deprecated_id: submission.deprecatedId ?? null,
  device_id: context.device.id,
  odk_device_id: context.odkDeviceId,
  user_agent: context.userAgent,
  received_at: createdAt,
  state,
  response_id: responseId,
  problem: problem && JSON.stringify(problem),
  ...(state === 'erased' ? erasedXml : { xml_sha256: hashXml(post.xml), xml: await compressXml(post.xml) }),
})

/** Returns a response to store. The audit entry names the device. */
const responseOf = (
  item: PreparedSubmission,
  record: NewRecord,
  {
    timeZone,
    fileIds,
    author = deviceAuthor,
  }: { timeZone: string; fileIds: ReadonlyMap<string, string>; author?: Author },
) => {
  const { fields, usedFiles, trace, problem } = toResponseRecord(item, { timeZone, fileIds })
  return {
    problem,
    usedFiles,
    response: {
      ...record,
      author,
      sender: null,
      status: 'submitted' as const,
      action: 'import' as const,
      fields,
      files: [],
      trace: { ...trace, deviceId: item.device.id },
      problem,
    },
  }
}

const withPeople = async <R extends ReturnType<typeof responseOf>['response']>(
  tx: Db,
  responses: readonly R[],
) => {
  const people = await addPeople(
    tx,
    responses.map(({ fields }) => fields),
  )
  return responses.flatMap((response, index) => {
    const fields = people[index]
    return fields ? [{ ...response, fields }] : []
  })
}

const noFiles: ReadonlyMap<string, string> = new Map()

/**
 * Stores interviews that are complete, have no files and replace no other, with a fixed number of statements. Returns
 * for each whether it was stored; an interview that was received before is not.
 */
export const storeTogether = async (
  tx: Db,
  items: readonly SubmissionToStore[],
  { timeZone, records }: { timeZone: string; records: readonly NewRecord[] },
): Promise<boolean[]> => {
  const entries = items.flatMap((item, index) => {
    const [own, response] = [records[2 * index], records[2 * index + 1]]
    return own && response
      ? [{ item, own, name: nameOfInstance(item.survey.id, item.submission.instanceId), response }]
      : []
  })
  const claimed = await claimInstances(
    tx,
    entries.map(({ item, own, response }) => ({
      surveyId: item.survey.id,
      instanceId: item.submission.instanceId,
      submissionId: own.id,
      responseId: response.id,
    })),
  )
  const created = entries
    .filter(({ name }) => claimed.has(name))
    .map(({ item, own, response }) => ({
      item,
      own,
      ...responseOf(item, response, { timeZone, fileIds: noFiles }),
    }))
  await writeResponses(
    tx,
    await withPeople(
      tx,
      created.map(({ response }) => response),
    ),
    timeZone,
  )
  await insertSubmissions(
    tx,
    await Promise.all(
      created.map(({ item, own, response, problem }) =>
        rowOf(item, own, { state: 'stored', responseId: response.id, problem }),
      ),
    ),
  )
  return entries.map(({ name }) => claimed.has(name))
}

/** Stores a new interview, or the first of its posts. */
const storeNew = async (
  tx: Db,
  item: SubmissionToStore,
  { own, fresh, timeZone }: { own: NewRecord; fresh: NewRecord; timeZone: string },
): Promise<void> => {
  const { post } = item
  if (post.isIncomplete) {
    await storeAttachments(tx, own.id, {
      named: filesNamedIn(item),
      received: post.files,
      responseId: null,
    })
    await insertSubmissions(tx, [await rowOf(item, own, { state: 'receiving' })])
    return
  }
  const outcome = await complete(tx, item, { submissionId: own.id, fresh, timeZone })
  await insertSubmissions(tx, [await rowOf(item, own, outcome)])
}

interface Completion {
  submissionId: string
  /** The id of a new response. */
  fresh: NewRecord
  timeZone: string
  author?: Author
}

type CompleteSubmission = PreparedSubmission & { post: Pick<ReceivedPost, 'files'> }

/** Creates the response of an interview whose last post has arrived, or applies it to the one that it replaces. */
export const complete = async (
  tx: Db,
  item: CompleteSubmission,
  completion: Completion,
): Promise<Outcome> => {
  if (item.submission.deprecatedId === undefined) return createResponse(tx, item, completion)
  const { submissionId, timeZone, author = deviceAuthor } = completion
  const attachments = { named: filesNamedIn(item), received: item.post.files }
  return applyEdit(tx, item, { submissionId, timeZone, author, attachments })
}

/** Creates the response of an interview. */
export const createResponse = async (
  tx: Db,
  item: CompleteSubmission,
  { submissionId, fresh, timeZone, author = deviceAuthor }: Completion,
): Promise<Outcome> => {
  const { post, submission, survey } = item
  const attachments = { named: filesNamedIn(item), received: post.files }
  const fileIds = await storeAttachments(tx, submissionId, { ...attachments, responseId: fresh.id })
  await tx
    .updateTable('field_attachments')
    .set({ response_id: fresh.id })
    .where('submission_id', '=', submissionId)
    .execute()
  const { response, usedFiles, problem } = responseOf(item, fresh, { timeZone, fileIds, author })
  await keepUnusedFiles(tx, submissionId, { named: attachments.named, used: usedFiles })
  await writeResponses(tx, await withPeople(tx, [response]), timeZone)
  // The instance of a conflict belongs to the interview that arrived first.
  await tx
    .updateTable('field_instances')
    .set({ response_id: fresh.id, is_current: true })
    .where('survey_id', '=', survey.id)
    .where('instance_id', '=', submission.instanceId)
    .where('submission_id', '=', submissionId)
    .execute()
  return { state: 'stored', responseId: fresh.id, problem }
}

/** Stores a post of an interview of which an earlier post was received. */
const storeAgain = async (
  tx: Db,
  item: SubmissionToStore,
  { own, fresh, timeZone }: { own: NewRecord; fresh: NewRecord; timeZone: string },
): Promise<void> => {
  const { survey, submission, post } = item
  const stored = await lockInstance(tx, survey.id, submission.instanceId)
  if (!stored) throw new AppError('errors.unavailable')
  if (stored.state === 'erased') return
  if (!stored.xml_sha256.equals(hashXml(post.xml))) {
    await storeConflict(tx, item, own)
    return
  }
  const submissionId = stored.submission_id
  if (stored.state !== 'receiving' || post.isIncomplete) {
    await storeAttachments(tx, submissionId, {
      named: filesNamedIn(item),
      received: post.files,
      responseId: stored.response_id,
    })
    return
  }
  const {
    state,
    responseId = null,
    problem = null,
  } = await complete(tx, item, { submissionId, fresh, timeZone })
  if (state === 'erased') await removeAttachments(tx, submissionId)
  await tx
    .updateTable('field_submissions')
    .set({ state, response_id: responseId, problem: problem && JSON.stringify(problem) })
    .$if(state === 'erased', (query) => query.set(erasedXml))
    .where('id', '=', submissionId)
    .execute()
}

/** Keeps an interview whose instance was received with other answers: a manager decides. */
const storeConflict = async (tx: Db, item: SubmissionToStore, own: NewRecord): Promise<void> => {
  const { post } = item
  const known = await findOther(tx, item)
  await storeAttachments(tx, known?.id ?? own.id, {
    named: filesNamedIn(item),
    received: post.files,
    responseId: known?.response_id ?? null,
  })
  if (!known) await insertSubmissions(tx, [await rowOf(item, own, { state: 'conflict' })])
}

/** Finds an earlier post with the same XML that is not the first one of its instance, also a decided one. */
export const findOther = (
  tx: Db,
  { survey, submission, post }: Pick<SubmissionToStore, 'survey' | 'submission' | 'post'>,
) =>
  tx
    .selectFrom('field_submissions')
    .select(['id', 'response_id'])
    .where('survey_id', '=', survey.id)
    .where('instance_id', '=', submission.instanceId)
    .where(sql<boolean>`(state in ('conflict', 'unreadable') or decided_at is not null)`)
    .where('xml_sha256', '=', hashXml(post.xml))
    .executeTakeFirst()

/** Stores one post of an interview: the first one, a further one, or a repeated one. */
export const storeAlone = async (tx: Db, item: SubmissionToStore, timeZone: string): Promise<void> => {
  const [own, fresh] = await startRecords(tx, 2)
  if (!own || !fresh) throw new Error('no ids for a submission')
  const { survey, submission } = item
  const claimed = await claimInstances(tx, [
    { surveyId: survey.id, instanceId: submission.instanceId, submissionId: own.id, responseId: null },
  ])
  await (claimed.size > 0 ? storeNew : storeAgain)(tx, item, { own, fresh, timeZone })
}
