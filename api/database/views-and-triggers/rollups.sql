-- Functions that name the rollup rows of a response, and the views on the rollups. `_again` computes a rollup
-- from the responses: slow, only used to build and verify it. `_now` adds the deltas that are not folded yet.

-- Returns the dimensions and values that a response counts towards. No other place defines this.
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

create view response_counts_again as
  select of.dimension, of.value, survey_id, status, count(*) n
  from survey_responses r, response_dimensions(r.survey_date, investigator_name_folded, investigator_mobile_number_folded,
    supervisor_name_folded, district_name_folded, village_folded, village_type_folded, village_category_folded) of
  group by 1, 2, 3, 4;

create view response_counts_now as
  select dimension, value, survey_id, status, n from response_counts
  union all
  select of.dimension, of.value, survey_id, status, n
  from response_deltas d, response_dimensions(survey_date, investigator, mobile_number, supervisor, district, d.village,
    d.village_type, d.village_category) of;

-- Returns the spans that a response counts towards. No other place defines this.
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

-- Current number of responses per enumerator: one row per survey, where response_counts has one per status.
create view response_enumerators_now as
  select value, survey_id, received as n from response_days
  where dimension = 'investigator' and span = 'ever' and begins = '-infinity'
  union all
  select investigator, survey_id, n from response_deltas;

-- Returns the larger map squares that a response counts towards. No other place defines this.
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

-- Returns the people whose durations a response counts towards. No other place defines this.
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

-- Returns the localities that a response counts towards. No other place defines this.
create function response_localities_of(at bigint, district_name text, village_name text)
  returns table (kind text, square bigint, district text, village text)
  language sql stable parallel safe
  begin atomic
    select 'district', at >> 28, district_name, '' where at is not null and district_name is not null
    union all
    select 'village', at >> 22, coalesce(district_name, ''), village_name where at is not null and village_name is not null;
  end;

create view response_localities_again as
  select of.kind, of.square as cell, of.district, of.village, survey_id, count(*)::int n,
    sum(cell_column(r.cell))::bigint x, sum(cell_row(r.cell))::bigint y
  from survey_responses r, response_localities_of(r.cell, district_name_folded, village_folded) of
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
  select dimension, value, survey_id, status, n from response_counts_again;
  -- In the order of the primary key: the dashboard reads ranges of it.
  insert into response_days (dimension, span, begins, value, survey_id, received, done, returned)
  select dimension, span, begins, value, survey_id, received, done, returned from response_days_again
  order by dimension, span, begins, value;
  insert into response_cells (level, cell, survey_id, district, status, n)
  select level, cell, survey_id, district, status, n from response_cells_again;
  insert into response_places (district, village_type, village_category, survey_id, status, n)
  select district, village_type, village_category, survey_id, status, n from response_places_again;
  insert into response_durations (dimension, value, survey_id, minutes, n)
  select dimension, value, survey_id, minutes, n from response_durations_again;
  insert into response_localities (kind, cell, district, village, survey_id, n, x, y)
  select kind, cell, district, village, survey_id, n, x, y from response_localities_again;
  update response_folds set as_of = now();
  update survey_totals t set response_count =
      (select coalesce(sum(n), 0) from response_counts c where dimension = 'all' and c.survey_id = t.survey_id),
    last_response_at = greatest(last_response_at,
      (select max(created_at) from survey_responses r where r.survey_id = t.survey_id));
end $$;
revoke execute on function rebuild_response_rollups from public;

grant select on response_counts_now, response_places_now, response_enumerators_now, response_counts_again,
  response_days_again, response_cells_again, response_places_again, response_durations_again, response_localities_again
  to baseline_app;
