-- One row per stored file. A file is only reachable through its row.
create table files (
  id uuid primary key default uuidv7(),
  folder text not null,
  key text not null constraint files_key_key unique,
  name text not null check (length(name) between 1 and 255),
  content_type text not null,
  size int not null check (size >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  survey_id uuid,
  response_id uuid,
  -- Time since when no record refers to the file; null while one does. A job deletes unused files.
  unused_since timestamptz default now(),
  created_by uuid not null references users,
  created_at timestamptz not null default now()
);
create index files_unused_since_idx on files (unused_since) where unused_since is not null;

-- A user has one avatar, and a file is the avatar of at most one user. The foreign key prevents the deletion
-- of a file in use.
alter table users add column avatar_id uuid constraint users_avatar_id_key unique references files;

grant select, insert, update, delete on files to baseline_app;
