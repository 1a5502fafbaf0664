import { recordOf } from '@baseline/contract/facts.ts'
import * as contract from '@baseline/contract/own-responses/contract.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'

import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import { lastDays } from './period.ts'
import * as interviews from './queries.ts'

const sumOf = (lines: readonly { count: number }[]): number =>
  lines.reduce((sum, { count }) => sum + count, 0)

export const ownResponses = (server: Server): void => {
  handle(
    server,
    contract.listOwnResponses,
  )(({ query }, context) => interviews.page(context, lastDays(server.timeZone), query))

  handle(
    server,
    contract.getOwnFigures,
  )(async (_input, context) => {
    const period = lastDays(server.timeZone)
    const counts = await interviews.countByDay(context, period)
    const days = period.days.map((date) => ({ date, count: sumOf(counts.filter(({ day }) => day === date)) }))
    return {
      isLinked: context.actor.userDetailsId !== null,
      timeZone: server.timeZone,
      today: period.days.at(-1) ?? '',
      count: sumOf(counts),
      statuses: recordOf(responseStatuses, (status) =>
        sumOf(counts.filter((line) => line.status === status)),
      ),
      countToday: sumOf(days.slice(-1)),
      countLast7Days: sumOf(days.slice(-7)),
      days,
    }
  })
}
