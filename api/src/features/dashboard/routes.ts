import { getDashboard } from '@baseline/contract/dashboard/contract.ts'
import { can } from '@baseline/contract/permissions.ts'

import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import { readDashboard } from './read-dashboard.ts'

export const dashboard = (server: Server): void => {
  handle(
    server,
    getDashboard,
  )(({ params: { id }, query }, { db, actor, author }) => {
    const [from, to] = query.surveyDateRange ?? []
    const scope = {
      surveyId: id === 'all' ? undefined : id,
      range: query.surveyDateRange && { from, to },
      owner: can(actor, 'dashboardReadAll') ? undefined : { userId: actor.userId, email: author.email },
      seesDrafts: can(actor, 'surveyListRead'),
    }
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => readDashboard(tx, scope, query, server.timeZone))
  })
}
