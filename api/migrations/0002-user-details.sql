-- Staff and enumerators. A manager is another row of this table; manager_name is a copy of the name.
create table user_details (
  id uuid primary key default uuidv7(),
  first_name text not null check (length(first_name) <= 255),
  last_name text check (length(last_name) <= 255),
  mobile_number text check (length(mobile_number) <= 255),
  manager_id uuid constraint user_details_manager_id_fkey references user_details,
  manager_name text check (length(manager_name) <= 511),
  onboarding_date date,
  gender text not null check (gender in ('male', 'female')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  first_name_folded text not null generated always as (folded(first_name)) stored,
  last_name_folded text generated always as (folded(last_name)) stored,
  full_name_folded text not null generated always as (folded(first_name || coalesce(' ' || last_name, ''))) stored,
  mobile_number_folded text generated always as (folded(mobile_number)) stored,
  manager_name_folded text generated always as (folded(manager_name)) stored,
  constraint user_details_own_manager_check check (manager_id <> id)
);
alter table user_details
  alter first_name_folded set statistics 2000,
  alter last_name_folded set statistics 2000,
  alter full_name_folded set statistics 2000,
  alter mobile_number_folded set statistics 2000,
  alter manager_name_folded set statistics 2000;
-- Nulls sort as the smallest value, so each index serves both directions.
create index user_details_first_name_idx on user_details (first_name_folded nulls first, id);
create index user_details_last_name_idx on user_details (last_name_folded nulls first, id);
create index user_details_full_name_idx on user_details (full_name_folded nulls first, id);
create index user_details_mobile_number_idx on user_details (mobile_number_folded nulls first, id);
create index user_details_manager_name_idx on user_details (manager_name_folded nulls first, id);
create index user_details_onboarding_date_idx on user_details (onboarding_date nulls first, id);
create index user_details_gender_idx on user_details (gender nulls first, id);
create index user_details_created_at_idx on user_details (created_at nulls first, id);
create index user_details_manager_id_idx on user_details (manager_id);
create index user_details_first_name_trgm_idx on user_details using gin (first_name_folded public.gin_trgm_ops);
create index user_details_last_name_trgm_idx on user_details using gin (last_name_folded public.gin_trgm_ops);
create index user_details_full_name_trgm_idx on user_details using gin (full_name_folded public.gin_trgm_ops);
create index user_details_mobile_number_trgm_idx on user_details using gin (mobile_number_folded public.gin_trgm_ops);
create index user_details_manager_name_trgm_idx on user_details using gin (manager_name_folded public.gin_trgm_ops);

-- Hashes of imported file rows, unique per entity. A separate table, so that the tables of the entities can
-- be partitioned.
create table import_hashes (
  entity text not null,
  hash bytea not null check (length(hash) = 32),
  row_id uuid not null default uuidv7(),
  primary key (entity, hash)
);
create index import_hashes_row_id_idx on import_hashes (row_id);

-- The list of users has the same search, filters and sort orders.
alter table users
  add column full_name_folded text generated always as
    (folded(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''))) stored,
  add column phone_number_folded text generated always as (folded(phone_number)) stored,
  add column status text not null generated always as (case when disabled then 'disabled' else 'enabled' end) stored;
alter table users
  alter full_name_folded set statistics 2000,
  alter phone_number_folded set statistics 2000,
  alter email set statistics 2000;
create index users_full_name_idx on users (full_name_folded nulls first, id);
create index users_email_idx on users (email nulls first, id);
create index users_phone_number_idx on users (phone_number_folded nulls first, id);
create index users_status_idx on users (status nulls first, id);
create index users_created_at_idx on users (created_at nulls first, id);
create index users_full_name_trgm_idx on users using gin (full_name_folded public.gin_trgm_ops);
create index users_email_trgm_idx on users using gin (email public.gin_trgm_ops);
create index users_phone_number_trgm_idx on users using gin (phone_number_folded public.gin_trgm_ops);

grant select, insert, update, delete on user_details to baseline_app;
grant select, insert, delete on import_hashes to baseline_app;
