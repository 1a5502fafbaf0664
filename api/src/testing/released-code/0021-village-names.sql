create or replace function note_names() returns trigger
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  insert into response_names (kind, folded, label)
  select distinct on (kind, folded) kind, folded, label
  from changed, lateral (
    values ('investigator', investigator_name_folded, investigator_name),
      ('supervisor', supervisor_name_folded, supervisor_name), ('district', district_name_folded, district_name),
      ('village', village_folded, village), ('villageType', village_type_folded, village_type),
      ('villageCategory', village_category_folded, village_category),
      ('mobileNumber', investigator_mobile_number_folded, null), ('household', household_name_folded, null)
    union all select 'displayIdWord', unnest(string_to_array(display_id_folded, '-')), null
    union all select 'householdWord', unnest(string_to_array(household_name_folded, ' ')), null)
    named (kind, folded, label)
  where folded is not null
    and not exists (select 1 from response_names known where (known.kind, known.folded) = (named.kind, named.folded))
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
