import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'

import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import * as entries from './queries.ts'

export const auditLog = (server: Server): void => {
  handle(server, listAuditLog)(({ query }, context) => entries.list(context, query))
}
