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
create view response_enumerators_now as
  select value, survey_id, received as n from response_days
  where dimension = 'investigator' and span = 'ever' and begins = '-infinity'
  union all
  select investigator, survey_id, n from response_deltas;
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
grant select on response_durations_again, response_enumerators_now to baseline_app;
