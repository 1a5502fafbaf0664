-- Rollup of the open flags, for the dashboard.
create table response_flag_counts (
  survey_id uuid not null,
  severity text not null,
  n bigint not null,
  primary key (survey_id, severity)
);
create table response_flag_deltas (
  survey_id uuid not null,
  severity text not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
insert into response_flag_counts (survey_id, severity, n)
  select survey_id, severity, count(*) from response_flags where state = 'open' group by 1, 2;

grant select, insert, update, delete on response_flag_counts, response_flag_deltas to baseline_app;
