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

-- Returns the entries of a response in the dictionary of names; `label` is the name as written. No other
-- place defines this.
create function response_name_entries(investigator text, investigator_label text, supervisor text, supervisor_label text,
    district text, district_label text, village text, village_label text, village_type text, village_type_label text,
    village_category text, village_category_label text, mobile_number text, household text, display_id text)
  returns table (kind text, folded text, label text)
  language sql stable parallel safe
  begin atomic
    select * from (
      values ('investigator', investigator, investigator_label), ('supervisor', supervisor, supervisor_label),
        ('district', district, district_label), ('village', village, village_label),
        ('villageType', village_type, village_type_label), ('villageCategory', village_category, village_category_label),
        ('mobileNumber', mobile_number, null), ('household', household, null)
      union all select 'displayIdWord', unnest(string_to_array(display_id, '-')), null
      union all select 'householdWord', unnest(string_to_array(household, ' ')), null) named (kind, folded, label)
    where folded is not null;
  end;

-- Adds the names of changed responses to the dictionary. Inserts in a fixed order, to avoid deadlocks.
create function record_names() returns trigger
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  insert into response_names (kind, folded, label)
  select distinct on (kind, folded) kind, folded, label
  from changed r, response_name_entries(investigator_name_folded, investigator_name, supervisor_name_folded,
    supervisor_name, district_name_folded, district_name, village_folded, village, village_type_folded, village_type,
    village_category_folded, village_category, investigator_mobile_number_folded, household_name_folded,
    display_id_folded) named
  where not exists (select 1 from response_names known where (known.kind, known.folded) = (named.kind, named.folded))
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger record_added_names after insert on survey_responses
  referencing new table as changed for each statement execute function record_names();
create trigger record_changed_names after update on survey_responses
  referencing new table as changed for each statement execute function record_names();

