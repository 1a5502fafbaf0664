-- Partitioned by the time of receipt, which is part of the id and which no user can edit. The primary key is
-- the id alone, so other unique values are enforced by separate tables. No foreign keys: surveys and their
-- versions are never deleted, the deletion of a person must not scan a hundred million rows, and a check per
-- row would halve the insert rate.
create table survey_responses (
  id uuid primary key default uuidv7(),
  survey_id uuid not null,
  survey_version int not null,
  survey_label text not null,
  display_id text not null check (length(display_id) <= 64),
  status text not null check (status in
    ('inProgress', 'submitted', 'onHold', 'returned', 'resubmitted', 'verified', 'approved', 'rejected')),
  survey_date date,
  start_time timestamptz,
  start_offset_minutes int,
  orig_time timestamptz,
  end_time timestamptz,
  user_id uuid,
  email text,
  investigator_id uuid,
  investigator_name text not null check (length(investigator_name) <= 255),
  investigator_email text check (length(investigator_email) <= 255),
  investigator_mobile_number text check (length(investigator_mobile_number) <= 21845),
  supervisor_id uuid,
  supervisor_name text not null check (length(supervisor_name) <= 255),
  district_name text check (length(district_name) <= 255),
  village text check (length(village) <= 255),
  village_type text check (length(village_type) <= 255),
  village_category text check (length(village_category) <= 255),
  household_name text check (length(household_name) <= 255),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy double precision,
  photo_links text[] not null default '{}',
  "values" jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  display_id_folded text not null generated always as (folded(display_id)) stored,
  investigator_name_folded text not null generated always as (folded(investigator_name)) stored,
  investigator_mobile_number_folded text generated always as (folded(investigator_mobile_number)) stored,
  supervisor_name_folded text not null generated always as (folded(supervisor_name)) stored,
  district_name_folded text generated always as (folded(district_name)) stored,
  village_folded text generated always as (folded(village)) stored,
  village_type_folded text generated always as (folded(village_type)) stored,
  village_category_folded text generated always as (folded(village_category)) stored,
  household_name_folded text generated always as (folded(household_name)) stored
) partition by range (id);

-- Nulls sort as the smallest value, so each index serves both directions.
create index survey_responses_display_id_idx on survey_responses (display_id_folded nulls first, id);
create index survey_responses_investigator_name_idx on survey_responses (investigator_name_folded nulls first, id);
create index survey_responses_supervisor_name_idx on survey_responses (supervisor_name_folded nulls first, id);
create index survey_responses_survey_date_idx on survey_responses (survey_date nulls first, id);
create index survey_responses_start_time_idx on survey_responses (start_time nulls first, id);
create index survey_responses_end_time_idx on survey_responses (end_time nulls first, id);
create index survey_responses_status_idx on survey_responses (status nulls first, id);
create index survey_responses_district_name_idx on survey_responses (district_name_folded nulls first, id);
create index survey_responses_village_idx on survey_responses (village_folded nulls first, id);
create index survey_responses_village_type_idx on survey_responses (village_type_folded nulls first, id);
create index survey_responses_village_category_idx on survey_responses (village_category_folded nulls first, id);
create index survey_responses_household_name_idx on survey_responses (household_name_folded nulls first, id);
create index survey_responses_created_at_idx on survey_responses (created_at nulls first, id);
-- Serves lists of one survey in the default order.
create index survey_responses_survey_id_idx on survey_responses (survey_id, start_time nulls first, id);
create index survey_responses_display_id_trgm_idx on survey_responses using gin (display_id_folded public.gin_trgm_ops);
create index survey_responses_investigator_mobile_number_trgm_idx
  on survey_responses using gin (investigator_mobile_number_folded public.gin_trgm_ops);
create index survey_responses_household_name_trgm_idx
  on survey_responses using gin (household_name_folded public.gin_trgm_ops);

-- Makes Survey Ids unique within a survey, across partitions.
create table display_ids (
  survey_id uuid not null,
  display_id text not null,
  response_id uuid not null,
  constraint display_ids_pkey primary key (survey_id, display_id)
);

create table response_comments (
  id uuid primary key default uuidv7(),
  survey_id uuid not null,
  response_id uuid not null,
  comment text not null check (length(comment) between 1 and 2000),
  -- The status that the response was set to with this comment; null if it was not changed.
  status text,
  created_by_id uuid,
  created_by_email text not null,
  created_at timestamptz not null default now()
);
create index response_comments_response_id_idx on response_comments (response_id, id);

-- Bulk reviews. response_status_items holds the responses still to review; each row is deleted in the
-- transaction that reviews it.
create table response_status_jobs (
  id uuid primary key default uuidv7(),
  state text not null default 'START' check (state in ('START', 'SUCCESS', 'FAILED')),
  target text not null,
  comment text,
  count int not null,
  changed int not null default 0,
  skipped jsonb not null default '{}',
  created_by_id uuid not null references users,
  created_by_email text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create table response_status_items (
  job_id uuid not null references response_status_jobs,
  response_id uuid not null,
  primary key (job_id, response_id)
);

-- Photos: the question that a photo answers (null: photo of the response as a whole), its position, and its
-- thumbnail.
alter table files
  add column question text,
  add column position int not null default 0,
  add column thumbnail_key text;
create index files_response_id_idx on files (response_id, position) where response_id is not null;

-- Dictionary of all names of enumerators and supervisors that any response ever had. It has a few thousand
-- rows, so a substring search is fast. Searches find the full names here, then the responses by full name.
create table response_names (
  kind text not null check (kind in ('investigator', 'supervisor')),
  folded text not null,
  primary key (kind, folded)
);
create index response_names_trgm_idx on response_names using gin (folded public.gin_trgm_ops);

-- Changes of the response count, one row per survey and statement: appending avoids contention on a counter.
-- A job sums the rows.
create table survey_total_deltas (
  id bigint generated always as identity primary key,
  survey_id uuid not null,
  gained int not null,
  last_response_at timestamptz
);

grant select, insert, update, delete on survey_responses, display_ids, response_comments to baseline_app;
grant select, insert, update, delete on response_status_jobs, response_status_items to baseline_app;
grant select, insert, delete on survey_total_deltas to baseline_app;
grant select, insert on response_names to baseline_app;
