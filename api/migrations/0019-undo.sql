-- Status changes of a bulk review, so that the same user can undo them. Rows are deleted when they are
-- undone, and swept after two days. Job ids are UUIDv7, so the sweep is a range scan of the primary key.
create table response_status_changes (
  job_id uuid not null references response_status_jobs,
  response_id uuid not null,
  display_id text not null,
  previous_status text not null,
  -- The version after the change: a response with another version has changed since.
  version int not null,
  primary key (job_id, response_id)
);

-- A bulk review is undone at most once.
create table response_undo_jobs (
  job_id uuid primary key references response_status_jobs,
  state text not null default 'START' check (state in ('START', 'SUCCESS', 'FAILED')),
  count int not null,
  reverted int not null default 0,
  skipped jsonb not null default '{}',
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create table response_undo_skips (
  job_id uuid not null references response_undo_jobs,
  response_id uuid not null,
  display_id text not null,
  reason text not null,
  primary key (job_id, response_id)
);

grant select, insert, delete on response_status_changes, response_undo_skips to baseline_app;
grant select, insert, update on response_undo_jobs to baseline_app;
