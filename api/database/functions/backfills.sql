-- Makes the worker run a file of `backfills` from its first batch, after the migrations.
create or replace function request_backfill(backfill text) returns void
  language sql set search_path = app, pg_temp
as $$
  insert into pending_backfills (name) values (backfill)
  on conflict (name) do update set position = null, done_rows = 0;
$$;

-- Runs the next batch of the first pending backfill, and returns its name. Returns null if no backfill is
-- pending, or if another process runs one. Stores the position in the transaction of the batch, so that a
-- crash repeats no batch. Runs only statements that the owner has stored.
create or replace function run_backfill_batch() returns text
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
declare
  pending pending_backfills;
  batch record;
begin
  if not pg_try_advisory_xact_lock(hashtext('backfill')) then
    return null;
  end if;
  select * into pending from pending_backfills where statement is not null order by name limit 1;
  if not found then
    return null;
  end if;
  execute pending.statement into batch using pending.position;
  if batch.position is null then
    delete from pending_backfills where name = pending.name;
  else
    update pending_backfills set position = batch.position, done_rows = done_rows + batch.rows where name = pending.name;
  end if;
  return pending.name;
end $$;
revoke execute on function request_backfill, run_backfill_batch from public;
grant execute on function run_backfill_batch to baseline_app;
