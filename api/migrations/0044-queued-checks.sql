-- Properties of a response that the checks compare, as of its last check. Responses in progress and rejected ones have no row.
-- The worker compares it with the current response: the old keys say which other responses it was compared with.
create table check_facts (
  response_id uuid primary key,
  survey_id uuid not null,
  display_id text not null,
  -- Folded name of the enumerator.
  investigator text not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- Day of the start in the time zone of the survey.
  day date,
  minutes int,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  -- Folded district and village; null without a village.
  village text,
  -- Hashes: of the village and the name of the household, of the respondent's phone number, of the answers.
  household text check (length(household) <= 16),
  phone text check (length(phone) <= 16),
  answers text check (length(answers) <= 16),
  answer_count int not null
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
create index check_facts_time_idx on check_facts (survey_id, investigator, day, started_at, response_id)
  where ended_at >= started_at;
create index check_facts_household_idx on check_facts (survey_id, household, response_id) where household is not null;
create index check_facts_phone_idx on check_facts (survey_id, phone, response_id) where phone is not null;
create index check_facts_answers_idx on check_facts (survey_id, answers, response_id) where answers is not null;
create index check_facts_village_idx on check_facts (survey_id, village, response_id) where village is not null;

-- Figures of many responses that a rule compares with. They change only if the difference matters, so that flags and
-- decisions are stable.
create table check_calibrations (
  survey_id uuid not null,
  rule text not null check (length(rule) <= 8),
  -- Subject of the figures, such as a village; an empty text for the whole survey.
  key text not null default '',
  -- Null as long as there are too few responses.
  "values" jsonb,
  -- Responses changed since the figures were computed.
  is_stale boolean not null default true,
  computed_at timestamptz not null default now(),
  primary key (survey_id, rule, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index check_calibrations_stale_idx on check_calibrations (rule, computed_at) where is_stale;

-- New and changed responses come first, checks after a changed calibration or rule later.
alter table check_queue add is_recheck boolean not null default false;
create index check_queue_order_idx on check_queue (is_recheck, id);

grant select, insert, update, delete on check_facts, check_calibrations to baseline_app;

select request_backfill('4-queue-checks');
