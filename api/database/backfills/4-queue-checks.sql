-- Queues the responses that were stored before the checks. New and changed responses are checked first.
with batch as (
  select id, survey_id from survey_responses where id > coalesce($1, '00000000-0000-0000-0000-000000000000')::uuid
  order by id limit 5000
), queued as (
  insert into check_queue (response_id, survey_id, is_recheck) select id, survey_id, true from batch
)
select max(id::text) as position, count(*) as rows from batch having count(*) > 0;
