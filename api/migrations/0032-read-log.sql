-- Who read which personal data, partitioned by month: a month that is too old is dropped, not deleted row by
-- row. No foreign keys: an entry must not fail because its user or record was deleted in the meantime.
create table read_log (
  id uuid not null default uuidv7(),
  timestamp timestamptz not null default clock_timestamp(),
  user_id uuid not null,
  entity text not null,
  kind text not null check (kind in ('record', 'list', 'wholeList', 'export', 'download')),
  record_id uuid,
  filter jsonb,
  record_count int not null check (record_count > 0),
  primary key (timestamp, id)
) partition by range (timestamp);
create index read_log_user_id_idx on read_log (user_id, timestamp, id);
create index read_log_kind_idx on read_log (kind, timestamp, id);
create index read_log_record_id_idx on read_log (record_id, timestamp, id) where record_id is not null;

-- Users who read unusually many records on one day (UTC), at most once per day.
create table read_alerts (
  user_id uuid not null,
  day date not null,
  record_count int not null,
  created_at timestamptz not null default now(),
  primary key (day, user_id)
);

-- Append-only, and the database sets id and time: the application can neither hide nor back-date a read.
grant select on read_log, read_alerts to baseline_app;
grant insert (user_id, entity, kind, record_id, filter, record_count) on read_log to baseline_app;
grant insert (user_id, day, record_count) on read_alerts to baseline_app;
