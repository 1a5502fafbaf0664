-- Sets the columns that follow from other columns of a response. A trigger is faster than generated columns,
-- whose expressions are parsed and planned by every statement.
create function derive_response() returns trigger language plpgsql set search_path = app, public, pg_temp as $$
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
  -- True if the four times of an interview are close together, as nearly always. A range of one time then
  -- bounds the other three.
  new.times_consistent := coalesce(new.created_at - new.start_time between interval '-1 hour' and interval '7 days'
    and new.end_time - new.start_time between interval '0' and interval '7 days'
    and new.survey_date - (new.start_time at time zone 'UTC')::date between -1 and 1, false);
  new.cell := cell_at(new.latitude, new.longitude);
  new.minutes := case when new.end_time >= new.start_time
    -- Capped at the largest int: the range of timestamptz has more minutes.
    then least(floor(extract(epoch from new.end_time - new.start_time) / 60), 2147483647) end;
  return new;
end $$;

create trigger derive_added before insert on survey_responses for each row execute function derive_response();
-- Fires on updates of the source columns, and of the derived columns, so that no statement can set these
-- directly.
create trigger derive_changed before update of
  display_id, investigator_name, investigator_mobile_number, supervisor_name, district_name, village, village_type,
  village_category, household_name, created_at, start_time, end_time, survey_date, latitude, longitude, display_id_folded,
  investigator_name_folded, investigator_mobile_number_folded, supervisor_name_folded, district_name_folded,
  village_folded, village_type_folded, village_category_folded, household_name_folded, times_consistent, cell, minutes
  on survey_responses for each row execute function derive_response();
