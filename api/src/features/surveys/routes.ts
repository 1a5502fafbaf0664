import { AppError } from '@baseline/contract/errors.ts'
import * as contract from '@baseline/contract/surveys/contract.ts'

import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import * as queries from './queries.ts'
import { getTargets, setTargets } from './targets.ts'

export const surveys = (server: Server): void => {
  handle(server, contract.listSurveys)(({ query }, context) => queries.list(context, query))

  handle(
    server,
    contract.getSurveyMaster,
  )(async ({ params: { id }, query: { version } }, { db }) => {
    const master = await queries.findMaster(db, id, version)
    if (!master) throw new AppError('errors.notFound')
    return master
  })

  handle(server, contract.getSurveyTargets)(({ params: { id } }, { db }) => getTargets(db, id))

  handle(
    server,
    contract.updateSurveyTargets,
  )(({ params: { id }, body: { data } }, context) => setTargets(context, id, data))
}
