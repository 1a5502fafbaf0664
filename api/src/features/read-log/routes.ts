import { listReadAlerts, listReadLog } from '@baseline/contract/read-log/contract.ts'

import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import * as reads from './queries.ts'

export const readLog = (server: Server): void => {
  handle(server, listReadLog)(({ query }, context) => reads.list(context, query))

  handle(server, listReadAlerts)((_input, { db }) => reads.listAlerts(db))
}
