import * as contract from '@baseline/contract/answer-queries/contract.ts'

import type { MemberContext } from '#platform/http/context.ts'
import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import * as responses from '../queries.ts'
import { acceptProposal, changeQuery, openQuery } from './change-query.ts'
import type { QueryContext } from './change-query.ts'
import { list, queriesOn } from './queries.ts'

/** Queries of reviewers about one answer of a response. */
export const registerAnswerQueries = (server: Server): void => {
  const toContext = (context: MemberContext): QueryContext => ({ ...context, timeZone: server.timeZone })

  handle(
    server,
    contract.listResponseQueries,
  )(async ({ params: { id } }, context) => {
    await responses.get(context, id)
    return queriesOn(context.db, id)
  })

  handle(
    server,
    contract.openAnswerQuery,
  )(({ params: { id }, body }, context) => openQuery(toContext(context), id, body))

  handle(server, contract.listQueries)(({ query }, context) => list(context, query))

  handle(
    server,
    contract.addQueryMessage,
  )(({ params: { id }, body: { text, proposedValue } }, context) =>
    changeQuery(toContext(context), id, { action: 'message', text, proposal: proposedValue }),
  )

  handle(
    server,
    contract.acceptProposal,
  )(({ params: { id }, body: { messageId } }, context) => acceptProposal(toContext(context), id, messageId))

  handle(
    server,
    contract.closeQuery,
  )(({ params: { id }, body: { text } }, context) =>
    changeQuery(toContext(context), id, { action: 'close', text: text || null }),
  )

  handle(
    server,
    contract.withdrawQuery,
  )(({ params: { id }, body: { text } }, context) =>
    changeQuery(toContext(context), id, { action: 'withdraw', text: text || null }),
  )

  handle(
    server,
    contract.reopenQuery,
  )(({ params: { id }, body: { text } }, context) =>
    changeQuery(toContext(context), id, { action: 'reopen', text }),
  )
}
