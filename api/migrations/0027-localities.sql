-- Adds the positions of districts and villages, whose names the map shows. They are a rollup like the other
-- counts, so that no request reads the responses for them.

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

select request_backfill('3-rebuild-rollups');

grant select, insert, update, delete on response_localities to baseline_app;
