import { AppError } from '@baseline/contract/errors.ts'
import type { Duplicates } from '@baseline/contract/survey-responses/duplicates.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'

import type { MemberContext } from '#platform/http/context.ts'
import { requireVersion } from '#platform/http/if-match.ts'

import * as responses from '../queries.ts'
import { changeStatus } from '../review/change-status.ts'
import type { ResponseContext } from '../review/change-status.ts'
import * as duplicates from './queries.ts'

type Versions = readonly { id: string; version: number }[]

const requireSameVersion = (
  context: ResponseContext & MemberContext,
  response: SurveyResponse,
  ifMatch: number | undefined,
) => requireVersion({ ...context, ifMatch }, response, { entity: 'surveyResponse', id: response.id })

/**
 * Rejects responses as duplicates of the one that a reviewer keeps, and links them. The worker then removes the flags
 * that compared it with them.
 */
export const rejectDuplicates = async (
  context: ResponseContext & MemberContext,
  id: string,
  others: Versions,
): Promise<Duplicates> => {
  const ids = new Set([id, ...others.map((other) => other.id)])
  const locked = await responses.getAllLocked(context, [...ids])
  const isComparable =
    ids.size === others.length + 1 &&
    new Set(locked.map(({ surveyId }) => surveyId)).size === 1 &&
    locked.every(({ status }) => status !== 'rejected')
  const byId = new Map(locked.map((response) => [response.id, response]))
  const original = byId.get(id)
  if (!original || !isComparable) throw new AppError('entities.surveyResponses.errors.notDuplicates')
  await requireSameVersion(context, original, context.ifMatch)
  const comment = context.t('entities.surveyResponses.duplicateOf', { displayId: original.displayId })
  for (const { id: otherId, version } of others) {
    const other = byId.get(otherId)
    if (!other) throw new AppError('errors.recordNotFound')
    await requireSameVersion(context, other, version)
    await changeStatus(context, other, 'rejected', comment)
  }
  await duplicates.insert(
    context.db,
    others.map((other) => ({ response_id: other.id, duplicate_of: id })),
  )
  return duplicates.linksOf(context, id)
}
