create function response_dimensions(survey_date date, investigator text, mobile_number text, supervisor text, district text,
    village text, village_type text, village_category text)
  returns table (dimension response_dimension, value text)
  language sql stable parallel safe
  begin atomic
    select * from (values ('all'::response_dimension, ''), ('surveyDate', survey_date::text), ('investigator', investigator),
      ('mobileNumber', mobile_number), ('supervisor', supervisor), ('district', district), ('village', village),
      ('villageType', village_type), ('villageCategory', village_category)) of (dimension, value)
    where value is not null;
  end;
create view response_counts_now as
  select dimension, value, survey_id, status, n from response_counts
  union all
  select of.dimension, of.value, survey_id, status, n
  from response_deltas d, response_dimensions(survey_date, investigator, mobile_number, supervisor, district, d.village,
    d.village_type, d.village_category) of;
create view response_counts_again as
  select of.dimension, of.value, survey_id, status, count(*) n
  from survey_responses r, response_dimensions(r.survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded) of
  group by 1, 2, 3, 4;
drop trigger count_added on survey_responses;
drop trigger count_removed on survey_responses;
drop function count_responses();
create function count_added() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_deltas
  select survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, created_at, 1
  from added;
  return null;
end $$;
create function count_removed() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_deltas
  select survey_id, status, survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded, null, -1
  from removed;
  return null;
end $$;
create function count_changed() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_deltas
  select of.survey_id, of.status, of.survey_date, of.investigator, of.mobile_number, of.supervisor, of.district, of.village,
    of.village_type, of.village_category, null, of.n
  from removed r join added a using (id), lateral (values
    (r.survey_id, r.status, r.survey_date, r.investigator_name_folded, r.investigator_mobile_number_folded,
      r.supervisor_name_folded, r.district_name_folded, r.village_folded, r.village_type_folded, r.village_category_folded, -1),
    (a.survey_id, a.status, a.survey_date, a.investigator_name_folded, a.investigator_mobile_number_folded,
      a.supervisor_name_folded, a.district_name_folded, a.village_folded, a.village_type_folded, a.village_category_folded, 1))
    of (survey_id, status, survey_date, investigator, mobile_number, supervisor, district, village, village_type,
      village_category, n)
  where (r.survey_id, r.status, r.survey_date, r.investigator_name_folded, r.investigator_mobile_number_folded,
      r.supervisor_name_folded, r.district_name_folded, r.village_folded, r.village_type_folded, r.village_category_folded)
    is distinct from
    (a.survey_id, a.status, a.survey_date, a.investigator_name_folded, a.investigator_mobile_number_folded,
      a.supervisor_name_folded, a.district_name_folded, a.village_folded, a.village_type_folded, a.village_category_folded);
  return null;
end $$;
create trigger count_added after insert on survey_responses
  referencing new table as added for each statement execute function count_added();
create trigger count_removed after delete on survey_responses
  referencing old table as removed for each statement execute function count_removed();
create trigger count_changed after update on survey_responses
  referencing old table as removed new table as added for each statement execute function count_changed();
grant select on response_counts_now, response_counts_again to baseline_app;
