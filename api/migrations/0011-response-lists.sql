-- Indexes for lists of millions of responses. Each serves one sort order and its filters.

-- Answers are stored out of line (TOAST), so that a list reads pages with listed columns only. They are
-- compressed with lz4 if the server supports it, otherwise not at all: pglz takes more time than the rest of
-- an insert.
do $$
begin
  if (select 'lz4' = any (enumvals) from pg_settings where name = 'default_toast_compression') then
    alter table survey_responses alter "values" set compression lz4;
  else
    alter table survey_responses alter "values" set storage external;
  end if;
end $$;

-- True if the four times of an interview are close together, as nearly always. A range of one time then
-- bounds the other three.
alter table survey_responses add timely boolean not null generated always as (coalesce(
  created_at - start_time between interval '-1 hour' and interval '7 days'
  and end_time - start_time between interval '0' and interval '7 days'
  and survey_date - (start_time at time zone 'UTC')::date between -1 and 1, false)) stored;

-- Sorts responses with the same value by start time, the default order of lists.
drop index survey_responses_investigator_name_idx, survey_responses_supervisor_name_idx, survey_responses_status_idx,
  survey_responses_district_name_idx, survey_responses_village_idx, survey_responses_village_type_idx,
  survey_responses_village_category_idx, survey_responses_start_time_idx, survey_responses_end_time_idx,
  survey_responses_survey_date_idx, survey_responses_created_at_idx,
  survey_responses_display_id_trgm_idx, survey_responses_investigator_mobile_number_trgm_idx,
  survey_responses_household_name_trgm_idx;
create index survey_responses_investigator_name_idx
  on survey_responses (investigator_name_folded nulls first, start_time nulls first, id);
create index survey_responses_investigator_mobile_number_idx
  on survey_responses (investigator_mobile_number_folded nulls first, start_time nulls first, id);
create index survey_responses_supervisor_name_idx
  on survey_responses (supervisor_name_folded nulls first, start_time nulls first, id);
create index survey_responses_status_idx on survey_responses (status nulls first, start_time nulls first, id);
create index survey_responses_district_name_idx
  on survey_responses (district_name_folded nulls first, start_time nulls first, id);
create index survey_responses_village_idx on survey_responses (village_folded nulls first, start_time nulls first, id);
create index survey_responses_village_type_idx
  on survey_responses (village_type_folded nulls first, start_time nulls first, id);
create index survey_responses_village_category_idx
  on survey_responses (village_category_folded nulls first, start_time nulls first, id);
-- Covering indexes: a range of one time in the order of another is an index-only scan.
create index survey_responses_start_time_idx
  on survey_responses (start_time nulls first, id) include (end_time, created_at, survey_date, timely);
create index survey_responses_untimely_idx
  on survey_responses (start_time nulls first, id) include (end_time, created_at, survey_date) where not timely;
create index survey_responses_end_time_idx on survey_responses (end_time nulls first, id) include (start_time);
create index survey_responses_survey_date_idx on survey_responses (survey_date nulls first, id) include (start_time);
create index survey_responses_created_at_idx on survey_responses (created_at nulls first, id) include (start_time);
-- Index the words of Survey Ids and household names. A search finds matching words in the dictionary, which
-- is small, then the responses by these words. A trigram index would not be selective: common parts of names
-- match half of the responses.
create index survey_responses_display_id_words_idx
  on survey_responses using gin (string_to_array(folded(display_id), '-'));
create index survey_responses_household_words_idx
  on survey_responses using gin (string_to_array(folded(household_name), ' '));

-- Adds mobile numbers and the words of Survey Ids and household names to the dictionary.
alter table response_names drop constraint response_names_kind_check;
alter table response_names add constraint response_names_kind_check
  check (kind in ('investigator', 'supervisor', 'mobileNumber', 'displayIdWord', 'householdWord'));
select request_backfill('2-record-names');

-- Sets the storage parameters of existing partitions as make_response_partition() does for new ones, and
-- resets their statistics targets: the searches that needed them no longer exist.
do $$
declare
  partition regclass;
  searched text;
begin
  for partition in select inhrelid from pg_inherits where inhparent = 'app.survey_responses'::regclass loop
    execute format('alter table %s set (toast_tuple_target = 1024, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)', partition);
    for searched in select attname from pg_attribute where attrelid = partition and attstattarget is not null loop
      execute format('alter table %s alter %I set statistics default', partition, searched);
    end loop;
  end loop;
end $$;
