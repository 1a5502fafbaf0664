-- Adds two options: how an export names its columns, and how it writes choices. Statistics files always have
-- variable names and codes.
alter table survey_exports
  add column column_names text not null default 'labels' check (column_names in ('labels', 'variables')),
  add column answers text not null default 'labels' check (answers in ('labels', 'codes'));
update survey_exports set column_names = 'variables', answers = 'codes' where format in ('dta', 'sav');

-- Lists the exports of one user, newest first: ids are UUIDv7.
create index survey_exports_created_by_idx on survey_exports (created_by_id, id);
