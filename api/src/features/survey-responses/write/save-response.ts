import { fieldError } from '@baseline/contract/errors.ts'
import type {
  ImportedSurveyResponse,
  NewSurveyResponse,
  SurveyResponse,
  SurveyResponseData,
} from '@baseline/contract/survey-responses/response.ts'
import { canImportStatus, isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { audit, hasChanges } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'

import * as responses from '../queries.ts'
import { readOnlyError, requireStatus } from '../review/change-status.ts'
import type { ResponseContext } from '../review/change-status.ts'
import { commentOn } from '../review/comments.ts'
import { getOpenSurvey, getSurvey } from '../survey.ts'
import { claimDisplayId, freeDisplayId } from './display-id.ts'
import { linkFiles, photosOf } from './files.ts'
import type { FileUse } from './files.ts'
import { toRecord } from './to-record.ts'

const entity = 'surveyResponse' as const

/** Default status: submitted if the interview ended. */
const defaultStatus = (endTime: string | null | undefined): ResponseStatus =>
  endTime ? 'submitted' : 'inProgress'

/** Links the files to the response and returns it with the details of its photos. */
const attachFiles = async (
  { db, actor }: ResponseContext,
  response: responses.ResponseRecord,
  uses: readonly FileUse[],
): Promise<responses.ResponseRecord> => {
  await linkFiles(db, response, uses, actor.userId)
  const links = response.photos.flatMap((photo) => ('url' in photo ? [photo.url] : []))
  const photos = await photosOf(db, [{ id: response.id, photo_links: links }])
  return { ...response, photos: photos.get(response.id) ?? [] }
}

const addResponse = async (
  context: ResponseContext,
  presetId: string | undefined,
  { surveyId, surveyVersion, ...data }: NewSurveyResponse,
  { status, action }: { status: ResponseStatus; action: 'create' | 'import' },
): Promise<SurveyResponse> => {
  const { db, actor, author } = context
  const survey = await getOpenSurvey(db, surveyId, surveyVersion)
  const options = { partial: status === 'inProgress', imported: action === 'import' }
  const { fields, files, trace } = await toRecord(context, survey, data, options)
  const { displayId, responseId: id } = await claimDisplayId(db, surveyId, presetId, data.displayId)
  const record = { id, displayId, status, email: author.email, userId: actor.userId, ...fields }
  const stored = await responses.insert(
    db,
    files.length === 0 ? record : await attachFiles(context, record, files),
  )
  await audit(context, { entity, id, action, after: { ...stored, ...trace } })
  return stored
}

/** Creates a response that a user entered. spec §4 */
export const createResponse = async (
  context: ResponseContext,
  data: NewSurveyResponse,
): Promise<SurveyResponse> => {
  const status = data.status ?? defaultStatus(data.endTime)
  requireStatus(context, { from: 'new', to: status, comment: undefined, hasEndTime: Boolean(data.endTime) })
  return addResponse(context, undefined, data, { status, action: 'create' })
}

/** Imports a row of a file. A manager may import any status, for records of another system. spec §5 */
export const importResponse = async (
  context: ResponseContext,
  id: string,
  { photos, values, status: requestedStatus, ...data }: ImportedSurveyResponse,
): Promise<SurveyResponse> => {
  const status = requestedStatus ?? defaultStatus(data.endTime)
  if (!canImportStatus(status, context.actor.roles))
    throw fieldError('data.status', 'entities.surveyResponses.errors.importStatus')
  if (status === 'submitted')
    requireStatus(context, {
      from: 'new',
      to: status,
      comment: undefined,
      hasEndTime: Boolean(data.endTime),
    })
  const links = (photos ?? []).map((url) => ({ url }))
  return addResponse(
    context,
    id,
    { ...data, photos: links, values: values ?? {} },
    { status, action: 'import' },
  )
}

/**
 * Returns the status after an edit. An edited verified response becomes submitted, to be reviewed again. An
 * approved or rejected response must be reopened before an edit.
 */
const nextStatus = (
  context: ResponseContext,
  before: SurveyResponse,
  record: Pick<SurveyResponse, 'endTime'>,
  edit: { isEdited: boolean; status: ResponseStatus | undefined; comment: string | null },
): ResponseStatus => {
  if (edit.isEdited && isReadOnly(before.status)) throw readOnlyError(context, before)
  const from = edit.isEdited && before.status === 'verified' ? 'submitted' : before.status
  const to = edit.status === undefined || edit.status === before.status ? from : edit.status
  const hasEndTime = record.endTime !== null
  if (to !== from) requireStatus(context, { from, to, comment: edit.comment, hasEndTime })
  // A submitted response must keep an end time.
  else if (!hasEndTime && to !== 'inProgress' && (to === 'submitted' || before.endTime !== null))
    requireStatus(context, { from: 'inProgress', to: 'submitted', comment: null, hasEndTime })
  return to
}

const resolveDisplayId = async (
  db: Db,
  before: SurveyResponse,
  requested: string | null | undefined,
): Promise<string> => {
  if (!requested || requested === before.displayId) return before.displayId
  const { displayId } = await claimDisplayId(db, before.surveyId, before.id, requested)
  await freeDisplayId(db, before)
  return displayId
}

/**
 * Replaces the data of a locked response. Without a change, writes no audit entry and no new version. spec §4
 */
export const updateResponse = async (
  context: ResponseContext,
  before: SurveyResponse,
  data: SurveyResponseData,
  comment: string | null,
): Promise<SurveyResponse> => {
  const { db } = context
  const { id, surveyId, surveyVersion, email, userId } = before
  const survey = await getSurvey(db, surveyId, surveyVersion)
  const partial = (data.status ?? before.status) === 'inProgress'
  const { fields, files, trace } = await toRecord(context, survey, data, { partial, before })
  const displayId = await resolveDisplayId(db, before, data.displayId)
  const unchanged = { id, displayId, email, userId, status: before.status }
  const record = await attachFiles(context, { ...unchanged, ...fields }, files)
  const isEdited = hasChanges(before, record)
  const status = nextStatus(context, before, record, { isEdited, status: data.status, comment })
  if (!isEdited && status === before.status) return before
  const after = { ...record, status }
  const action = isEdited ? 'update' : 'statusChange'
  const entry = { ...after, ...trace, ...(comment ? { comment } : {}) }
  await audit(context, { entity, id, action, before, after: entry })
  if (comment) await commentOn(context, before, comment, status === before.status ? null : status)
  return responses.update(db, after)
}
