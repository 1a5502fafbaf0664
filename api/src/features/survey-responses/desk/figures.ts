import { can } from '@baseline/contract/permissions.ts'
import {
  figureDays,
  leastWorkMinutes,
  pauseMinutes,
} from '@baseline/contract/survey-responses/desk-figures.ts'
import type { ReviewerFigures } from '@baseline/contract/survey-responses/desk-figures.ts'
import { defaultDueHours } from '@baseline/contract/survey-responses/desk.ts'
import { sql } from 'kysely'

import { inScope } from '#platform/database/scoped-tables.ts'

import type { Reader } from '../scope.ts'

/** Statuses that a reviewer sets. */
const decisions = ['returned', 'onHold', 'verified', 'approved', 'rejected']

const status = (entry: string, side: 'before' | 'after') =>
  sql`${sql.ref(`${entry}.values`)} -> ${sql.lit(side)} ->> 'status'`

const isChange = (entry: string) =>
  sql`${sql.ref(`${entry}.entity_name`)} = 'surveyResponse' and ${sql.ref(`${entry}.action`)} = 'statusChange'`

/**
 * Computes the work of reviewers from the history of the responses that the caller may read. Managers see all
 * reviewers, others only themselves.
 */
export const figuresOf = async (
  { db, actor, scope }: Reader,
  timeZone: string,
): Promise<ReviewerFigures[]> => {
  const byCaller = can(actor, 'statusJobsReadAll') ? sql`true` : sql`entry.created_by_id = ${actor.userId}`
  const { rows } = await sql<ReviewerFigures>`
    with entries as materialized (
      select entry.id, entry.entity_id, entry.timestamp as at, entry.created_by_id as user_id,
        ${status('entry', 'after')} as status
      from audit_log entry
      where ${isChange('entry')} and entry.timestamp > now() - make_interval(days => ${figureDays})
        and entry.created_by_id is not null and ${byCaller}
        and ${status('entry', 'after')} = any(${decisions}::text[]) and not ("values" -> 'after') ? 'undo'
    ), decided as materialized (
      select entries.*, received_at, later.user_id as later_user_id, later.status as later_status,
        at <= review_due_at(received_at, coalesce(due_hours, ${defaultDueHours}), coalesce(v.time_zone, ${timeZone})) as in_time,
        not exists (
          select from audit_log earlier
          where earlier.entity_id = entries.entity_id and ${isChange('earlier')} and earlier.id < entries.id
            and ${status('earlier', 'after')} = any(${decisions}::text[])) as is_first,
        extract(epoch from at - lag(at) over (partition by entries.user_id order by entries.id)) as gap
      from entries
      join (
        select id, survey_id, created_at as received_at from survey_responses
        where ${inScope('survey_responses', scope) ?? sql`true`}
      ) r on r.id = entries.entity_id::uuid
      join surveys on surveys.id = r.survey_id
      join survey_versions v on v.survey_id = surveys.id and v.version = surveys.version
      left join review_settings s on s.survey_id = r.survey_id
      left join lateral (
        select created_by_id as user_id, ${status('next', 'after')} as status, ("values" -> 'after') ? 'undo' as is_undo
        from audit_log next
        where next.entity_id = entries.entity_id and ${isChange('next')} and next.id > entries.id
        order by next.id limit 1
      ) later on true
      where later.is_undo is not true
    )
    select users.id, coalesce(nullif(full_name, ''), email) as name, count(*)::int as decided,
      percentile_cont(0.5) within group (order by extract(epoch from at - received_at)::float8 / 3600)
        filter (where is_first) as "medianHours",
      avg(in_time::int) filter (where is_first)::float8 as "inTime",
      avg((decided.status = 'returned')::int)::float8 as returned,
      avg(coalesce(later_user_id <> user_id and not (decided.status = 'verified' and later_status = 'approved'), false)::int)
        filter (where decided.status in ('verified', 'approved', 'rejected'))::float8 as overturned,
      case when sum(gap) filter (where gap <= ${pauseMinutes * 60}) >= ${leastWorkMinutes * 60} then
        (count(*) filter (where gap <= ${pauseMinutes * 60}) * 3600
          / sum(gap) filter (where gap <= ${pauseMinutes * 60}))::float8 end as "perHour"
    from decided join users on users.id = user_id
    group by users.id
    order by folded(coalesce(nullif(full_name, ''), email)), users.id`.execute(db)
  return rows
}
