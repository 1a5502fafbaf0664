import { AppError } from '@baseline/contract/errors.ts'
import { can } from '@baseline/contract/permissions.ts'
import * as contract from '@baseline/contract/survey-responses/check-rules.ts'

import { requireVisibleSurvey } from '#platform/database/visible-surveys.ts'
import type { MemberContext } from '#platform/http/context.ts'
import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import { activate, discardDraft, retire, saveDraft } from './change-rules.ts'
import { presentRules } from './present-rules.ts'
import { findRules } from './rule-rows.ts'
import { trialJob } from './trial-job.ts'
import { getTrial, startTrial } from './trials.ts'

/** A rule concerns all responses of its survey, and its trial shows them. */
const requireAllResponses = async (context: MemberContext, surveyId: string): Promise<void> => {
  if (context.scope !== 'all') throw new AppError('errors.forbidden')
  await requireVisibleSurvey(context, surveyId)
}

export const registerRules = (server: Server): void => {
  handle(
    server,
    contract.listCheckRules,
  )(async ({ params: { id } }, context) => {
    await requireVisibleSurvey(context, id)
    return {
      canChange: context.scope === 'all' && can(context.actor, 'checksEdit'),
      rules: await presentRules(context, id, await findRules(context.db, id)),
    }
  })

  handle(
    server,
    contract.saveRuleDraft,
  )(async ({ params: { id: surveyId, rule }, body: { data } }, context) => {
    await requireAllResponses(context, surveyId)
    return saveDraft(context, { surveyId, rule }, data)
  })

  handle(
    server,
    contract.discardRuleDraft,
  )(async ({ params: { id: surveyId, rule } }, context) => {
    await requireAllResponses(context, surveyId)
    return discardDraft(context, { surveyId, rule })
  })

  handle(
    server,
    contract.tryRule,
  )(async ({ params: { id: surveyId, rule } }, context) => {
    await requireAllResponses(context, surveyId)
    const { presented, trialId } = await startTrial(context, { surveyId, rule })
    if (trialId !== undefined) await server.enqueue(context.db, trialJob, { surveyId, rule, trialId })
    return presented
  })

  handle(
    server,
    contract.getRuleTrial,
  )(async ({ params: { id: surveyId, rule } }, context) => {
    await requireAllResponses(context, surveyId)
    return getTrial(context, { surveyId, rule })
  })

  handle(
    server,
    contract.setRuleState,
  )(async ({ params: { id: surveyId, rule }, body: { state } }, context) => {
    await requireAllResponses(context, surveyId)
    return state === 'active' ? activate(context, { surveyId, rule }) : retire(context, { surveyId, rule })
  })
}
