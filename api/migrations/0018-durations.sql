-- Histogram of interview durations per person. The median of a person with thousands of interviews reads a
-- few dozen rows.
create table response_durations (
  dimension response_dimension not null,
  value text not null,
  survey_id uuid not null,
  minutes int not null,
  n int not null,
  primary key (dimension, value, survey_id, minutes)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

alter table response_deltas add minutes int;
select request_backfill('3-rebuild-rollups');

grant select, insert, update, delete on response_durations to baseline_app;
