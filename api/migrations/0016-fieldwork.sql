-- Rollups for the dashboard and the map: by day, by person and by place. Maintained like response_counts.

-- `minutes` is the duration in whole minutes, if both times are known and in order.
alter table survey_responses add cell bigint, add minutes int;

select request_backfill('1-derive-columns');

-- Cover the median duration of one person: an index-only scan.
drop index survey_responses_investigator_name_idx, survey_responses_supervisor_name_idx;
create index survey_responses_investigator_name_idx
  on survey_responses (investigator_name_folded nulls first, start_time nulls first, id)
  include (survey_id, survey_date, minutes);
create index survey_responses_supervisor_name_idx
  on survey_responses (supervisor_name_folded nulls first, start_time nulls first, id)
  include (survey_id, survey_date, minutes);
-- Covers map tiles at high zoom: an index-only scan.
create index survey_responses_cell_idx on survey_responses (cell) include (survey_id, status, district_name_folded)
  where cell is not null;
-- Find the responses of one enumerator.
create index survey_responses_user_id_idx on survey_responses (user_id) where user_id is not null;
create index survey_responses_investigator_email_idx on survey_responses (investigator_email)
  where investigator_email is not null;

-- `label` is the name as first written; comparisons use `folded`.
alter table response_names add label text;
alter table response_names drop constraint response_names_kind_check;
alter table response_names add constraint response_names_kind_check check (kind in ('investigator', 'supervisor',
  'mobileNumber', 'displayIdWord', 'household', 'householdWord', 'district', 'villageType', 'villageCategory'));
select request_backfill('2-record-names');

-- Rollup by day. Enumerators, of which there are many, also have rows by month and in total, so that the sum
-- over any range reads few rows.
create table response_days (
  dimension response_dimension not null,
  span text not null check (span in ('day', 'month', 'ever')),
  -- First day of the span; -infinity for `ever`, which includes responses without a date.
  begins date not null,
  value text not null,
  survey_id uuid not null,
  received int not null,
  done int not null,
  returned int not null,
  primary key (dimension, span, begins, value, survey_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- Rollup by map square: about 5 km wide (zoom 13) for low zooms, about 600 m (zoom 16) for higher zooms.
create table response_cells (
  level smallint not null,
  cell bigint not null,
  survey_id uuid not null,
  district text not null,
  status text not null,
  n int not null,
  primary key (level, cell, survey_id, district, status)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- Rollup by the combination of district, village type and village category: a count by all three sums few
-- rows.
create table response_places (
  district text not null,
  village_type text not null,
  village_category text not null,
  survey_id uuid not null,
  status text not null,
  n bigint not null,
  primary key (district, village_type, village_category, survey_id, status)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- Time of the last fold of response_deltas into the rollups.
create table response_folds (as_of timestamptz not null);
insert into response_folds (as_of) values (now());

alter table response_deltas add cell bigint;
select request_backfill('3-rebuild-rollups');

-- Target number of responses of a survey: in total (empty district) or per district.
create table survey_targets (
  survey_id uuid not null references surveys,
  district text not null,
  district_folded text not null generated always as (folded(district)) stored,
  target int not null check (target > 0),
  primary key (survey_id, district_folded)
);
alter table surveys add targets_version int not null default 1;

grant select, insert, update, delete on response_days, response_cells, response_places to baseline_app;
grant select, update on response_folds to baseline_app;
grant select, insert, delete on survey_targets to baseline_app;
