-- Histogram of interview durations per person. The median of a person with thousands of interviews reads a
-- few dozen rows.
create table response_durations (
  dimension response_dimension not null,
  value text not null,
  survey_id uuid not null,
  minutes int not null,
  n int not null,
  primary key (dimension, value, survey_id, minutes)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- Returns the people whose durations a response counts towards. No other place defines this.
create function response_people(investigator text, supervisor text)
  returns table (dimension response_dimension, value text)
  language sql stable parallel safe
  begin atomic
    select * from (values ('investigator'::response_dimension, investigator), ('supervisor', supervisor))
      of (dimension, value);
  end;

create view response_durations_again as
  select of.dimension, of.value, survey_id, minutes, count(*)::int n
  from survey_responses r, response_people(investigator_name_folded, supervisor_name_folded) of
  where minutes is not null
  group by 1, 2, 3, 4;

-- Current number of responses per enumerator: one row per survey, where response_counts has one per status.
create view response_enumerators_now as
  select value, survey_id, received as n from response_days
  where dimension = 'investigator' and span = 'ever' and begins = '-infinity'
  union all
  select investigator, survey_id, n from response_deltas;

alter table response_deltas add minutes int;
create or replace function count_added() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_deltas
  select survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, created_at,
    1, cell, minutes
  from added;
  return null;
end $$;
create or replace function count_removed() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_deltas
  select survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, null,
    -1, cell, minutes
  from removed;
  return null;
end $$;
create or replace function count_changed() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_deltas
  select survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, null,
    sum(n), cell, minutes
  from (select *, -1 as n from removed union all select *, 1 from added) of
  group by survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, cell, minutes
  having sum(n) <> 0;
  return null;
end $$;

-- Pending deltas have no duration, so the next fold adds none; their responses are counted here.
insert into response_durations select * from response_durations_again;

grant select, insert, update, delete on response_durations to baseline_app;
grant select on response_durations_again, response_enumerators_now to baseline_app;
