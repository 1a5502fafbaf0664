-- Adds the names of the responses that were stored before the dictionary had such names.
with batch as (
  select max(id::text) as last, count(*) as rows
  from (select id from survey_responses where id > coalesce($1, '00000000-0000-0000-0000-000000000000')::uuid
    order by id limit 10000) next
)
select last as position, rows, record_stored_names(coalesce($1, '00000000-0000-0000-0000-000000000000')::uuid, last::uuid)
from batch where last is not null;
