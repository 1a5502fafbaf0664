-- Deletes the queries of deleted responses for all writers. A foreign key would have to name the partition.
create function remove_answer_queries() returns trigger
  language plpgsql set search_path = app, pg_temp
as $$
begin
  delete from answer_queries where response_id in (select id from removed);
  return null;
end $$;

create trigger removed_answer_queries after delete on survey_responses
  referencing old table as removed for each statement execute function remove_answer_queries();
