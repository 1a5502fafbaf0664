import type { ExportFailure } from '@baseline/contract/survey-responses/exports/contract.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { reading } from '#platform/monitoring/reading.ts'

/** Failures that an operator can resolve; users cause or resolve the others. */
const operatorFailures: readonly string[] = ['error', 'noSpace', 'unavailable'] satisfies ExportFailure[]

interface Ended {
  outcome: string
  total: number
  today: number
}

export const exportReading = reading({
  name: 'exports',
  metrics: {
    baseline_exports_running: { help: 'Exports that are queued or being written' },
    baseline_exports_total: {
      help: 'Ended exports by outcome: success, or the reason of the failure',
      labelNames: ['outcome'],
    },
  },
  read: async ({ db }: { db: Db }) => {
    const { rows } = await sql<Ended>`
      select case status when 'START' then 'running' when 'SUCCESS' then 'success' else coalesce(failure->>'key', 'error') end outcome,
        count(*) total, count(*) filter (where finished_at > now() - interval '1 day') today
      from survey_exports group by 1`.execute(db)
    const ended = rows.filter(({ outcome }) => outcome !== 'running')
    const count = ended
      .filter(({ outcome }) => operatorFailures.includes(outcome))
      .reduce((sum, { today }) => sum + today, 0)
    return {
      samples: {
        baseline_exports_running: [{ value: rows.find(({ outcome }) => outcome === 'running')?.total ?? 0 }],
        // Begins with 0, so that the first failure is an increase.
        baseline_exports_total: ['success', ...operatorFailures]
          .filter((outcome) => !ended.some((row) => row.outcome === outcome))
          .map((outcome) => ({ outcome, total: 0 }))
          .concat(ended)
          .map(({ outcome, total }) => ({ labels: { outcome }, value: total })),
      },
      findings: count > 0 ? [{ key: 'exportsFailed', params: { count } }] : [],
    }
  },
})
