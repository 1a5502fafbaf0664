-- Adds full household names to the dictionary. A search for a full name, or for a part that few names
-- contain, finds the responses by that name. A search by words was slow if every word was common.
alter table response_names drop constraint response_names_kind_check;
alter table response_names add constraint response_names_kind_check
  check (kind in ('investigator', 'supervisor', 'mobileNumber', 'displayIdWord', 'household', 'householdWord'));
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
insert into response_names
select distinct 'household', household_name_folded from survey_responses where household_name_folded is not null
on conflict do nothing;
