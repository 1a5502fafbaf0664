-- Makes the migration runner run a file of `backfills` from its first batch, after the migrations.
create or replace function request_backfill(backfill text) returns void
  language sql set search_path = app, pg_temp
as $$
  insert into pending_backfills (name) values (backfill)
  on conflict (name) do update set position = null;
$$;
