create function make_response_partition(name text, bounds text) returns void
  language plpgsql set search_path = app, public, pg_temp
as $$
declare
  searched text;
begin
  if to_regclass('app.' || quote_ident(name)) is not null then return; end if;
  execute format('create table app.%I partition of app.survey_responses for values %s', name, bounds);
  foreach searched in array array['display_id_folded', 'investigator_name_folded',
    'investigator_mobile_number_folded', 'supervisor_name_folded', 'household_name_folded', 'village_folded',
    'district_name_folded'] loop
    execute format('alter table app.%I alter %I set statistics 2000', name, searched);
  end loop;
end $$;
create function make_response_partitions() returns int
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
declare
  last_year int := extract(year from now() at time zone 'UTC')::int + 1;
begin
  perform pg_advisory_xact_lock(hashtext('make_response_partitions'));
  perform make_response_partition('survey_responses_early',
    format('from (minvalue) to (%L)', uuid7_floor('2025-01-01 00:00Z')));
  for year in 2025..last_year loop
    perform make_response_partition('survey_responses_' || year, format('from (%L) to (%L)',
      uuid7_floor(make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC')),
      uuid7_floor(make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC'))));
  end loop;
  return (select count(*) from pg_inherits where inhparent = 'app.survey_responses'::regclass);
end $$;
revoke execute on function make_response_partition, make_response_partitions from public;
grant execute on function make_response_partitions to baseline_app;
create function count_responses() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into survey_total_deltas (survey_id, gained, last_response_at)
    select survey_id, count(*), max(created_at) from changed group by survey_id;
  else
    insert into survey_total_deltas (survey_id, gained) select survey_id, -count(*) from changed group by survey_id;
  end if;
  return null;
end $$;
create function note_names() returns trigger
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  insert into response_names
  select distinct kind, folded
  from changed, lateral (values ('investigator', investigator_name_folded), ('supervisor', supervisor_name_folded))
    named (kind, folded)
  where not exists (select 1 from response_names known where (known.kind, known.folded) = (named.kind, named.folded))
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger note_added after insert on survey_responses
  referencing new table as changed for each statement execute function note_names();
create trigger note_changed after update on survey_responses
  referencing new table as changed for each statement execute function note_names();
create trigger count_added after insert on survey_responses
  referencing new table as changed for each statement execute function count_responses();
create trigger count_removed after delete on survey_responses
  referencing old table as changed for each statement execute function count_responses();
