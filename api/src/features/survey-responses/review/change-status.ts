import { AppError } from '@baseline/contract/errors.ts'
import type { Translate } from '@baseline/contract/messages/translate.ts'
import type { Waiver } from '@baseline/contract/survey-responses/flags.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { refuseStatus } from '@baseline/contract/survey-responses/status.ts'
import type {
  ResponseStatus,
  StatusChange,
  StatusRefusal,
} from '@baseline/contract/survey-responses/status.ts'
import { fieldIssue } from '@baseline/contract/validation.ts'
import type { FieldIssue } from '@baseline/contract/validation.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'

import { leaveQueue } from '../desk/claim.ts'
import * as responses from '../queries.ts'
import { getSurvey } from '../survey.ts'
import { validateResponse } from '../write/to-record.ts'
import type { WriteContext } from '../write/to-record.ts'
import { commentOn } from './comments.ts'
import { findBlocking, waiveFlags } from './open-issues.ts'

export interface ResponseContext extends WriteContext {
  author: Author
  t: Translate
}

/** Returns the fields of the form where a refusal is shown. */
const issuesOf = (refusal: StatusRefusal, pathPrefix: string): FieldIssue[] => {
  const key = `entities.surveyResponses.errors.${refusal}` as const
  if (refusal === 'commentRequired' || refusal === 'reasonRequired') return [fieldIssue('comment', key)]
  return refusal === 'endTimeRequired' ? [fieldIssue(`${pathPrefix}endTime`, key)] : []
}

const labelOf = (t: Translate, status: ResponseStatus | 'new'): string =>
  t(status === 'new' ? 'entities.surveyResponses.notStored' : `entities.surveyResponses.statuses.${status}`)

/** Throws if the status table does not allow the change. `pathPrefix`: path of the record's fields in the request. */
export const requireStatus = (
  { actor, t }: Pick<ResponseContext, 'actor' | 't'>,
  change: Omit<StatusChange, 'roles'>,
  pathPrefix = 'data.',
): void => {
  const refusal = refuseStatus({ ...change, roles: actor.roles })
  if (!refusal) return
  const issues = issuesOf(refusal, pathPrefix)
  throw new AppError(`entities.surveyResponses.errors.${refusal}`, {
    from: labelOf(t, change.from),
    to: labelOf(t, change.to),
    ...(issues.length > 0 ? { issues } : {}),
  })
}

export const readOnlyError = ({ t }: Pick<ResponseContext, 't'>, { id, status }: SurveyResponse): AppError =>
  new AppError('entities.surveyResponses.errors.readOnly', { id, status: labelOf(t, status) })

/** Only a response in progress can lack answers: every other status requires all of them. */
export const findMissingAnswers = async (
  context: WriteContext,
  { status, surveyId, surveyVersion, values }: SurveyResponse,
  to: ResponseStatus,
): Promise<FieldIssue[]> => {
  if (status !== 'inProgress' || to === 'inProgress') return []
  const survey = await getSurvey(context.db, surveyId, surveyVersion)
  return validateResponse(context, survey, values).issues
}

/** Changes the status of a locked response. Does nothing if it already has that status. spec §4 */
export const changeStatus = async (
  context: ResponseContext,
  before: SurveyResponse,
  to: ResponseStatus,
  comment: string | null,
  waiver?: Waiver,
): Promise<void> => {
  if (before.status === to) return
  const openIssue = (await findBlocking(context, { ids: [before.id], to, waiver })).get(before.id)
  const hasEndTime = before.endTime !== null
  requireStatus(context, { from: before.status, to, comment, hasEndTime, openIssue }, '')
  const issues = await findMissingAnswers(context, before, to)
  if (issues.length > 0)
    throw new AppError('entities.surveyResponses.errors.incomplete', {
      issues: issues.map((issue) => ({ ...issue, path: `values.${issue.path}` })),
    })
  if (waiver && to === 'approved') await waiveFlags(context, [before.id], waiver)
  await responses.setStatus(context.db, [before.id], to)
  await leaveQueue(context.db, before.id)
  await audit(context, statusEntry(before, to, comment))
  if (comment) await commentOn(context, before, comment, to)
}

export const statusEntry = (before: SurveyResponse, to: ResponseStatus, comment: string | null) => ({
  entity: 'surveyResponse' as const,
  id: before.id,
  action: 'statusChange' as const,
  before: { status: before.status },
  after: { status: to, ...(comment ? { comment } : {}) },
})
