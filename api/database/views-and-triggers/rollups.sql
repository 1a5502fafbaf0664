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

-- Folds the deltas into the rollups in one statement, so that no change is lost or counted twice. The caller holds
-- the advisory lock on the rollups.
create function fold_response_deltas() returns void
  language sql set search_path = app, pg_temp
as $$
  with taken as (delete from response_deltas returning *),
    totals as (
      update survey_totals t
      set response_count = t.response_count + gained,
        last_response_at = greatest(t.last_response_at, received_at)
      from (select survey_id, sum(n) gained, max(received_at) received_at from taken group by survey_id) summed
      where summed.survey_id = t.survey_id
    ),
    folds as (update response_folds set as_of = now()),
    cells as (
      insert into response_cells as known (level, cell, survey_id, district, status, n)
      select squares.level, squares.square, survey_id, coalesce(district, ''), status, sum(n)
      from taken, response_squares(taken.cell) squares
      group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5
      on conflict (level, cell, survey_id, district, status) do update set n = known.n + excluded.n
    ),
    places as (
      insert into response_places as known (district, village_type, village_category, survey_id, status, n)
      select coalesce(district, ''), coalesce(village_type, ''), coalesce(village_category, ''), survey_id, status, sum(n)
      from taken group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5
      on conflict (district, village_type, village_category, survey_id, status) do update set n = known.n + excluded.n
    ),
    durations as (
      insert into response_durations as known (dimension, value, survey_id, minutes, n)
      select people.dimension, people.value, survey_id, minutes, sum(n)
      from taken, response_people(investigator, supervisor) people
      where minutes is not null
      group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
      on conflict (dimension, value, survey_id, minutes) do update set n = known.n + excluded.n
    ),
    localities as (
      insert into response_localities as known (kind, cell, district, village, survey_id, n, x, y)
      select named.kind, named.square, named.district, named.village, survey_id, sum(n),
        sum(n * cell_column(taken.cell)), sum(n * cell_row(taken.cell))
      from taken, response_localities_of(taken.cell, taken.district, taken.village) named
      group by 1, 2, 3, 4, 5
      having (sum(n), sum(n * cell_column(taken.cell)), sum(n * cell_row(taken.cell))) <> (0, 0, 0)
      order by 1, 2, 3, 4, 5
      on conflict (kind, cell, district, village, survey_id) do update
        set n = known.n + excluded.n, x = known.x + excluded.x, y = known.y + excluded.y
    ),
    counted as materialized (
      select dimensions.dimension, dimensions.value, survey_id, status, survey_date, sum(n) n
      from taken, response_dimensions(survey_date, investigator, mobile_number, supervisor, district, taken.village,
        taken.village_type, taken.village_category) dimensions
      group by 1, 2, 3, 4, 5 having sum(n) <> 0
    ),
    days as (
      insert into response_days as known (dimension, span, begins, value, survey_id, received, done, returned)
      select dimension, spans.span, spans.begins, value, survey_id,
        sum(n), coalesce(sum(n) filter (where is_done(status)), 0), coalesce(sum(n) filter (where status = 'returned'), 0)
      from counted, response_spans(dimension, survey_date) spans
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (dimension, span, begins, value, survey_id) do update set received = known.received + excluded.received,
        done = known.done + excluded.done, returned = known.returned + excluded.returned
    )
  insert into response_counts as known (dimension, value, survey_id, status, n)
  select dimension, value, survey_id, status, sum(n) from counted
  group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
  on conflict (dimension, value, survey_id, status) do update set n = known.n + excluded.n;
$$;

-- Builds all rollups from the responses, which is faster than folding a delta per response. The responses of
-- the pending deltas are included, so the deltas are removed first. This also makes writers wait: they append
-- to response_deltas, which TRUNCATE locks.
-- Without Memoize: PostgreSQL would cache the dimensions of nearly every response, which took 20 times as long.
create function rebuild_response_rollups() returns void
  language plpgsql set search_path = app, pg_temp set enable_memoize = off
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