-- Adds the names of stored responses to the dictionary: of all, or of a range of ids. Also adds missing labels.
create function record_stored_names(after uuid default '00000000-0000-0000-0000-000000000000',
    up_to uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  returns void
  language sql set search_path = app, public, pg_temp
  begin atomic
    insert into response_names as known (kind, folded, label)
    select named.kind, named.folded, min(named.label)
    from survey_responses r, response_name_entries(investigator_name_folded, investigator_name, supervisor_name_folded,
      supervisor_name, district_name_folded, district_name, village_folded, r.village, village_type_folded,
      r.village_type, village_category_folded, r.village_category, investigator_mobile_number_folded,
      household_name_folded, display_id_folded) named
    where id > after and id <= up_to
    group by 1, 2
    order by 1, 2
    on conflict (kind, folded) do update set label = excluded.label
      where known.label is null and excluded.label is not null;
  end;
revoke execute on function record_stored_names from public;

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
revoke execute on function make_response_partition, make_response_partitions from public;
grant execute on function make_response_partitions to baseline_app;

select make_response_partitions();

-- Functions that name the rollup rows of a response, and the views on the rollups. `_recomputed` computes a
-- rollup from the responses: slow, only used to build and verify it. `_live` adds the deltas that are not
-- folded yet.

-- Returns the dimensions and values that a response counts towards. No other place defines this.
create function response_dimensions(survey_date date, investigator text, mobile_number text, supervisor text, district text,
    village text, village_type text, village_category text)
  returns table (dimension response_dimension, value text)
  language sql stable parallel safe
  begin atomic
    select * from (values ('all'::response_dimension, ''), ('surveyDate', survey_date::text), ('investigator', investigator),
      ('mobileNumber', mobile_number), ('supervisor', supervisor), ('district', district), ('village', village),
      ('villageType', village_type), ('villageCategory', village_category)) dimensions (dimension, value)
    where value is not null;
  end;

create view response_counts_recomputed as
  select dimensions.dimension, dimensions.value, survey_id, status, count(*) n
  from survey_responses r, response_dimensions(r.survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded) dimensions
  group by 1, 2, 3, 4;

create view response_counts_live as
  select dimension, value, survey_id, status, n from response_counts
  union all
  select dimensions.dimension, dimensions.value, survey_id, status, n
  from response_deltas d, response_dimensions(survey_date, investigator, mobile_number, supervisor, district, d.village,
    d.village_type, d.village_category) dimensions;

-- Returns the spans that a response counts towards. No other place defines this.
create function response_spans(dimension response_dimension, survey_date date) returns table (span text, begins date)
  language sql stable parallel safe
  begin atomic
    select spans.span, spans.begins
    from (values ('day', survey_date), ('month', date_trunc('month', survey_date::timestamp)::date),
      ('ever', '-infinity')) spans (span, begins)
    where spans.begins is not null
      and (dimension in ('all', 'investigator', 'supervisor', 'district', 'villageType', 'villageCategory')
          and spans.span = 'day'
        or dimension = 'investigator');
  end;

create view response_days_recomputed as
  select dimensions.dimension, spans.span, spans.begins, dimensions.value, survey_id,
    count(*)::int received, (count(*) filter (where is_done(status)))::int done,
    (count(*) filter (where status = 'returned'))::int returned
  from survey_responses r, response_dimensions(r.survey_date, investigator_name_folded, null, supervisor_name_folded,
    district_name_folded, null, village_type_folded, village_category_folded) dimensions,
    response_spans(dimensions.dimension, r.survey_date) spans
  group by 1, 2, 3, 4, 5;

-- Current number of responses per enumerator: one row per survey, where response_counts has one per status.
create view response_enumerators_live as
  select value, survey_id, received as n from response_days
  where dimension = 'investigator' and span = 'ever' and begins = '-infinity'
  union all
  select investigator, survey_id, n from response_deltas;

-- Returns the larger map squares that a response counts towards. No other place defines this.
create function response_squares(cell bigint) returns table (level smallint, square bigint)
  language sql stable parallel safe
  begin atomic
    select levels.level::smallint, cell >> 2 * (24 - levels.level) from (values (13), (16)) levels (level)
    where cell is not null;
  end;

create view response_cells_recomputed as
  select squares.level, squares.square as cell, survey_id, coalesce(district_name_folded, '') district, status,
    count(*)::int n
  from survey_responses r, response_squares(r.cell) squares
  group by 1, 2, 3, 4, 5;

create view response_places_recomputed as
  select coalesce(district_name_folded, '') district, coalesce(village_type_folded, '') village_type,
    coalesce(village_category_folded, '') village_category, survey_id, status, count(*) n
  from survey_responses group by 1, 2, 3, 4, 5;

create view response_places_live as
  select district, village_type, village_category, survey_id, status, n from response_places
  union all
  select coalesce(district, ''), coalesce(village_type, ''), coalesce(village_category, ''), survey_id, status, n
  from response_deltas;

-- Returns the people whose durations a response counts towards. No other place defines this.
create function response_people(investigator text, supervisor text)
  returns table (dimension response_dimension, value text)
  language sql stable parallel safe
  begin atomic
    select * from (values ('investigator'::response_dimension, investigator), ('supervisor', supervisor))
      people (dimension, value);
  end;

create view response_durations_recomputed as
  select people.dimension, people.value, survey_id, minutes, count(*)::int n
  from survey_responses r, response_people(investigator_name_folded, supervisor_name_folded) people
  where minutes is not null
  group by 1, 2, 3, 4;

-- Returns the localities that a response counts towards. No other place defines this.
create function response_localities_of(at bigint, district_name text, village_name text)
  returns table (kind text, square bigint, district text, village text)
  language sql stable parallel safe
  begin atomic
    select 'district', at >> 28, district_name, '' where at is not null and district_name is not null
    union all
    select 'village', at >> 22, coalesce(district_name, ''), village_name where at is not null and village_name is not null;
  end;

create view response_localities_recomputed as
  select localities.kind, localities.square as cell, localities.district, localities.village, survey_id, count(*)::int n,
    sum(cell_column(r.cell))::bigint x, sum(cell_row(r.cell))::bigint y
  from survey_responses r, response_localities_of(r.cell, district_name_folded, village_folded) localities
  group by 1, 2, 3, 4, 5;

-- Builds all rollups from the responses, which is faster than folding a delta per response. The responses of
-- the pending deltas are included, so the deltas are removed first. This also makes writers wait: they append
-- to response_deltas, which TRUNCATE locks.
create function rebuild_response_rollups() returns void
  language plpgsql set search_path = app, pg_temp
as $$
begin
  truncate response_deltas, response_counts, response_days, response_cells, response_places, response_durations,
    response_localities;
  insert into response_counts (dimension, value, survey_id, status, n)
  select dimension, value, survey_id, status, n from response_counts_recomputed;
  -- In the order of the primary key: the dashboard reads ranges of it.
  insert into response_days (dimension, span, begins, value, survey_id, received, done, returned)
  select dimension, span, begins, value, survey_id, received, done, returned from response_days_recomputed
  order by dimension, span, begins, value;
  insert into response_cells (level, cell, survey_id, district, status, n)
  select level, cell, survey_id, district, status, n from response_cells_recomputed;
  insert into response_places (district, village_type, village_category, survey_id, status, n)
  select district, village_type, village_category, survey_id, status, n from response_places_recomputed;
  insert into response_durations (dimension, value, survey_id, minutes, n)
  select dimension, value, survey_id, minutes, n from response_durations_recomputed;
  insert into response_localities (kind, cell, district, village, survey_id, n, x, y)
  select kind, cell, district, village, survey_id, n, x, y from response_localities_recomputed;
  update response_folds set as_of = now();
  update survey_totals t set response_count =
      (select coalesce(sum(n), 0) from response_counts c where dimension = 'all' and c.survey_id = t.survey_id),
    last_response_at = greatest(last_response_at,
      (select max(created_at) from survey_responses r where r.survey_id = t.survey_id));
end $$;
revoke execute on function rebuild_response_rollups from public;

grant select on response_counts_live, response_places_live, response_enumerators_live, response_counts_recomputed,
  response_days_recomputed, response_cells_recomputed, response_places_recomputed, response_durations_recomputed,
  response_localities_recomputed to baseline_app;
