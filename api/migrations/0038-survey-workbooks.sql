-- The user who loaded the version; null for a command of the operator.
alter table survey_versions add created_by uuid references users;
-- Warnings of the reader, with their cells.
alter table survey_versions add warnings jsonb not null default '[]';

-- Facts of the questionnaire for lists, which otherwise would read the whole definition.
alter table survey_versions
  add time_zone text generated always as (definition ->> 'timeZone') stored,
  add languages jsonb not null generated always as (coalesce(definition -> 'languages', '[]')) stored,
  add question_count int not null generated always as (jsonb_array_length(jsonb_path_query_array(
    definition, 'strict $.items.** ? (@.kind == "question" && @.type != "note")', '{}', true))) stored;

-- The files that a version was loaded from: a workbook and its lists. They never change.
create table survey_files (
  survey_id uuid not null,
  version int not null,
  kind text not null check (kind in ('workbook', 'list')),
  name text not null check (length(name) between 1 and 255),
  content bytea not null,
  primary key (survey_id, version, kind, name),
  foreign key (survey_id, version) references survey_versions
);
create unique index survey_files_workbook_key on survey_files (survey_id, version) where kind = 'workbook';
grant select, insert on survey_files to baseline_app;

-- Counts the changes of the settings and the status.
alter table surveys add settings_version int not null default 1;
alter table surveys add form_id_folded text not null generated always as (folded(form_id)) stored;
create index surveys_form_id_idx on surveys (form_id_folded nulls first, id);
create index surveys_updated_at_idx on surveys (updated_at nulls first, id);
