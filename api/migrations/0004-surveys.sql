-- A survey is identified by the `form_id` of its questionnaire. Loading that `form_id` again adds a version.
create table surveys (
  id uuid primary key default uuidv7(),
  form_id text not null constraint surveys_form_id_key unique check (length(form_id) between 1 and 255),
  label text not null check (length(label) between 1 and 255),
  -- Number of the latest version.
  version int not null default 1,
  status text not null default 'draft' check (status in ('draft', 'open', 'closed')),
  open_from date,
  close_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  label_folded text not null generated always as (folded(label)) stored,
  constraint surveys_dates_check check (open_from <= close_on)
);
create index surveys_label_idx on surveys (label_folded nulls first, id);
create index surveys_version_idx on surveys (version nulls first, id);
create index surveys_status_idx on surveys (status nulls first, id);
create index surveys_open_from_idx on surveys (open_from nulls first, id);
create index surveys_close_on_idx on surveys (close_on nulls first, id);
create index surveys_label_trgm_idx on surveys using gin (label_folded public.gin_trgm_ops);

-- Versions are immutable: a response refers to the version that it was answered with.
create table survey_versions (
  survey_id uuid not null references surveys,
  version int not null check (version > 0),
  definition jsonb not null,
  created_at timestamptz not null default now(),
  primary key (survey_id, version)
);

-- Response totals per survey, updated when responses are added or removed. Each survey has a row from its
-- creation.
create table survey_totals (
  survey_id uuid primary key references surveys,
  response_count int not null default 0 check (response_count >= 0),
  last_response_at timestamptz
);
create index survey_totals_response_count_idx on survey_totals (response_count nulls first, survey_id);
create index survey_totals_last_response_at_idx on survey_totals (last_response_at nulls first, survey_id);

grant select, insert, update on surveys, survey_totals to baseline_app;
grant select, insert on survey_versions to baseline_app;
