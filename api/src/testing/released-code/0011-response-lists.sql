create or replace function note_names() returns trigger
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  insert into response_names
  select distinct kind, folded
  from changed, lateral (
    values ('investigator', investigator_name_folded), ('supervisor', supervisor_name_folded),
      ('mobileNumber', investigator_mobile_number_folded)
    union all select 'displayIdWord', unnest(string_to_array(display_id_folded, '-'))
    union all select 'householdWord', unnest(string_to_array(household_name_folded, ' '))) named (kind, folded)
  where folded is not null
    and not exists (select 1 from response_names known where (known.kind, known.folded) = (named.kind, named.folded))
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create function tune_response_partition(name text) returns void
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  execute format('alter table app.%I set (toast_tuple_target = 1024, autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)', name);
end $$;
create or replace function make_response_partition(name text, bounds text) returns void
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  if to_regclass('app.' || quote_ident(name)) is not null then return; end if;
  execute format('create table app.%I partition of app.survey_responses for values %s', name, bounds);
  perform tune_response_partition(name);
end $$;
revoke execute on function tune_response_partition from public;
