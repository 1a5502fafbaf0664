-- Phones that send interviews. A phone has no session: the token in its URL identifies it.
create table field_devices (
  id uuid primary key default uuidv7(),
  label text not null check (length(label) between 1 and 255),
  -- The enumerator who uses the phone; null for a phone without a fixed person.
  user_details_id uuid constraint field_devices_user_details_id_fkey references user_details on delete set null,
  -- SHA-256 of the token: the token itself is shown once and not stored.
  token_hash bytea not null constraint field_devices_token_hash_key unique check (length(token_hash) = 32),
  -- Null means every survey.
  surveys uuid[] check (cardinality(surveys) between 1 and 100),
  state text not null generated always as (case when revoked_at is null then 'active' else 'revoked' end) stored,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  revoked_at timestamptz,
  last_seen_at timestamptz,
  -- The version of the app that the phone reported last.
  last_version text check (length(last_version) <= 100),
  label_folded text not null generated always as (folded(label)) stored
);
alter table field_devices alter label_folded set statistics 2000;
create index field_devices_label_idx on field_devices (label_folded nulls first, id);
create index field_devices_state_idx on field_devices (state nulls first, id);
create index field_devices_created_at_idx on field_devices (created_at nulls first, id);
create index field_devices_last_seen_at_idx on field_devices (last_seen_at nulls first, id);
create index field_devices_last_version_idx on field_devices (last_version nulls first, id);
create index field_devices_user_details_id_idx on field_devices (user_details_id);
create index field_devices_label_trgm_idx on field_devices using gin (label_folded public.gin_trgm_ops);

-- The phones that used a token, by the id that ODK Collect sends. More than one means that it was copied.
create table field_device_ids (
  device_id uuid not null references field_devices on delete cascade,
  odk_device_id text not null check (length(odk_device_id) between 1 and 255),
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  primary key (device_id, odk_device_id)
);

grant select, insert, update on field_devices to baseline_app;
grant select, insert, update, delete on field_device_ids to baseline_app;
