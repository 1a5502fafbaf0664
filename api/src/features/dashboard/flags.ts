import type { Severity } from '@baseline/contract/checks/rules.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all } from '#platform/database/list.ts'
import { canAnswer, inScope } from '#platform/database/scoped-tables.ts'

import { responseCondition } from './scope.ts'
import type { DashboardScope } from './scope.ts'

const table = 'response_flag_counts_live'

/** Flags to sum: from the rollup, or of the responses if the rollup cannot be limited to the scope. */
const bySeverity = ({ surveyId, allowed, user }: DashboardScope) =>
  canAnswer(table, allowed)
    ? sql`select severity, n from ${sql.table(table)}
        where ${all(inScope(table, allowed), surveyId === undefined ? undefined : sql<boolean>`survey_id = ${surveyId}`)}`
    : sql`select severity, 1 as n from response_flags flags
        where state = 'open' and response_id in (
          select id from survey_responses
          where ${responseCondition({ surveyId, allowed, user, range: undefined })})`

/** Counts the open flags of the responses in the scope, on any date. */
export const openFlagsOf = async (db: Db, scope: DashboardScope): Promise<Record<Severity, number>> => {
  const { rows } = await sql<{ severity: Severity; n: number }>`
    select severity, sum(n)::bigint n from (${bySeverity(scope)}) lines group by 1`.execute(db)
  const counts = new Map(rows.map(({ severity, n }) => [severity, n]))
  const countOf = (severity: Severity) => counts.get(severity) ?? 0
  return { info: countOf('info'), warn: countOf('warn'), error: countOf('error') }
}
