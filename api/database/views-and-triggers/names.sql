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
  select * from (
    select distinct on (kind, folded) kind, folded, label
    from changed r, response_name_entries(investigator_name_folded, investigator_name, supervisor_name_folded,
      supervisor_name, district_name_folded, district_name, village_folded, village, village_type_folded, village_type,
      village_category_folded, village_category, investigator_mobile_number_folded, household_name_folded,
      display_id_folded)
    order by 1, 2) named
  where not exists (select from response_names known where (known.kind, known.folded) = (named.kind, named.folded))
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

-- Finds a response that has this name. Words are planned one by one: some are rare, some are very common.
create function find_response_named(name_kind text, name text) returns uuid
  language plpgsql stable set search_path = app, public, pg_temp
as $$
declare
  response uuid;
begin
  case name_kind
    when 'investigator' then
      select id into response from survey_responses where investigator_name_folded = name limit 1;
    when 'supervisor' then select id into response from survey_responses where supervisor_name_folded = name limit 1;
    when 'mobileNumber' then
      select id into response from survey_responses where investigator_mobile_number_folded = name limit 1;
    when 'household' then select id into response from survey_responses where household_name_folded = name limit 1;
    when 'district' then select id into response from survey_responses where district_name_folded = name limit 1;
    when 'village' then select id into response from survey_responses where village_folded = name limit 1;
    when 'villageType' then select id into response from survey_responses where village_type_folded = name limit 1;
    when 'villageCategory' then
      select id into response from survey_responses where village_category_folded = name limit 1;
    when 'displayIdWord' then
      execute format('select id from survey_responses where display_id_folded like search_pattern(%1$L)
        and %1$L = any (string_to_array(display_id_folded, ''-'')) limit 1', name) into response;
    -- By the names of households in the dictionary, which are cleaned before their words.
    when 'householdWord' then
      execute format('select id from survey_responses where household_name_folded = (select folded from response_names
        where kind = ''household'' and folded like search_pattern(%1$L)
          and %1$L = any (string_to_array(folded, '' '')) limit 1) limit 1', name) into response;
  end case;
  return response;
end $$;

-- Adds the names of one response to the dictionary.
create function record_names_of(response uuid) returns void
  language sql set search_path = app, public, pg_temp
  begin atomic
    insert into response_names (kind, folded, label)
    select distinct on (named.kind, named.folded) named.kind, named.folded, named.label
    from survey_responses r, response_name_entries(investigator_name_folded, investigator_name, supervisor_name_folded,
      supervisor_name, district_name_folded, district_name, village_folded, r.village, village_type_folded,
      r.village_type, village_category_folded, r.village_category, investigator_mobile_number_folded,
      household_name_folded, display_id_folded) named
    where r.id = response
    on conflict do nothing;
  end;

-- Remembers the names of these responses, current and former ones, for removal from the dictionary.
create function remember_names(ids uuid[], kinds text[]) returns void
  language sql set search_path = app, public, pg_temp
  begin atomic
    insert into erased_names (kind, folded)
    select named.kind, named.folded
    from survey_responses r, response_name_entries(investigator_name_folded, null, supervisor_name_folded, null,
      district_name_folded, null, village_folded, null, village_type_folded, null, village_category_folded, null,
      investigator_mobile_number_folded, household_name_folded, display_id_folded) named
    where r.id = any (ids) and named.kind = any (kinds)
    union
    select named.kind, named.folded
    from audit_log entry, (values ('before'), ('after')) sides (side), jsonb_to_record(nullif("values" -> side, 'null'))
        as r ("investigatorName" text, "supervisorName" text, "districtName" text, village text, "villageType" text,
          "villageCategory" text, "investigatorMobileNumber" text, "householdName" text, "displayId" text),
      response_name_entries(folded("investigatorName"), null, folded("supervisorName"), null, folded("districtName"), null,
        folded(r.village), null, folded("villageType"), null, folded("villageCategory"), null,
        folded("investigatorMobileNumber"), folded("householdName"), folded("displayId")) named
    where entry.entity_name = 'surveyResponse' and entry.entity_id = any (ids::text[])
      and named.kind = any (kinds)
    on conflict do nothing;
  end;
