-- Returns the entries of a response in the dictionary of names; `label` is the name as written. No other
-- place defines this.
create function response_name_entries(investigator text, investigator_label text, supervisor text, supervisor_label text,
    district text, district_label text, village text, village_label text, village_type text, village_type_label text,
    village_category text, village_category_label text, mobile_number text, household text, display_id text)
  returns table (kind text, folded text, label text)
  language sql stable parallel safe
  begin atomic
    select * from (
      values ('investigator', investigator, investigator_label), ('supervisor', supervisor, supervisor_label),
        ('district', district, district_label), ('village', village, village_label),
        ('villageType', village_type, village_type_label), ('villageCategory', village_category, village_category_label),
        ('mobileNumber', mobile_number, null), ('household', household, null)
      union all select 'displayIdWord', unnest(string_to_array(display_id, '-')), null
      union all select 'householdWord', unnest(string_to_array(household, ' ')), null) named (kind, folded, label)
    where folded is not null;
  end;

-- Adds the names of changed responses to the dictionary. Inserts in a fixed order, to avoid deadlocks.
create function record_names() returns trigger
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  insert into response_names (kind, folded, label)
  select distinct on (kind, folded) kind, folded, label
  from changed r, response_name_entries(investigator_name_folded, investigator_name, supervisor_name_folded,
    supervisor_name, district_name_folded, district_name, village_folded, village, village_type_folded, village_type,
    village_category_folded, village_category, investigator_mobile_number_folded, household_name_folded,
    display_id_folded) named
  where not exists (select 1 from response_names known where (known.kind, known.folded) = (named.kind, named.folded))
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger record_added_names after insert on survey_responses
  referencing new table as changed for each statement execute function record_names();
create trigger record_changed_names after update on survey_responses
  referencing new table as changed for each statement execute function record_names();

-- Adds the names of stored responses to the dictionary: of all, or of a range of ids. Also adds missing labels.
create function record_stored_names(after uuid default '00000000-0000-0000-0000-000000000000',
    up_to uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  returns void
  language sql set search_path = app, public, pg_temp
  begin atomic
    insert into response_names as known (kind, folded, label)
    select named.kind, named.folded, min(named.label)
    from survey_responses r, response_name_entries(investigator_name_folded, investigator_name, supervisor_name_folded,
      supervisor_name, district_name_folded, district_name, village_folded, r.village, village_type_folded,
      r.village_type, village_category_folded, r.village_category, investigator_mobile_number_folded,
      household_name_folded, display_id_folded) named
    where id > after and id <= up_to
    group by 1, 2
    order by 1, 2
    on conflict (kind, folded) do update set label = excluded.label
      where known.label is null and excluded.label is not null;
  end;
revoke execute on function record_stored_names from public;
