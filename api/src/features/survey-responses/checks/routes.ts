import * as contract from '@baseline/contract/survey-responses/flags.ts'

import type { MemberContext } from '#platform/http/context.ts'
import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import * as responses from '../queries.ts'
import type { ResponseContext } from '../review/change-status.ts'
import { decideFlag } from './decide-flag.ts'
import { flagsOf } from './queries.ts'

export const registerFlags = (
  server: Server,
  toContext: (context: MemberContext) => ResponseContext,
): void => {
  handle(
    server,
    contract.listFlags,
  )(async ({ params: { id } }, context) => {
    await responses.get(context, id)
    return flagsOf(context.db, id)
  })

  handle(server, contract.decideFlag)((input, context) => decideFlag(toContext(context), input))
}
