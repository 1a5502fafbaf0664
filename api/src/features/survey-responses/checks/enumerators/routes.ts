import * as contract from '@baseline/contract/survey-responses/enumerators.ts'

import { requireVisibleSurvey } from '#platform/database/visible-surveys.ts'
import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import { findEnumerator, listEnumerators } from './list-enumerators.ts'

export const registerEnumerators = (server: Server): void => {
  handle(
    server,
    contract.listEnumerators,
  )(async ({ params: { id }, query }, context) => {
    await requireVisibleSurvey(context, id)
    return listEnumerators({ ...context, timeZone: server.timeZone }, id, query)
  })

  handle(
    server,
    contract.getEnumerator,
  )(async ({ params }, context) => {
    await requireVisibleSurvey(context, params.id)
    return findEnumerator({ ...context, timeZone: server.timeZone }, params)
  })
}
