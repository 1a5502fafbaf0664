import { getDashboard } from '@baseline/contract/dashboard/contract.ts'

import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import { readDashboard } from './read-dashboard.ts'

export const dashboard = (server: Server): void => {
  handle(
    server,
    getDashboard,
  )(({ params: { id }, query }, { db, actor, scope }) => {
    const [from, to] = query.surveyDateRange ?? []
    const dashboardScope = {
      surveyId: id === 'all' ? undefined : id,
      range: query.surveyDateRange && { from, to },
      allowed: scope,
      user: actor,
    }
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => readDashboard(tx, dashboardScope, query, server.timeZone))
  })
}
