-- Tell the worker which responses to check. Triggers do this for all writers, also for restores, erasures and processes
-- of the last release during an upgrade.
create function queue_checks_of_added() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into check_queue (response_id, survey_id) select id, survey_id from added;
  return null;
end $$;
create function queue_checks_of_removed() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  delete from response_flags where response_id in (select id from removed);
  delete from review_queue where response_id in (select id from removed);
  insert into check_queue (response_id, survey_id) select id, survey_id from removed;
  return null;
end $$;

create trigger queue_added_checks after insert on survey_responses
  referencing new table as added for each statement execute function queue_checks_of_added();
create trigger queue_changed_checks after update on survey_responses
  referencing new table as added for each statement execute function queue_checks_of_added();
create trigger queue_removed_checks after delete on survey_responses
  referencing old table as removed for each statement execute function queue_checks_of_removed();

-- Photos of phones can be stored after their response was checked.
create function queue_checks_of_stored_files() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into check_queue (response_id, survey_id)
    select distinct response_id, survey_id from added
    where response_id is not null and survey_id is not null and folder = 'surveyResponses';
  return null;
end $$;
create function queue_checks_of_changed_files() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into check_queue (response_id, survey_id)
    select distinct changed.response_id, changed.survey_id
    from removed join added using (id), lateral (values (removed.response_id, removed.survey_id), (added.response_id, added.survey_id))
      as changed (response_id, survey_id)
    where added.folder = 'surveyResponses' and changed.response_id is not null and changed.survey_id is not null
      and (removed.response_id, removed.question, removed.unused_since is null)
        is distinct from (added.response_id, added.question, added.unused_since is null);
  return null;
end $$;

create trigger queue_stored_photos after insert on files
  referencing new table as added for each statement execute function queue_checks_of_stored_files();
create trigger queue_changed_photos after update on files
  referencing old table as removed new table as added for each statement execute function queue_checks_of_changed_files();

-- Returns the points of an open flag. Must match `severityPoints` of the contract; rules that a survey has to enable
-- have none: see `isScored()`.
create function flag_points(rule text, severity text) returns int
  language sql immutable parallel safe
  return case when rule in ('T8', 'T10') then 0 when severity = 'error' then 40 when severity = 'warn' then 15 else 5 end;

-- Returns the points for the decisions about the flags of an enumerator in the last 30 days: the more of them were
-- confirmed, the more. Without any decision, four.
create function points_of_investigator(survey uuid, name text) returns int
  language sql stable parallel safe
  begin atomic
    select round(20.0 * (count(*) filter (where reason is null) + 1) / (count(*) + 5))::int from response_flags
    where survey_id = survey and investigator = name and decided_at > now() - interval '30 days';
  end;

-- Returns the distance of two places in metres (haversine), as metresBetween() of the contract.
create function metres_between(latitude double precision, longitude double precision, other_latitude double precision,
  other_longitude double precision) returns double precision
  language sql immutable parallel safe
  return 2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(other_latitude - latitude) / 2) ^ 2
    + cos(radians(latitude)) * cos(radians(other_latitude)) * sin(radians(other_longitude - longitude) / 2) ^ 2)));
