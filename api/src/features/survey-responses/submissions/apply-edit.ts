import { AppError } from '@baseline/contract/errors.ts'
import type { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { statusAfterPhoneEdit } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'

import { flagEditedResponse } from '../checks/check-new-responses.ts'
import * as responses from '../queries.ts'
import { commentOn } from '../review/comments.ts'
import { releaseAnswerFiles } from '../write/files.ts'
import { addPeople } from '../write/to-record.ts'
import { toResponseRecord } from './prepare-submission.ts'
import type { NamedFile, PreparedSubmission } from './prepare-submission.ts'
import type { ReceivedFile } from './receive-post.ts'
import { keepUnusedFiles, lockInstance, storeAttachments } from './submission-rows.ts'

interface Options {
  submissionId: string
  timeZone: string
  author: Author
  attachments: { named: readonly NamedFile[]; received: readonly ReceivedFile[] }
}

interface EditOutcome {
  state: 'stored' | 'conflict' | 'heldBack' | 'erased'
  responseId: string | null
  problem: SubmissionProblem | null
}

/**
 * Applies an interview that was edited on the phone to the response of the interview that it replaces. An edit of
 * an unknown interview is refused: the original may still be on its way, and the phone sends the edit again. An edit of
 * one that could not be stored waits for a manager. Nothing is stored of an edit of an erased interview.
 */
export const applyEdit = async (tx: Db, item: PreparedSubmission, options: Options): Promise<EditOutcome> => {
  const { survey, submission } = item
  const { instanceId, deprecatedId = '' } = submission
  const original = await lockInstance(tx, survey.id, deprecatedId)
  if (!original) throw new AppError('entities.intake.errors.unknownInstance')
  const { instance_response_id: id } = original
  const hold = async (state: 'conflict' | 'heldBack'): Promise<EditOutcome> => {
    await storeAttachments(tx, options.submissionId, { ...options.attachments, responseId: null })
    await setInstance(
      tx,
      { surveyId: survey.id, instanceId },
      { is_current: false, ...(id !== null && { response_id: id }) },
    )
    return { state, responseId: null, problem: null }
  }
  if (id === null) {
    // The original waits in the inbox, or a manager has discarded it.
    if (original.state === 'unreadable' || original.state === 'discarded') return hold('conflict')
    throw new AppError('entities.intake.errors.unknownInstance')
  }
  if (original.state === 'erased') {
    await setInstance(tx, { surveyId: survey.id, instanceId }, { response_id: id })
    return { state: 'erased', responseId: null, problem: null }
  }
  const [before] = await responses.lockAll({ db: tx, scope: 'all' }, [id])
  if (!before || !original.is_current) return hold('conflict')
  const status = statusAfterPhoneEdit(before.status)
  if (!status) return hold('heldBack')

  const comment = 'Edited on the phone'
  const problem = await replaceAnswers(tx, item, { ...options, before, status, comment })
  await setInstance(tx, { surveyId: survey.id, instanceId: deprecatedId }, { is_current: false })
  await setInstance(tx, { surveyId: survey.id, instanceId }, { response_id: id })
  return { state: 'stored', responseId: id, problem }
}

/** Replaces the answers of a locked response with the answers of an interview. Returns their problems. */
export const replaceAnswers = async (
  tx: Db,
  item: PreparedSubmission,
  {
    submissionId,
    timeZone,
    author,
    attachments,
    before,
    status,
    comment,
  }: Options & { before: SurveyResponse; status: ResponseStatus; comment: string },
): Promise<SubmissionProblem | null> => {
  const { id } = before
  const storedIds = await storeAttachments(tx, submissionId, { ...attachments, responseId: id })
  const keptIds = await keepUnchangedFiles(tx, item, submissionId)
  const fileIds = new Map([...storedIds, ...keptIds])
  await tx
    .updateTable('field_attachments')
    .set({ response_id: id })
    .where('submission_id', '=', submissionId)
    .execute()
  const { fields, usedFiles, trace, problem } = toResponseRecord(item, { timeZone, fileIds, before })
  await keepUnusedFiles(tx, submissionId, { named: attachments.named, used: usedFiles })
  const { displayId, email, userId, photos } = before
  const [record] = await addPeople(tx, [{ ...fields, photos }])
  if (!record) throw new Error('an edited response has no fields')
  const after = { id, displayId, email, userId, status, ...record }
  await audit(
    { db: tx, author },
    {
      entity: 'surveyResponse',
      id,
      action: 'update',
      before,
      after: { ...after, ...trace, deviceId: item.device.id },
    },
  )
  await commentOn({ db: tx, author }, before, comment, status)
  await releaseAnswerFiles(tx, id, [...keptIds.values()])
  const response = await responses.update(tx, after)
  await flagEditedResponse(tx, { response, problem }, timeZone)
  return problem
}

/**
 * Collect sends all files of an edit again. A file that did not change keeps its id, so that the history has only the
 * changed answers, and its copy is removed. Returns the ids of these files by their name.
 */
const keepUnchangedFiles = async (
  tx: Db,
  { survey, submission }: PreparedSubmission,
  submissionId: string,
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ name: string; fileId: string }>`
    with unchanged as (
      select edit.name, edit.storage_key, former.file_id
      from field_instances original
      join field_attachments former on former.submission_id = original.submission_id and former.state = 'converted'
      join field_attachments edit on edit.name = former.name
        and edit.sha256 = former.sha256 and edit.question = former.question
      join files on files.id = former.file_id and files.unused_since is null
      where original.survey_id = ${survey.id} and original.instance_id = ${submission.deprecatedId ?? null}
        and edit.submission_id = ${submissionId} and edit.state = 'received'
    ), removed as (
      insert into files_to_remove (key, due_at) select storage_key, now() from unchanged
    )
    update field_attachments edit set file_id = unchanged.file_id, state = 'converted', storage_key = null
    from unchanged where edit.submission_id = ${submissionId} and edit.name = unchanged.name
    returning edit.name, edit.file_id as "fileId"`.execute(tx)
  return new Map(rows.map(({ name, fileId }) => [name, fileId]))
}

const setInstance = async (
  tx: Db,
  { surveyId, instanceId }: { surveyId: string; instanceId: string },
  change: { response_id?: string; is_current?: boolean },
): Promise<void> => {
  await tx
    .updateTable('field_instances')
    .set(change)
    .where('survey_id', '=', surveyId)
    .where('instance_id', '=', instanceId)
    .execute()
}
