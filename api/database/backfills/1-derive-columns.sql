-- Sets `cell` and `minutes` of the responses that were stored before these columns existed. The update fires
-- the trigger that derives all such columns. Takes about nine minutes per million responses: docs/operations/install.md.
with batch as (
  select max(id::text) as last, count(*) as rows
  from (select id from survey_responses where id > coalesce($1, '00000000-0000-0000-0000-000000000000')::uuid
    order by id limit 10000) next
), derived as (
  update survey_responses set cell = null
  where id > coalesce($1, '00000000-0000-0000-0000-000000000000')::uuid and id <= (select last::uuid from batch)
)
select last as position, rows from batch;
