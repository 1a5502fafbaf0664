-- The rollup of the open flags. Triggers append each change, because a counter that all writers update would make them
-- wait for each other; the worker folds the changes.
create function count_added_flags() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_flag_deltas (survey_id, severity, n)
  select survey_id, severity, count(*) from added where state = 'open' group by 1, 2;
  return null;
end $$;
create function count_removed_flags() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_flag_deltas (survey_id, severity, n)
  select survey_id, severity, -count(*) from removed where state = 'open' group by 1, 2;
  return null;
end $$;
create function count_changed_flags() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  insert into response_flag_deltas (survey_id, severity, n)
  select survey_id, severity, sum(n)
  from (
    select survey_id, severity, -1 as n from removed where state = 'open'
    union all select survey_id, severity, 1 from added where state = 'open'
  ) changes
  group by 1, 2
  having sum(n) <> 0;
  return null;
end $$;

create trigger count_added_flags after insert on response_flags
  referencing new table as added for each statement execute function count_added_flags();
create trigger count_removed_flags after delete on response_flags
  referencing old table as removed for each statement execute function count_removed_flags();
create trigger count_changed_flags after update on response_flags
  referencing old table as removed new table as added for each statement execute function count_changed_flags();

create view response_flag_counts_recomputed as
  select survey_id, severity, count(*) n from response_flags where state = 'open' group by 1, 2;

create view response_flag_counts_live as
  select survey_id, severity, n from response_flag_counts
  union all
  select survey_id, severity, n from response_flag_deltas;

create function fold_flag_deltas() returns void
  language sql set search_path = app, pg_temp
as $$
  with folded as (delete from response_flag_deltas returning survey_id, severity, n)
  insert into response_flag_counts as known (survey_id, severity, n)
  select survey_id, severity, sum(n) from folded group by 1, 2
  on conflict (survey_id, severity) do update set n = known.n + excluded.n;
$$;

grant select on response_flag_counts_live, response_flag_counts_recomputed to baseline_app;
