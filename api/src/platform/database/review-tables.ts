import type { SkipReason } from '@baseline/contract/survey-responses/contract.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { UndoSkipReason } from '@baseline/contract/survey-responses/undo.ts'
import type { ColumnType, Generated } from 'kysely'

/** The tables of bulk reviews and their undo. */
export interface ReviewTables {
  response_status_jobs: {
    id: Generated<string>
    state: Generated<'START' | 'SUCCESS' | 'FAILED'>
    target: ResponseStatus
    comment: string | null
    count: number
    changed: Generated<number>
    skipped: ColumnType<Partial<Record<SkipReason, number>>, never, string>
    created_by_id: string
    created_by_email: string
    created_at: Generated<Date>
    finished_at: Date | null
  }
  response_status_items: { job_id: string; response_id: string }
  response_status_changes: {
    job_id: string
    response_id: string
    display_id: string
    previous_status: ResponseStatus
    version: number
  }
  response_undo_jobs: {
    job_id: string
    state: Generated<'START' | 'SUCCESS' | 'FAILED'>
    count: number
    reverted: Generated<number>
    skipped: ColumnType<Partial<Record<UndoSkipReason, number>>, never, string>
    created_at: Generated<Date>
    finished_at: Date | null
  }
  response_undo_skips: { job_id: string; response_id: string; display_id: string; reason: UndoSkipReason }
}
