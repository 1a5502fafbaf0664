-- Adds the positions of districts and villages, whose names the map shows. They are a rollup like the other
-- counts, so that no request reads the responses for them.

-- Separate the interleaved bits of a cell: its column and its row at zoom 24.
create function cell_column(cell bigint) returns bigint
  language plpgsql immutable parallel safe
as $$
declare
  x bigint := cell & x'5555555555555555'::bigint;
begin
  x := (x | (x >> 1)) & x'3333333333333333'::bigint;
  x := (x | (x >> 2)) & x'0F0F0F0F0F0F0F0F'::bigint;
  x := (x | (x >> 4)) & x'00FF00FF00FF00FF'::bigint;
  x := (x | (x >> 8)) & x'0000FFFF0000FFFF'::bigint;
  return (x | (x >> 16)) & x'00000000FFFFFFFF'::bigint;
end $$;
create function cell_row(cell bigint) returns bigint
  language sql immutable parallel safe
  return cell_column(cell >> 1);

-- One row per name, survey and map square with responses: squares of 40 km (zoom 10) for districts, of 5 km
-- (zoom 13) for villages. A name is placed in the square with the largest number of its responses, at their
-- mean position, so that a few wrong positions, for example from phones without a GPS fix, do not move it.
create table response_localities (
  kind text not null check (kind in ('district', 'village')),
  cell bigint not null,
  -- Folded; empty if the responses of a village have no district.
  district text not null,
  -- Folded; empty for a district.
  village text not null,
  survey_id uuid not null,
  n int not null,
  -- Sums of the columns and rows at zoom 24.
  x bigint not null,
  y bigint not null,
  primary key (kind, cell, district, village, survey_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index response_localities_name_idx on response_localities (kind, district, village);

-- The localities that a response counts towards. No other place defines this.
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

-- Excludes the pending deltas: the next fold adds them.
insert into response_localities
select of.kind, of.square, of.district, of.village, survey_id, sum(n),
  sum(n * cell_column(r.cell)), sum(n * cell_row(r.cell))
from (
  select survey_id, cell, district_name_folded as district, village_folded as village, 1 as n from survey_responses
  union all
  select survey_id, cell, district, village, -n from response_deltas
) r, response_localities_of(r.cell, r.district, r.village) of
group by 1, 2, 3, 4, 5 having sum(n) <> 0;

grant select, insert, update, delete on response_localities to baseline_app;
grant select on response_localities_again to baseline_app;
