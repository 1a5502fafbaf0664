-- Creates a partition and sets its storage parameters, which partitions do not inherit: answers out of line,
-- and frequent autovacuum, which index-only scans need.
create function make_response_partition(name text, bounds text) returns void
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  if to_regclass('app.' || quote_ident(name)) is not null then return; end if;
  execute format('create table app.%I partition of app.survey_responses for values %s', name, bounds);
  execute format('alter table app.%I set (toast_tuple_target = 1024, autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)', name);
end $$;

-- Creates the missing partitions up to next year and returns the number of attached partitions. Runs as the
-- owner of the tables (security definer), because the application may not create tables; for safety it takes
-- no parameters.
create function make_response_partitions() returns int
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
declare
  last_year int := extract(year from now() at time zone 'UTC')::int + 1;
begin
  perform pg_advisory_xact_lock(hashtext('make_response_partitions'));
  perform make_response_partition('survey_responses_early',
    format('from (minvalue) to (%L)', uuid7_floor('2025-01-01 00:00Z')));
  for year in 2025..last_year loop
    perform make_response_partition('survey_responses_' || year, format('from (%L) to (%L)',
      uuid7_floor(make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC')),
      uuid7_floor(make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC'))));
  end loop;
  return (select count(*) from pg_inherits where inhparent = 'app.survey_responses'::regclass);
end $$;

-- The same for the interviews that phones send.
create function make_submission_partitions() returns void
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
declare
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('make_submission_partitions'));
  for year in 2026..extract(year from now() at time zone 'UTC')::int + 1 loop
    name := 'field_submissions_' || year;
    continue when to_regclass('app.' || quote_ident(name)) is not null;
    execute format('create table app.%I partition of app.field_submissions for values from (%L) to (%L)', name,
      uuid7_floor(make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC')),
      uuid7_floor(make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC')));
  end loop;
end $$;
revoke execute on function make_response_partition, make_response_partitions, make_submission_partitions from public;
grant execute on function make_response_partitions, make_submission_partitions to baseline_app;

select make_response_partitions();
select make_submission_partitions();
