-- Exports, running and finished. The file is stored under `key` until `expires_at`. Each attempt of a worker
-- writes to its own key, so that a worker that was presumed dead and resumes cannot overwrite the file of
-- another.
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
  -- Message key and parameters.
  failure jsonb,
  created_by_id uuid not null references users,
  created_by_email text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  -- Whether its file and the files of failed attempts were deleted.
  swept boolean not null default false
);
create index survey_exports_active_idx on survey_exports (created_by_id) where status = 'START';
create index survey_exports_swept_idx on survey_exports (finished_at) where not swept;

grant select, insert, update on survey_exports to baseline_app;
