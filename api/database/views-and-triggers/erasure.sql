-- Erasures. The application may only read and append to the audit log, so the functions that remove content
-- from it run as the owner of the tables (security definer). They take the id of a running erasure, which has
-- a reason, and can only remove content.

-- Returns the name that replaces the name of an erased person. The same person always gets the same one.
create function erased_name(person uuid) returns text
  language sql immutable
  return 'Erased ' || right(person::text, 12);
create function erased_email(person uuid) returns text
  language sql immutable
  return 'erased-' || right(person::text, 12) || '@erased.invalid';

-- Replaces each of the texts where it is the whole value, and longer ones also within the value.
create function replace_texts(value text, texts text[], replacement text) returns text
  language plpgsql immutable set search_path = app, public, pg_temp
as $$
declare
  item text;
begin
  foreach item in array texts loop
    if folded(value) = folded(item) then return replacement; end if;
    -- A single word, such as a first name, occurs in texts about other people and things.
    if length(item) >= 5 and item ~ '[ @0-9]' then
      value := regexp_replace(value, '(?<![[:alnum:]])' || regexp_replace(item, '([^[:alnum:] ])', '\\\1', 'g')
        || '(?![[:alnum:]])', replacement, 'gi');
    end if;
  end loop;
  return value;
end $$;

create function replace_texts(value jsonb, texts text[], replacement text) returns jsonb
  language plpgsql immutable set search_path = app, public, pg_temp
as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return (select coalesce(jsonb_object_agg(name, replace_texts(item, texts, replacement)), '{}')
        from jsonb_each(value) fields (name, item));
    when 'array' then
      return (select coalesce(jsonb_agg(replace_texts(item, texts, replacement) order by position), '[]')
        from jsonb_array_elements(value) with ordinality items (item, position));
    when 'string' then return to_jsonb(replace_texts(value #>> '{}', texts, replacement));
    else return value;
  end case;
end $$;

-- Replaces the texts of a filter that contain one of these folded names, or a part of one.
create function without_names(filter jsonb, names text[]) returns jsonb
  language plpgsql immutable set search_path = app, public, pg_temp
as $$
begin
  case jsonb_typeof(filter)
    when 'object' then
      return (select coalesce(jsonb_object_agg(name, without_names(item, names)), '{}')
        from jsonb_each(filter) fields (name, item));
    when 'array' then
      return (select coalesce(jsonb_agg(without_names(item, names) order by position), '[]')
        from jsonb_array_elements(filter) with ordinality items (item, position));
    when 'string' then
      if exists (
        select from unnest(names) name
        where strpos(folded(filter #>> '{}'), name) > 0
          or length(filter #>> '{}') >= 3 and strpos(name, folded(filter #>> '{}')) > 0)
      then return '"…"'; end if;
      return filter;
    else return filter;
  end case;
end $$;

-- Returns the texts of a running erasure; raises an error for any other id.
create function running_erasure(erasure uuid) returns text[]
  language plpgsql set search_path = app, public, pg_temp
as $$
declare
  found_texts text[];
begin
  select texts into strict found_texts from erasures where id = erasure and state <> 'SUCCESS';
  return found_texts;
end $$;

-- Removes the content of the entries about these records. Keeps the content of entries that record an
-- erasure.
create function erase_audit_values(erasure uuid, entity text, ids text[]) returns int
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
declare
  changed int;
begin
  perform running_erasure(erasure);
  update audit_log set "values" = '{"before": null, "after": null}'
  where entity_name = entity and entity_id = any (ids) and action <> 'erase'
    and "values" <> '{"before": null, "after": null}';
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Replaces the name and the addresses of a person in the next entries of the audit log. Returns the last id of
-- the batch, or null at the end.
create function erase_person_in_audit_log(erasure uuid, after uuid, batch int, out last uuid, out changed int)
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
declare
  texts text[] := running_erasure(erasure);
  person uuid;
  account uuid;
begin
  select coalesce(user_details_id, user_id), user_id into person, account from erasures where id = erasure;
  select max(id::text)::uuid into last from (select id from audit_log where id > after order by id limit batch) entries;
  update audit_log
  set "values" = replace_texts("values", texts, erased_name(person)),
    created_by_email = case when created_by_id = account or created_by_email = any (texts)
      then erased_email(person) else created_by_email end
  where id > after and id <= last
    and (created_by_id = account or created_by_email = any (texts)
      or exists (select from unnest(texts) item where strpos(folded("values"::text), folded(item)) > 0));
  get diagnostics changed = row_count;
end $$;

-- Removes the Survey Id of an erased response from the comments of the entries that rejected a duplicate of it.
create function erase_original_in_audit_log(erasure uuid, duplicate text, original text) returns void
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
begin
  perform running_erasure(erasure);
  update audit_log
  set "values" = jsonb_set("values", '{after,comment}', to_jsonb(left("values" #>> '{after,comment}', -length(original)) || '…'))
  where entity_name = 'surveyResponse' and entity_id = duplicate and action = 'statusChange'
    and right("values" #>> '{after,comment}', length(original) + 1) = ' ' || original;
end $$;

-- Removes erased names from the filters that the audit log and the read log recorded.
create function erase_recorded_filters(erasure uuid, names text[]) returns void
  language plpgsql security definer set search_path = app, public, pg_temp
as $$
begin
  perform running_erasure(erasure);
  update audit_log
  set "values" = jsonb_set("values", '{after,filter}', without_names("values" #> '{after,filter}', names))
  where entity_name in ('surveyExport', 'bulkReview') and "values" #> '{after,filter}' is not null
    and without_names("values" #> '{after,filter}', names) <> "values" #> '{after,filter}';
  update read_log set filter = without_names(filter, names) where without_names(filter, names) <> filter;
end $$;
revoke execute on function running_erasure, erase_audit_values, erase_original_in_audit_log, erase_person_in_audit_log,
  erase_recorded_filters from public;
grant execute on function erase_audit_values, erase_original_in_audit_log, erase_person_in_audit_log, erase_recorded_filters
  to baseline_app;

-- Removes rollup rows of values that no response has any more.
create function remove_empty_rollups() returns void
  language sql set search_path = app, pg_temp
  begin atomic
    delete from response_counts where n = 0;
    delete from response_days where received = 0 and done = 0 and returned = 0;
    delete from response_cells where n = 0;
    delete from response_places where n = 0;
    delete from response_durations where n = 0;
    delete from response_localities where n = 0;
  end;
