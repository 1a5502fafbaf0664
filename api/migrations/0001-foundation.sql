-- Users of the back office. The identity service stores their credentials.
create table users (
  id uuid primary key default uuidv7(),
  authentication_uid text constraint users_authentication_uid_key unique,
  email text not null constraint users_email_key unique check (email = lower(email) and length(email) <= 255),
  first_name text check (length(first_name) <= 80),
  last_name text check (length(last_name) <= 175),
  full_name text generated always as (nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')) stored,
  phone_number text check (length(phone_number) <= 24),
  disabled boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table user_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('manager', 'supervisor', 'monitor', 'enumerator')),
  primary key (user_id, role)
);
create index user_roles_role_idx on user_roles (role, user_id);

-- Holds exactly one row: the settings of the installation.
create table settings (
  only_row boolean primary key default true check (only_row),
  theme text not null default 'default',
  version int not null default 1,
  updated_at timestamptz not null default now()
);
insert into settings default values;

create table audit_log (
  id uuid primary key default uuidv7(),
  timestamp timestamptz not null default clock_timestamp(),
  created_by_id uuid,
  created_by_email text not null,
  entity_name text not null,
  entity_id text not null,
  action text not null,
  "values" jsonb not null
);
create index audit_log_timestamp_idx on audit_log (timestamp, id);
create index audit_log_created_by_email_idx on audit_log (created_by_email, id);
create index audit_log_created_by_email_trgm_idx on audit_log using gin (created_by_email gin_trgm_ops);
create index audit_log_entity_idx on audit_log (entity_name, id);
create index audit_log_action_idx on audit_log (action, id);
create index audit_log_entity_id_idx on audit_log (entity_id, id);

-- Idempotency keys with the response to the first POST: a retry returns it and does not run again.
create table idempotency_keys (
  caller text not null,
  key text not null,
  request_hash bytea not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

create table rate_limits (
  subject text not null,
  window_start timestamptz not null,
  hits int not null,
  primary key (subject, window_start)
);

grant select, insert, update on users, settings to baseline_app;
grant select, insert, delete on user_roles to baseline_app;
grant select, insert, update, delete on idempotency_keys, rate_limits to baseline_app;
-- Append-only: the application can neither update nor delete audit entries.
grant select, insert on audit_log to baseline_app;
