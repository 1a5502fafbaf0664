-- Exact counts of responses by dimension. Triggers append each change to response_deltas, a job folds these
-- rows into response_counts every few seconds, and readers sum both. This avoids contention on counters.
create table response_deltas (
  survey_id uuid not null,
  status text not null,
  survey_date date,
  investigator text not null,
  mobile_number text,
  supervisor text not null,
  district text,
  village text,
  village_type text,
  village_category text,
  -- Set for new responses only.
  received_at timestamptz,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);

create type response_dimension as enum
  ('all', 'surveyDate', 'investigator', 'mobileNumber', 'supervisor', 'district', 'village', 'villageType', 'villageCategory');

-- `value` is folded text, or an ISO date for `surveyDate`, or empty for `all`.
create table response_counts (
  dimension response_dimension not null,
  value text not null,
  survey_id uuid not null,
  status text not null,
  n bigint not null,
  primary key (dimension, value, survey_id, status)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- Results of the nightly recounts. The latest is exported as a metric.
create table response_recounts (
  at timestamptz primary key default now(),
  wrong bigint not null
);

drop table survey_total_deltas;

select request_backfill('3-rebuild-rollups');

grant select, insert, delete on response_deltas to baseline_app;
grant select, insert, update, delete on response_counts to baseline_app;
grant select, insert on response_recounts to baseline_app;
