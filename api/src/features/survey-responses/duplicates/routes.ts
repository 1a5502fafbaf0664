import * as contract from '@baseline/contract/survey-responses/duplicates.ts'

import type { MemberContext } from '#platform/http/context.ts'
import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import * as responses from '../queries.ts'
import { linksOf } from './queries.ts'
import { rejectDuplicates } from './reject-duplicates.ts'

/** Registers the calls that list the duplicates of a response, and that reject duplicates. */
export const registerDuplicates = (server: Server): void => {
  handle(
    server,
    contract.listDuplicates,
  )(async ({ params: { id } }, context) => {
    await responses.get(context, id)
    return linksOf(context, id)
  })

  handle(
    server,
    contract.rejectDuplicates,
  )(({ params: { id }, body: { others } }, context: MemberContext) =>
    rejectDuplicates({ ...context, timeZone: server.timeZone }, id, others),
  )
}
