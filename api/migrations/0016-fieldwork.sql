-- Rollups for the dashboard and the map: by day, by person and by place. Maintained like response_counts.

-- Returns the Web Mercator square at zoom 24 that contains a position, as a Z-order (Morton) number: the bits
-- of both coordinates are interleaved, so that every larger square, and every map tile, is one range of
-- numbers.
create function cell_at(latitude double precision, longitude double precision) returns bigint
  language plpgsql immutable parallel safe
as $$
declare
  side constant double precision := 16777216;
  -- Web Mercator ends at this latitude.
  lat constant double precision := radians(greatest(-85.05112877980659, least(85.05112877980659, latitude)));
  x bigint;
  y bigint;
begin
  if latitude is null or longitude is null then return null; end if;
  x := greatest(0, least(side - 1, floor((longitude + 180) / 360 * side)))::bigint;
  y := greatest(0, least(side - 1, floor((1 - ln(tan(lat) + 1 / cos(lat)) / pi()) / 2 * side)))::bigint;
  x := (x | (x << 16)) & x'0000FFFF0000FFFF'::bigint;
  y := (y | (y << 16)) & x'0000FFFF0000FFFF'::bigint;
  x := (x | (x << 8)) & x'00FF00FF00FF00FF'::bigint;
  y := (y | (y << 8)) & x'00FF00FF00FF00FF'::bigint;
  x := (x | (x << 4)) & x'0F0F0F0F0F0F0F0F'::bigint;
  y := (y | (y << 4)) & x'0F0F0F0F0F0F0F0F'::bigint;
  x := (x | (x << 2)) & x'3333333333333333'::bigint;
  y := (y | (y << 2)) & x'3333333333333333'::bigint;
  x := (x | (x << 1)) & x'5555555555555555'::bigint;
  y := (y | (y << 1)) & x'5555555555555555'::bigint;
  return x | (y << 1);
end $$;

-- `minutes` is the duration in whole minutes, if both times are known and in order.
alter table survey_responses add cell bigint, add minutes int;

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

alter table survey_responses disable trigger count_changed, disable trigger note_changed;
update survey_responses set cell = null;
alter table survey_responses enable trigger count_changed, enable trigger note_changed;

-- Cover the median duration of one person: an index-only scan.
drop index survey_responses_investigator_name_idx, survey_responses_supervisor_name_idx;
create index survey_responses_investigator_name_idx
  on survey_responses (investigator_name_folded nulls first, start_time nulls first, id)
  include (survey_id, survey_date, minutes);
create index survey_responses_supervisor_name_idx
  on survey_responses (supervisor_name_folded nulls first, start_time nulls first, id)
  include (survey_id, survey_date, minutes);
-- Covers map tiles at high zoom: an index-only scan.
create index survey_responses_cell_idx on survey_responses (cell) include (survey_id, status, district_name_folded)
  where cell is not null;
-- Find the responses of one enumerator.
create index survey_responses_user_id_idx on survey_responses (user_id) where user_id is not null;
create index survey_responses_investigator_email_idx on survey_responses (investigator_email)
  where investigator_email is not null;

-- `label` is the name as first written; comparisons use `folded`.
alter table response_names add label text;
alter table response_names drop constraint response_names_kind_check;
alter table response_names add constraint response_names_kind_check check (kind in ('investigator', 'supervisor',
  'mobileNumber', 'displayIdWord', 'household', 'householdWord', 'district', 'villageType', 'villageCategory'));
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
insert into response_names (kind, folded, label)
select distinct on (kind, folded) kind, folded, label
from survey_responses, lateral (
  values ('investigator', investigator_name_folded, investigator_name),
    ('supervisor', supervisor_name_folded, supervisor_name), ('district', district_name_folded, district_name),
    ('villageType', village_type_folded, village_type), ('villageCategory', village_category_folded, village_category))
  named (kind, folded, label)
