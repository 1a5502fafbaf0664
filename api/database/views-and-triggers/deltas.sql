-- Append each change of the responses to response_deltas.
create function count_added() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_deltas (survey_id, status, survey_date, investigator, mobile_number, supervisor, district,
    village, village_type, village_category, cell, minutes, received_at, n)
  select survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, cell,
    minutes, created_at, 1
  from added;
  return null;
end $$;
create function count_removed() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_deltas (survey_id, status, survey_date, investigator, mobile_number, supervisor, district,
    village, village_type, village_category, cell, minutes, n)
  select survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, cell,
    minutes, -1
  from removed;
  return null;
end $$;
-- Sums the old rows as -1 and the new rows as 1, so that unchanged keys cancel out.
create function count_changed() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_deltas (survey_id, status, survey_date, investigator, mobile_number, supervisor, district,
    village, village_type, village_category, cell, minutes, n)
  select survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, cell,
    minutes, sum(n)
  from (select *, -1 as n from removed union all select *, 1 from added) changes
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
  having sum(n) <> 0;
  return null;
end $$;

create trigger count_added after insert on survey_responses
  referencing new table as added for each statement execute function count_added();
create trigger count_removed after delete on survey_responses
  referencing old table as removed for each statement execute function count_removed();
create trigger count_changed after update on survey_responses
  referencing old table as removed new table as added for each statement execute function count_changed();
