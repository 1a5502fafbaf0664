create or replace function derive_response() returns trigger language plpgsql set search_path = app, public, pg_temp as $$
begin
  new.display_id_folded := folded(new.display_id);
  new.investigator_name_folded := folded(new.investigator_name);
  new.investigator_mobile_number_folded := folded(new.investigator_mobile_number);
  new.supervisor_name_folded := folded(new.supervisor_name);
  new.district_name_folded := folded(new.district_name);
  new.village_folded := folded(new.village);
  new.village_type_folded := folded(new.village_type);
  new.village_category_folded := folded(new.village_category);
  new.household_name_folded := folded(new.household_name);
  new.timely := coalesce(new.created_at - new.start_time between interval '-1 hour' and interval '7 days'
    and new.end_time - new.start_time between interval '0' and interval '7 days'
    and new.survey_date - (new.start_time at time zone 'UTC')::date between -1 and 1, false);
  new.cell := cell_at(new.latitude, new.longitude);
  new.minutes := case when new.end_time >= new.start_time
    -- Capped at the largest int: the range of timestamptz has more minutes.
    then least(floor(extract(epoch from new.end_time - new.start_time) / 60), 2147483647) end;
  return new;
end $$;
drop trigger derive_changed on survey_responses;
create trigger derive_changed before update of
  display_id, investigator_name, investigator_mobile_number, supervisor_name, district_name, village, village_type,
  village_category, household_name, created_at, start_time, end_time, survey_date, latitude, longitude, display_id_folded,
  investigator_name_folded, investigator_mobile_number_folded, supervisor_name_folded, district_name_folded,
  village_folded, village_type_folded, village_category_folded, household_name_folded, timely, cell, minutes
  on survey_responses for each row execute function derive_response();
create or replace function note_names() returns trigger
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  insert into response_names (kind, folded, label)
  select distinct on (kind, folded) kind, folded, label
  from changed, lateral (
    values ('investigator', investigator_name_folded, investigator_name),
      ('supervisor', supervisor_name_folded, supervisor_name), ('district', district_name_folded, district_name),
      ('villageType', village_type_folded, village_type), ('villageCategory', village_category_folded, village_category),
      ('mobileNumber', investigator_mobile_number_folded, null), ('household', household_name_folded, null)
    union all select 'displayIdWord', unnest(string_to_array(display_id_folded, '-')), null
    union all select 'householdWord', unnest(string_to_array(household_name_folded, ' ')), null)
    named (kind, folded, label)
  where folded is not null
    and not exists (select 1 from response_names known where (known.kind, known.folded) = (named.kind, named.folded))
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create function response_spans(dimension response_dimension, survey_date date) returns table (span text, begins date)
  language sql stable parallel safe
  begin atomic
    select of.span, of.begins
    from (values ('day', survey_date), ('month', date_trunc('month', survey_date::timestamp)::date),
      ('ever', '-infinity')) of (span, begins)
    where of.begins is not null
      and (dimension in ('all', 'investigator', 'supervisor', 'district', 'villageType', 'villageCategory')
          and of.span = 'day'
        or dimension = 'investigator');
  end;
create view response_days_again as
  select of.dimension, spans.span, spans.begins, of.value, survey_id,
    count(*)::int received, (count(*) filter (where is_done(status)))::int done,
    (count(*) filter (where status = 'returned'))::int returned
  from survey_responses r, response_dimensions(r.survey_date, investigator_name_folded, null, supervisor_name_folded,
    district_name_folded, null, village_type_folded, village_category_folded) of,
    response_spans(of.dimension, r.survey_date) spans
  group by 1, 2, 3, 4, 5;
create function response_levels(cell bigint) returns table (level smallint, larger bigint)
  language sql stable parallel safe
  begin atomic
    select of.level::smallint, cell >> 2 * (24 - of.level) from (values (13), (16)) of (level) where cell is not null;
  end;
create view response_cells_again as
  select of.level, of.larger as cell, survey_id, coalesce(district_name_folded, '') district, status, count(*)::int n
  from survey_responses r, response_levels(r.cell) of
  group by 1, 2, 3, 4, 5;
create view response_places_again as
  select coalesce(district_name_folded, '') district, coalesce(village_type_folded, '') village_type,
    coalesce(village_category_folded, '') village_category, survey_id, status, count(*) n
  from survey_responses group by 1, 2, 3, 4, 5;
create view response_places_now as
  select district, village_type, village_category, survey_id, status, n from response_places
  union all
  select coalesce(district, ''), coalesce(village_type, ''), coalesce(village_category, ''), survey_id, status, n
  from response_deltas;
create or replace function count_added() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_deltas
  select survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, created_at,
    1, cell
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
    -1, cell
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
    sum(n), cell
  from (select *, -1 as n from removed union all select *, 1 from added) of
  group by survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, cell
  having sum(n) <> 0;
  return null;
end $$;
grant select on response_days_again, response_cells_again, response_places_again, response_places_now to baseline_app;