where folded is not null
on conflict (kind, folded) do update set label = excluded.label;

-- Whether a status counts towards a target. Must match `doneStatuses` of the contract.
create function is_done(status text) returns boolean
  language sql immutable parallel safe
  return status in ('submitted', 'resubmitted', 'onHold', 'verified', 'approved');

-- Rollup by day. Enumerators, of which there are many, also have rows by month and in total, so that the sum
-- over any range reads few rows.
create table response_days (
  dimension response_dimension not null,
  span text not null check (span in ('day', 'month', 'ever')),
  -- First day of the span; -infinity for `ever`, which includes responses without a date.
  begins date not null,
  value text not null,
  survey_id uuid not null,
  received int not null,
  done int not null,
  returned int not null,
  primary key (dimension, span, begins, value, survey_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

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

-- Rollup by map square: about 5 km wide (zoom 13) for low zooms, about 600 m (zoom 16) for higher zooms.
create table response_cells (
  level smallint not null,
  cell bigint not null,
  survey_id uuid not null,
  district text not null,
  status text not null,
  n int not null,
  primary key (level, cell, survey_id, district, status)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

create function response_levels(cell bigint) returns table (level smallint, larger bigint)
  language sql stable parallel safe
  begin atomic
    select of.level::smallint, cell >> 2 * (24 - of.level) from (values (13), (16)) of (level) where cell is not null;
  end;

create view response_cells_again as
  select of.level, of.larger as cell, survey_id, coalesce(district_name_folded, '') district, status, count(*)::int n
  from survey_responses r, response_levels(r.cell) of
  group by 1, 2, 3, 4, 5;

-- Rollup by the combination of district, village type and village category: a count by all three sums few
-- rows.
create table response_places (
  district text not null,
  village_type text not null,
  village_category text not null,
  survey_id uuid not null,
  status text not null,
  n bigint not null,
  primary key (district, village_type, village_category, survey_id, status)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

create view response_places_again as
  select coalesce(district_name_folded, '') district, coalesce(village_type_folded, '') village_type,
    coalesce(village_category_folded, '') village_category, survey_id, status, count(*) n
  from survey_responses group by 1, 2, 3, 4, 5;

-- Current counts: the rollup and the deltas that are not folded yet.
create view response_places_now as
  select district, village_type, village_category, survey_id, status, n from response_places
  union all
  select coalesce(district, ''), coalesce(village_type, ''), coalesce(village_category, ''), survey_id, status, n
  from response_deltas;

-- Time of the last fold of response_deltas into the rollups.
create table response_folds (as_of timestamptz not null);
insert into response_folds values (now());

alter table response_deltas add cell bigint;
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
-- Sums the old rows as -1 and the new rows as 1, so that unchanged keys cancel out.
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

-- The rebuilt counts include the pending deltas, which would otherwise count twice.
delete from response_deltas;
truncate response_counts;
insert into response_counts select * from response_counts_again;
update survey_totals t set response_count =
    (select coalesce(sum(n), 0) from response_counts c where dimension = 'all' and c.survey_id = t.survey_id),
  last_response_at = greatest(last_response_at,
    (select max(created_at) from survey_responses r where r.survey_id = t.survey_id));
insert into response_days select * from response_days_again;
insert into response_cells select * from response_cells_again;
insert into response_places select * from response_places_again;

-- Target number of responses of a survey: in total (empty district) or per district.
create table survey_targets (
  survey_id uuid not null references surveys,
  district text not null,
  district_folded text not null generated always as (folded(district)) stored,
  target int not null check (target > 0),
  primary key (survey_id, district_folded)
);
alter table surveys add targets_version int not null default 1;

grant select, insert, update, delete on response_days, response_cells, response_places to baseline_app;
grant select, update on response_folds to baseline_app;
grant select on response_days_again, response_cells_again, response_places_again, response_places_now to baseline_app;
grant select, insert, delete on survey_targets to baseline_app;
