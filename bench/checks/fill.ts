import type pg from 'pg'

import { waitingStatuses } from '../../contract/src/survey-responses/status.ts'

/** Number of fingerprints. Two responses that are compared rarely have the same fingerprint. */
const fingerprints = 50_000
const questions = 70

/**
 * Statements that store the facts of all responses, 15 flags per 100 responses, the queue of reviewers, and the work of
 * the enumerators.
 */
const statements = [
  `truncate check_facts, check_photos, check_queue, check_calibrations, check_rechecks, response_flags, review_queue,
     enumerator_facts, enumerator_days, enumerator_values, enumerator_checks, enumerator_flags`,
  // Parts of 20 bits for the question and 12 for one of five answers, in the order of their numbers.
  `create temporary table fingerprints as
     select n, (select string_agg(set_byte(set_byte(set_byte(set_byte('\\x00000000'::bytea,
         0, part & 255), 1, part >> 8 & 255), 2, part >> 16 & 255), 3, part >> 24 & 255), ''::bytea order by part)
       from (select question * 4096 * 97 + (('x' || left(md5(n || ' ' || question), 4))::bit(16)::int % 5) as part
         from generate_series(1, ${String(questions)}) question) parts) as fingerprint
     from generate_series(0, ${String(fingerprints - 1)}) n`,
  'create index on fingerprints (n)',
  `insert into check_facts (response_id, survey_id, display_id, investigator, started_at, ended_at, day, minutes, latitude,
     longitude, accuracy, village, household, phone, answers, answer_count, fingerprint)
   select id, survey_id, display_id, investigator_name_folded, start_time, end_time, start_time::date,
     case when end_time >= start_time then floor(extract(epoch from end_time - start_time) / 60)::int end, latitude,
     longitude, accuracy, district_name_folded || ' / ' || village_folded,
     left(md5(village_folded || household_name_folded), 11), left(md5(id || 'phone'), 11),
     left(md5(id || 'answers'), 11), ${String(questions)}, fingerprint
   from survey_responses
   join fingerprints on n = ('x' || right(id::text, 7))::bit(28)::int % ${String(fingerprints)}
   where status not in ('inProgress', 'rejected')`,
  `insert into response_flags (response_id, rule, survey_id, investigator, condition, severity, evidence, evidence_hash,
     rule_version)
   select response_id, (array['T5', 'G2', 'D2', 'T9', 'M2', 'V2'])[1 + part % 6], survey_id, investigator, 'short',
     (array['warn', 'info', 'error'])[1 + part % 3], '{"minutes": 12, "median": 58, "limit": 20}',
     md5(response_id::text), 0
   from (select *, ('x' || right(response_id::text, 6))::bit(24)::int / 100 as part,
       ('x' || right(response_id::text, 6))::bit(24)::int % 100 < 15 as has from check_facts) facts
   where has`,
  `insert into review_queue (response_id, survey_id, investigator, investigator_id, supervisor_id, district, flag_points,
     investigator_points, received_at)
   select r.id, r.survey_id, r.investigator_name_folded, r.investigator_id, r.supervisor_id, r.district_name_folded,
     coalesce((select sum(flag_points(rule, severity)) from response_flags f where f.response_id = r.id), 0), 4,
     r.created_at
   from survey_responses r where r.status in (${waitingStatuses.map((name) => `'${name}'`).join(', ')})`,
  `insert into enumerator_days
   select f.survey_id, f.day, f.investigator, coalesce(r.district_name_folded, ''), count(*),
     coalesce(array_agg(f.minutes order by f.minutes) filter (where f.minutes is not null), '{}'),
     min(f.started_at), max(f.ended_at), count(*) * ${String(questions)}, count(*) * 2, count(*) * 20, count(*), count(*) * 20,
     count(*), count(*) * 10, count(*), count(*), 0, count(*) * 8, count(*) * 3, count(*), 0
   from check_facts f join survey_responses r on r.id = f.response_id
   where f.investigator is not null and f.day is not null
   group by 1, 2, 3, 4`,
  `insert into enumerator_values
   select survey_id, question, investigator, district, n, n * 34, n * 1400, array_fill((n / 10)::int, array[10]), n * 6 / 10,
     n * 12 / 100
   from (select survey_id, investigator, district, sum(interviews) as n from enumerator_days group by 1, 2, 3) work,
     unnest(array['age', 'rooms', 'income', 'plots', 'members']) question`,
  // The nightly computation only looks up whether an enumerator has a row.
  `insert into enumerator_facts
   select distinct on (survey_id, investigator) response_id, survey_id, investigator, '', day, started_at, ended_at, minutes,
     ${String(questions)}, 2, 20, 1, 20, 1, 10, 1, 1, 0, 8, 3, 1, 0, '{}'
   from check_facts where investigator is not null and day is not null`,
  'insert into enumerator_checks (survey_id) select id from surveys',
  'drop table fingerprints',
  'vacuum analyze enumerator_days',
  'vacuum analyze enumerator_values',
  'vacuum analyze check_facts',
  'vacuum analyze response_flags',
  'vacuum analyze review_queue',
]

/** Stores what the checks of all responses would have stored, in minutes instead of hours. */
export const fillChecks = async (owner: pg.Client): Promise<void> => {
  await owner.query(`set work_mem = '512MB'`)
  for (const statement of statements) await owner.query(statement)
  await owner.query('reset work_mem')
}

/** Requests that all figures with which responses are compared are computed again. */
export const makeAllStale = async (owner: pg.Client): Promise<number> => {
  const { rowCount } = await owner.query(
    `insert into check_calibrations (survey_id, rule, key, computed_at)
     select distinct survey_id, 'G2', village, now() - interval '2 days' from check_facts where village is not null
     union all select id, rule, '', now() - interval '2 days' from surveys, unnest(array['T5', 'D6']) rule
     on conflict (survey_id, rule, key) do update set is_stale = true, computed_at = excluded.computed_at`,
  )
  return rowCount ?? 0
}

/** Puts twelve enumerators of waiting responses into one team. Returns its supervisor. */
export const makeTeam = async (owner: pg.Client): Promise<string> => {
  const { rows } = await owner.query<{ id: string }>(
    `with members as (
       select distinct investigator_id from review_queue where investigator_id is not null limit 12
     ), lead as (
       select id from user_details where id not in (select investigator_id from members) limit 1
     ), joined as (
       update user_details set manager_id = (select id from lead) where id in (select investigator_id from members)
     )
     select id from lead`,
  )
  if (!rows[0]) throw new Error('there are no enumerators')
  return rows[0].id
}
