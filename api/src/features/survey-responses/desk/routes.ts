import * as contract from '@baseline/contract/survey-responses/desk.ts'

import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import * as responses from '../queries.ts'
import { claim, claimNext, release } from './claim.ts'
import { list, stateOf } from './queries.ts'

/** The queue of responses that wait for a review, and who reviews them. */
export const registerDesk = (server: Server): void => {
  handle(server, contract.listQueue)(({ query }, context) => list(context, query))

  handle(server, contract.claimNext)(async ({ body }, context) => ({ id: await claimNext(context, body) }))

  handle(
    server,
    contract.getReview,
  )(async ({ params: { id } }, context) => {
    await responses.get(context, id)
    return stateOf(context, id)
  })

  handle(
    server,
    contract.claimReview,
  )(async ({ params: { id } }, context) => {
    await responses.get(context, id)
    await claim(context, id)
    return stateOf(context, id)
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
