create or replace function note_names() returns trigger
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  insert into response_names
  select distinct kind, folded
  from changed, lateral (
    values ('investigator', investigator_name_folded), ('supervisor', supervisor_name_folded),
      ('mobileNumber', investigator_mobile_number_folded), ('household', household_name_folded)
    union all select 'displayIdWord', unnest(string_to_array(display_id_folded, '-'))
    union all select 'householdWord', unnest(string_to_array(household_name_folded, ' '))) named (kind, folded)
  where folded is not null
    and not exists (select 1 from response_names known where (known.kind, known.folded) = (named.kind, named.folded))
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
