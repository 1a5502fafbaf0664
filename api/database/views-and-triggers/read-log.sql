-- Creates the partitions of this month and of the next three, and drops the partitions that are older than
-- the retention. Runs as the owner of the tables (security definer), because the application may neither
-- create nor drop tables. It keeps at least three months, so that a hijacked application cannot remove its
-- traces.
create function maintain_read_log(months int) returns void
  language plpgsql security definer set search_path = app, public, pg_temp set lock_timeout = '5s'
as $$
declare
  this_month date := date_trunc('month', now() at time zone 'UTC')::date;
  first_month date := this_month - make_interval(months => greatest(months, 3));
  month date;
  partition text;
begin
  perform pg_advisory_xact_lock(hashtext('maintain_read_log'));
  for ahead in 0..3 loop
    month := this_month + make_interval(months => ahead);
    partition := 'read_log_' || to_char(month, 'YYYY_MM');
    if to_regclass('app.' || partition) is null then
      execute format('create table app.%I partition of app.read_log for values from (%L) to (%L)', partition,
        month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    end if;
  end loop;
  for partition in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'app.read_log'::regclass
      and relname collate "C" < 'read_log_' || to_char(first_month, 'YYYY_MM')
  loop
    execute format('drop table app.%I', partition);
  end loop;
  delete from read_alerts where day < first_month;
end $$;
revoke execute on function maintain_read_log from public;
grant execute on function maintain_read_log to baseline_app;

-- Here only creates partitions: no configuration keeps the log longer than ten years.
select maintain_read_log(120);
