-- A response sheet that is being made, or was. The file lies in the storage under `key` until `expires_at`; each attempt of
-- a worker has its own, so that one thought dead and woken up cannot write over what another has finished.
create table survey_exports (
  id uuid primary key default uuidv7(),
  status text not null default 'START' check (status in ('START', 'SUCCESS', 'FAILED')),
  survey_id uuid not null,
  survey_label text not null,
  filter jsonb not null,
  format text not null check (format in ('xlsx', 'csv', 'dta', 'sav')),
  language text not null,
  personal_data boolean not null,
  attempt int not null default 0,
  rows_read bigint not null default 0,
  rows_expected bigint,
  row_count bigint,
  key text,
  file_name text,
  file_size bigint,
  sha256 bytea check (length(sha256) = 32),
  -- The key of its text, and what that text names.
  failure jsonb,
  created_by_id uuid not null references users,
  created_by_email text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  -- Whether its file, and what failed attempts left, has been removed.
  swept boolean not null default false
);
create index survey_exports_active_idx on survey_exports (created_by_id) where status = 'START';
create index survey_exports_swept_idx on survey_exports (finished_at) where not swept;

grant select, insert, update on survey_exports to baseline_app;
