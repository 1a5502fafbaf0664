import { AppError } from '@baseline/contract/errors.ts'
import type { Translate } from '@baseline/contract/messages/translate.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { refuseStatus } from '@baseline/contract/survey-responses/status.ts'
import type {
  ResponseStatus,
  StatusChange,
  StatusRefusal,
} from '@baseline/contract/survey-responses/status.ts'
import type { FieldProblem } from '@baseline/contract/validation.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'

import { commentOn } from './comments.ts'
import { judgeAnswers } from './fill-in.ts'
import type { Writing } from './fill-in.ts'
import * as responses from './queries.ts'
import { getSurvey } from './survey.ts'

export interface Reviewing extends Writing {
  author: Author
  t: Translate
}

/** Returns the fields of the form where a refusal is shown. */
const problemsOf = (refusal: StatusRefusal, at: string): FieldProblem[] => {
  const key = `entities.surveyResponses.errors.${refusal}` as const
  if (refusal === 'commentRequired' || refusal === 'reasonRequired')
    return [{ path: 'comment', key, params: {} }]
  return refusal === 'endTimeRequired' ? [{ path: `${at}endTime`, key, params: {} }] : []
}

const labelOf = (t: Translate, status: ResponseStatus | 'new'): string =>
  t(status === 'new' ? 'entities.surveyResponses.notStored' : `entities.surveyResponses.statuses.${status}`)

/** Throws if the status table does not allow the change. `at`: path of the record's fields in the request. */
export const requireStatus = (
  { actor, t }: Pick<Reviewing, 'actor' | 't'>,
  change: Omit<StatusChange, 'roles'>,
  at = 'data.',
): void => {
  const refusal = refuseStatus({ ...change, roles: actor.roles })
  if (!refusal) return
  const problems = problemsOf(refusal, at)
  throw new AppError(`entities.surveyResponses.errors.${refusal}`, {
    from: labelOf(t, change.from),
    to: labelOf(t, change.to),
    ...(problems.length > 0 ? { problems } : {}),
  })
}

export const readOnly = ({ t }: Pick<Reviewing, 't'>, { id, status }: SurveyResponse): AppError =>
  new AppError('entities.surveyResponses.errors.readOnly', { id, status: labelOf(t, status) })

/** Only a response in progress can lack answers: every other status requires all of them. */
export const missingAnswers = async (
  reviewing: Writing,
  { status, surveyId, surveyVersion, values }: SurveyResponse,
  to: ResponseStatus,
): Promise<FieldProblem[]> => {
  if (status !== 'inProgress' || to === 'inProgress') return []
  const survey = await getSurvey(reviewing.db, surveyId, surveyVersion)
  return judgeAnswers(reviewing, survey, values).problems
}

/** Changes the status of a locked response. Does nothing if it already has that status. spec §4 */
export const changeStatus = async (
  reviewing: Reviewing,
  before: SurveyResponse,
  to: ResponseStatus,
  comment: string | null,
): Promise<void> => {
  if (before.status === to) return
  requireStatus(reviewing, { from: before.status, to, comment, hasEndTime: before.endTime !== null }, '')
  const problems = await missingAnswers(reviewing, before, to)
  if (problems.length > 0)
    throw new AppError('entities.surveyResponses.errors.incomplete', {
      problems: problems.map((one) => ({ ...one, path: `values.${one.path}` })),
    })
  await responses.setStatus(reviewing.db, [before.id], to)
  await audit(reviewing, statusEntry(before, to, comment))
  if (comment) await commentOn(reviewing, before, comment, to)
}

export const statusEntry = (before: SurveyResponse, to: ResponseStatus, comment: string | null) => ({
  entity: 'surveyResponse' as const,
  id: before.id,
  action: 'statusChange' as const,
  before: { status: before.status },
  after: { status: to, ...(comment ? { comment } : {}) },
})
