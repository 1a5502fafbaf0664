-- Months from closing a survey to the removal of its personal data; null keeps them.
alter table surveys
  add retention_months int check (retention_months between 1 and 600),
  add closed_at timestamptz,
  add anonymised_at timestamptz;
update surveys set closed_at = updated_at where status = 'closed';

create table erasures (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('household', 'person', 'survey')),
  state text not null default 'START' check (state in ('START', 'SUCCESS', 'FAILED')),
  response_ids uuid[] not null default '{}',
  user_id uuid,
  user_details_id uuid,
  survey_id uuid,
  reason text not null check (length(reason) between 3 and 500),
  report jsonb not null default '{}',
  -- Names and addresses of a person, or the salt of pseudonyms: only while the erasure runs.
  texts text[] not null default '{}',
  -- The last response of the survey that was processed.
  position uuid,
  created_by_id uuid,
  created_by_email text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index erasures_running_idx on erasures (id) where state <> 'SUCCESS';

-- Names of erased responses that may still be in the dictionary of names. The job of the erasure removes them.
create table erased_names (
  kind text not null,
  folded text not null,
  primary key (kind, folded)
);

-- Files of erased data, and files that were created to hand data over.
create table files_to_remove (
  key text primary key,
  due_at timestamptz not null default now()
);

grant select, insert, update on erasures to baseline_app;
grant select, insert, delete on erased_names to baseline_app;
grant select, insert, update, delete on files_to_remove to baseline_app;
grant delete on response_names to baseline_app;

-- ANALYZE keeps the old statistics of a table that has become empty, and with them names. Therefore these tables
-- have no statistics. response_deltas is created again, because only that removes the statistics that it has.
alter table erased_names alter folded set statistics 0;
alter table erasures alter texts set statistics 0;
alter table response_deltas rename to old_response_deltas;
create table response_deltas (like old_response_deltas including all);
insert into response_deltas select * from old_response_deltas;
drop table old_response_deltas;
alter table response_deltas
  alter investigator set statistics 0,
  alter mobile_number set statistics 0,
  alter supervisor set statistics 0,
  alter district set statistics 0,
  alter village set statistics 0,
  alter village_type set statistics 0,
  alter village_category set statistics 0;
grant select, insert, delete on response_deltas to baseline_app;
