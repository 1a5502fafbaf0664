import { listSecurityLog } from '@baseline/contract/security-log/contract.ts'

import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

/** The identity service has the events, because it sees every attempt. */
export const securityLog = (server: Server): void => {
  handle(
    server,
    listSecurityLog,
  )(({ query: { filter = {}, orderBy = 'timestamp_DESC', limit, offset } }) => {
    const { timestampRange: [from, to] = [], ...matching } = filter
    return server.directory.listSecurityEvents({ ...matching, from, to, orderBy, limit, offset })
  })
}
