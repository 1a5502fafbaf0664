import { defaultDueHours } from '@baseline/contract/survey-responses/desk.ts'
import { waitingStatuses } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

import { selectForReview } from '../desk/select-for-review.ts'

const removeReviewed = (tx: Db, ids: readonly string[]) =>
  sql`
    delete from review_queue where response_id = any(${ids}::uuid[]) and response_id not in (
      select id from survey_responses
      where id = any(${ids}::uuid[]) and status = any(${waitingStatuses}::text[]))`.execute(tx)

/**
 * Adds the responses that wait, or writes their current risk: the points of their flags, and those for the decisions
 * about the flags of their enumerator in the last 30 days.
 */
const addWaiting = (tx: Db, ids: readonly string[], timeZone: string) =>
  sql`
    insert into review_queue as queued (response_id, survey_id, investigator, investigator_id, supervisor_id, district,
      flag_points, investigator_points, received_at, due_at)
    select r.id, r.survey_id, r.investigator_name_folded, r.investigator_id, r.supervisor_id, r.district_name_folded,
      (select coalesce(sum(flag_points(rule, severity)), 0) from response_flags f
        where f.response_id = r.id and f.state in ('open', 'confirmed')),
      points_of_investigator(r.survey_id, r.investigator_name_folded), r.created_at,
      review_due_at(r.created_at, coalesce(s.due_hours, ${defaultDueHours}), coalesce(v.time_zone, ${timeZone}))
    from survey_responses r
    join surveys on surveys.id = r.survey_id
    join survey_versions v on v.survey_id = surveys.id and v.version = surveys.version
    left join review_settings s on s.survey_id = r.survey_id
    where r.id = any(${ids}::uuid[]) and r.status = any(${waitingStatuses}::text[])
    on conflict (response_id) do update set investigator = excluded.investigator,
      investigator_id = excluded.investigator_id, supervisor_id = excluded.supervisor_id, district = excluded.district,
      flag_points = excluded.flag_points, investigator_points = excluded.investigator_points, due_at = excluded.due_at
    where (queued.investigator, queued.investigator_id, queued.supervisor_id, queued.district, queued.flag_points,
        queued.investigator_points, queued.due_at)
      is distinct from (excluded.investigator, excluded.investigator_id, excluded.supervisor_id, excluded.district,
        excluded.flag_points, excluded.investigator_points, excluded.due_at)`.execute(tx)

/** A decision about a flag changes the risk of all waiting responses of the enumerator. */
const updateEnumerators = (tx: Db, ids: readonly string[]) =>
  sql`
    with decided as (
      select distinct survey_id, investigator from response_flags
      where response_id = any(${ids}::uuid[])
    ), points as materialized (
      select survey_id, investigator, points_of_investigator(survey_id, investigator) as points from decided
    )
    update review_queue queued set investigator_points = points.points
    from points
    where queued.survey_id = points.survey_id and queued.investigator = points.investigator
      and queued.investigator_points <> points.points`.execute(tx)

/** Makes the review queue equal to the responses that wait for a review, with their risk. */
export const updateQueue = async (tx: Db, ids: readonly string[], timeZone: string): Promise<void> => {
  await removeReviewed(tx, ids)
  await addWaiting(tx, ids, timeZone)
  await selectForReview(tx, ids, timeZone)
  await updateEnumerators(tx, ids)
}
