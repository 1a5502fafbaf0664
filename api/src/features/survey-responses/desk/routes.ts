import { assignReviews, listReviewers } from '@baseline/contract/survey-responses/assign-reviews.ts'
import { listReviewerFigures } from '@baseline/contract/survey-responses/desk-figures.ts'
import { getReviewSettings, updateReviewSettings } from '@baseline/contract/survey-responses/desk-settings.ts'
import * as contract from '@baseline/contract/survey-responses/desk.ts'

import { requireVisibleSurvey } from '#platform/database/visible-surveys.ts'
import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import * as responses from '../queries.ts'
import { assign, listAll } from './assign.ts'
import { changeSettings, getSettings } from './change-settings.ts'
import { claim, claimNext, release } from './claim.ts'
import { figuresOf } from './figures.ts'
import { list, stateOf } from './queries.ts'

/** The queue of responses that wait for a review, and who reviews them. */
export const registerDesk = (server: Server): void => {
  handle(server, contract.listQueue)(({ query }, context) => list(context, query))

  handle(server, contract.claimNext)(async ({ body }, context) => ({ id: await claimNext(context, body) }))

  handle(server, listReviewerFigures)((_input, context) => figuresOf(context, server.timeZone))

  handle(server, listReviewers)((_input, context) => listAll(context))

  handle(
    server,
    assignReviews,
  )(async ({ body }, context) => ({ count: await assign(context, server.scopeOf, body) }))

  handle(
    server,
    getReviewSettings,
  )(async ({ params: { id } }, context) => {
    await requireVisibleSurvey(context, id)
    return getSettings(context.db, id)
  })

  handle(
    server,
    updateReviewSettings,
  )(async ({ params: { id }, body: { data } }, context) => {
    await requireVisibleSurvey(context, id)
    return changeSettings(context, id, data)
  })

  handle(
    server,
    contract.getReview,
  )(async ({ params: { id } }, context) => {
    return stateOf(context, await responses.get(context, id))
  })

  handle(
    server,
    contract.claimReview,
  )(async ({ params: { id } }, context) => {
    const record = await responses.get(context, id)
    await claim(context, id)
    return stateOf(context, record)
  })

  handle(
    server,
    contract.releaseReview,
  )(async ({ params: { id } }, context) => {
    await responses.get(context, id)
    await release(context, id)
    return {}
  })
}
