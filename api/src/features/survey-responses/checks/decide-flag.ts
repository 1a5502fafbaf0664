import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { decideFlag as route, Flag } from '@baseline/contract/survey-responses/flags.ts'

import { audit } from '#platform/audit.ts'

import * as responses from '../queries.ts'
import type { ResponseContext } from '../review/change-status.ts'
import { flagsOf, lockFlag } from './queries.ts'

/**
 * Stores the decision of a reviewer about a flag. The reviewer must have seen the current evidence: a check can replace
 * it while the reviewer reads.
 */
export const decideFlag = async (
  context: ResponseContext,
  { params: { id, rule }, body }: Input<typeof route>,
): Promise<Flag[]> => {
  const { db, author } = context
  const { surveyId } = await responses.getLocked(context, id)
  const { question, state, evidenceHash, reason = null, comment = null } = body
  const flag = await lockFlag(db, { responseId: id, rule, question })
  if (!flag) throw new AppError('errors.recordNotFound')
  if (flag.evidence_hash !== evidenceHash || flag.state === 'fixed' || flag.state === 'withdrawn')
    throw new AppError('entities.surveyResponses.errors.flagChanged')
  const before = { rule, question, state: flag.state, reason: flag.reason, comment: flag.comment }
  const after = { rule, question, state, reason, comment: comment || null }
  const isDecided = state !== 'open'
  await db
    .updateTable('response_flags')
    .set({
      state,
      reason,
      comment: comment || null,
      decided_by: isDecided ? (author.id ?? null) : null,
      decided_at: isDecided ? new Date() : null,
    })
    .where('response_id', '=', id)
    .where('rule', '=', rule)
    .where('question', '=', question)
    .execute()
  await audit(context, { entity: 'flag', id, action: 'update', before, after: { ...after, surveyId } })
  // The worker computes the risk again.
  await db.insertInto('check_queue').values({ response_id: id, survey_id: surveyId }).execute()
  return flagsOf(db, id)
}
