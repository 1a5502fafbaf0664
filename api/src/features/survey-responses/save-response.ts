import { AppError } from '@baseline/contract/errors.ts'
import type {
  ImportedSurveyResponse,
  NewSurveyResponse,
  SurveyResponse,
  SurveyResponseData,
} from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly, mayImportStatus } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { audit, differs } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'

import { readOnly, requireStatus } from './change-status.ts'
import type { Reviewing } from './change-status.ts'
import { commentOn } from './comments.ts'
import { claimDisplayId, freeDisplayId } from './display-id.ts'
import { fillIn } from './fill-in.ts'
import { photosOf, takePhotos } from './photos.ts'
import type { PhotoUse } from './photos.ts'
import * as responses from './queries.ts'
import { getOpenSurvey, getSurvey } from './survey.ts'

const entity = 'surveyResponse' as const

/** Default status: submitted if the interview ended. */
const defaultStatus = (endTime: string | null | undefined): ResponseStatus =>
  endTime ? 'submitted' : 'inProgress'

/** Links the photos to the response and returns it with their details. */
const attach = async (
  { db, actor }: Reviewing,
  response: responses.Written,
  uses: readonly PhotoUse[],
): Promise<responses.Written> => {
  await takePhotos(db, response, uses, actor.userId)
  const links = response.photos.flatMap((photo) => ('url' in photo ? [photo.url] : []))
  const photos = await photosOf(db, [{ id: response.id, photo_links: links }])
  return { ...response, photos: photos.get(response.id) ?? [] }
}

const add = async (
  reviewing: Reviewing,
  knownId: string | undefined,
  { surveyId, surveyVersion, ...data }: NewSurveyResponse,
  { status, action }: { status: ResponseStatus; action: 'create' | 'import' },
): Promise<SurveyResponse> => {
  const { db, actor, author } = reviewing
  const survey = await getOpenSurvey(db, surveyId, surveyVersion)
  const how = { partial: status === 'inProgress', imported: action === 'import' }
  const { filledIn, photos } = await fillIn(reviewing, survey, data, how)
  const { displayId, responseId: id } = await claimDisplayId(db, surveyId, knownId, data.displayId)
  const wanted = { id, displayId, status, email: author.email, userId: actor.userId, ...filledIn }
  const added = await responses.insert(
    db,
    photos.length === 0 ? wanted : await attach(reviewing, wanted, photos),
  )
  await audit(reviewing, { entity, id, action, after: added })
  return added
}

/** Creates a response that a user entered. spec §4 */
export const createResponse = async (
  reviewing: Reviewing,
  data: NewSurveyResponse,
): Promise<SurveyResponse> => {
  const status = data.status ?? defaultStatus(data.endTime)
  requireStatus(reviewing, { from: 'new', to: status, comment: undefined, hasEndTime: Boolean(data.endTime) })
  return add(reviewing, undefined, data, { status, action: 'create' })
}

/** Imports a row of a file. A manager may import any status, for records of another system. spec §5 */
export const importResponse = async (
  reviewing: Reviewing,
  id: string,
  { photos, values, status: given, ...data }: ImportedSurveyResponse,
): Promise<SurveyResponse> => {
  const status = given ?? defaultStatus(data.endTime)
  if (!mayImportStatus(status, reviewing.actor.roles)) {
    const code = 'entities.surveyResponses.errors.importStatus'
    throw new AppError(code, { problems: [{ path: 'data.status', key: code, params: {} }] })
  }
  if (status === 'submitted')
    requireStatus(reviewing, {
      from: 'new',
      to: status,
      comment: undefined,
      hasEndTime: Boolean(data.endTime),
    })
  const links = (photos ?? []).map((url) => ({ url }))
  return add(reviewing, id, { ...data, photos: links, values: values ?? {} }, { status, action: 'import' })
}

/**
 * Returns the status after an edit. An edited verified response becomes submitted, to be reviewed again. An
 * approved or rejected response must be reopened before an edit.
 */
const nextStatus = (
  reviewing: Reviewing,
  before: SurveyResponse,
  wanted: Pick<SurveyResponse, 'endTime'>,
  asked: { edited: boolean; status: ResponseStatus | undefined; comment: string | null },
): ResponseStatus => {
  if (asked.edited && isReadOnly(before.status)) throw readOnly(reviewing, before)
  const from = asked.edited && before.status === 'verified' ? 'submitted' : before.status
  const to = asked.status === undefined || asked.status === before.status ? from : asked.status
  const hasEndTime = wanted.endTime !== null
  if (to !== from) requireStatus(reviewing, { from, to, comment: asked.comment, hasEndTime })
  // A submitted response must keep an end time.
  else if (!hasEndTime && to !== 'inProgress' && (to === 'submitted' || before.endTime !== null))
    requireStatus(reviewing, { from: 'inProgress', to: 'submitted', comment: null, hasEndTime })
  return to
}

const keepDisplayId = async (
  db: Db,
  before: SurveyResponse,
  wanted: string | null | undefined,
): Promise<string> => {
  if (!wanted || wanted === before.displayId) return before.displayId
  const { displayId } = await claimDisplayId(db, before.surveyId, before.id, wanted)
  await freeDisplayId(db, before)
  return displayId
}

/**
 * Replaces the data of a locked response. Without a change, writes no audit entry and no new version. spec §4
 */
export const updateResponse = async (
  reviewing: Reviewing,
  before: SurveyResponse,
  data: SurveyResponseData,
  comment: string | null,
): Promise<SurveyResponse> => {
  const { db } = reviewing
  const { id, surveyId, surveyVersion, email, userId } = before
  const survey = await getSurvey(db, surveyId, surveyVersion)
  const partial = (data.status ?? before.status) === 'inProgress'
  const { filledIn, photos } = await fillIn(reviewing, survey, data, { partial, before })
  const displayId = await keepDisplayId(db, before, data.displayId)
  const same = { id, displayId, email, userId, status: before.status }
  const wanted = await attach(reviewing, { ...same, ...filledIn }, photos)
  const edited = differs(before, wanted)
  const status = nextStatus(reviewing, before, wanted, { edited, status: data.status, comment })
  if (!edited && status === before.status) return before
  const after = { ...wanted, status }
  const action = edited ? 'update' : 'statusChange'
  await audit(reviewing, { entity, id, action, before, after: { ...after, ...(comment ? { comment } : {}) } })
  if (comment) await commentOn(reviewing, before, comment, status === before.status ? null : status)
  return responses.update(db, after)
}
