-- Deletes the links of deleted responses for all writers. A foreign key would have to name the partition.
create function remove_duplicates() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  delete from response_duplicates where response_id in (select id from removed);
  delete from response_duplicates where duplicate_of in (select id from removed);
  return null;
end $$;

create trigger removed_duplicates after delete on survey_responses
  referencing old table as removed for each statement execute function remove_duplicates();
