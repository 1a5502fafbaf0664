import type { SurveyResponse, SurveyResponseData } from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { audit, hasChanges } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'

import { flagEditedResponse } from '../checks/check-new-responses.ts'
import * as responses from '../queries.ts'
import { readOnlyError, requireStatus } from '../review/change-status.ts'
import type { ResponseContext } from '../review/change-status.ts'
import { commentOn } from '../review/comments.ts'
import { getSurvey } from '../survey.ts'
import { claimDisplayId, freeDisplayId } from './display-id.ts'
import { attachFiles } from './files.ts'
import { addPeople, requireValid, toRecord } from './to-record.ts'

const entity = 'surveyResponse' as const

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
  await claimDisplayId(db, before.surveyId, before.id, requested)
  await freeDisplayId(db, before)
  return requested
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
  const { fields, files, trace } = requireValid(toRecord(context, survey, data, { partial, before }))
  const displayId = await resolveDisplayId(db, before, data.displayId)
  const unchanged = { id, displayId, email, userId, status: before.status }
  const [resolved] = await addPeople(db, [{ ...unchanged, ...fields }])
  if (!resolved) throw new Error('an edited response has no fields')
  const record = await attachFiles(db, context.actor.userId, resolved, files)
  const isEdited = hasChanges(before, record)
  const status = nextStatus(context, before, record, { isEdited, status: data.status, comment })
  if (!isEdited && status === before.status) return before
  const after = { ...record, status }
  const action = isEdited ? 'update' : 'statusChange'
  const entry = { ...after, ...trace, ...(comment ? { comment } : {}) }
  await audit(context, { entity, id, action, before, after: entry })
  if (comment) await commentOn(context, before, comment, status === before.status ? null : status)
  const saved = await responses.update(db, after)
  await flagEditedResponse(db, { response: saved }, context.timeZone)
  return saved
}
