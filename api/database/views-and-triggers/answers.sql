-- Returns a number if the text is one. Never fails, because a trigger calls it for every response.
create function number_in(value text) returns double precision
  language sql immutable strict parallel safe
  return case when value ~ '^-?\d{1,17}(\.\d+)?$' then left(value, 60)::double precision end;

-- Returns the values by which an answer is found and sorted. Texts are folded; codes of choices are kept, and sorted as
-- numbers if they are numbers. Returns one row, also without an answer; of several choices, one row per chosen value.
create function answer_keys(kind text, answer jsonb)
  returns table (answer_number double precision, answer_text text)
  language sql immutable parallel safe
as $$
  select case when kind in ('number', 'choice', 'choices') then number_in(value) end,
    case kind when 'number' then null when 'text' then left(folded(value), 100) else left(value, 100) end
  from (
    select answer #>> '{}' as value where kind <> 'choices'
    union all
    select jsonb_array_elements_text(answer) where kind = 'choices' and jsonb_typeof(answer) = 'array'
  ) given
$$;

-- Keep response_answers equal to the answers to the searchable questions. Triggers do this for all writers: intake,
-- edits, restores, erasures, and processes of the last release during an upgrade.
create function add_answers() returns trigger
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  insert into response_answers (question_id, response_id, answer_number, answer_text, answer_time)
  select question.id, added.id, keys.answer_number, keys.answer_text, added.start_time
  from added join searchable_questions question on question.survey_id = added.survey_id and question.state <> 'removed'
    cross join lateral answer_keys(question.kind, added."values" -> question.key) keys;
  return null;
end $$;
create function change_answers() returns trigger
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  delete from response_answers where response_id = new.id;
  insert into response_answers (question_id, response_id, answer_number, answer_text, answer_time)
  select question.id, new.id, keys.answer_number, keys.answer_text, new.start_time
  from searchable_questions question, answer_keys(question.kind, new."values" -> question.key) keys
  where question.survey_id = new.survey_id and question.state <> 'removed';
  return null;
end $$;
create function remove_answers() returns trigger
  language plpgsql set search_path = app, public, pg_temp
as $$
begin
  delete from response_answers where response_id in (select id from removed);
  return null;
end $$;

create trigger add_answers after insert on survey_responses
  referencing new table as added for each statement execute function add_answers();
create trigger change_answers after update of "values", start_time on survey_responses for each row
  when (old."values" is distinct from new."values" or old.start_time is distinct from new.start_time)
  execute function change_answers();
create trigger remove_answers after delete on survey_responses
  referencing old table as removed for each statement execute function remove_answers();

-- Fills the answers of the next responses of a survey, in the order of an index, and returns how many there were. A
-- response that moves behind this position was edited, so that a trigger has filled it. The lock makes edits wait, and
-- the next statement sees the edits that came first.
create function fill_answers(questions int[], survey uuid, batch int) returns int
  language plpgsql set search_path = app, public, pg_temp
as $$
declare
  last_time timestamptz;
  last_id uuid;
  ids uuid[];
begin
  select filled_time, coalesce(filled_id, '00000000-0000-0000-0000-000000000000') into last_time, last_id
  from searchable_questions where id = questions[1];
  if last_time is null then
    select array_agg(id), max(id::text)::uuid into ids, last_id from (
      select id from survey_responses where survey_id = survey and start_time is null and id > last_id
      order by id limit batch for share) next;
  end if;
  if ids is null then
    select array_agg(id), (array_agg(start_time order by start_time desc, id desc))[1],
      (array_agg(id order by start_time desc, id desc))[1] into ids, last_time, last_id
    from (
      select id, start_time from survey_responses
      where survey_id = survey and (start_time, id) > (coalesce(last_time, '-infinity'), case when last_time is null
        then '00000000-0000-0000-0000-000000000000' else last_id end)
      order by start_time nulls first, id limit batch for share) next;
  end if;
  if ids is null then
    update searchable_questions set state = 'ready' where id = any(questions);
    return 0;
  end if;
  delete from response_answers where response_id = any(ids) and question_id = any(questions);
  insert into response_answers (question_id, response_id, answer_number, answer_text, answer_time)
  select question.id, response.id, keys.answer_number, keys.answer_text, response.start_time
  -- The concatenation decompresses the answers once per response, not once per question.
  from (select id, start_time, "values" || '{}' as answers from survey_responses where id = any(ids) offset 0) response
    join searchable_questions question on question.id = any(questions)
    cross join lateral answer_keys(question.kind, response.answers -> question.key) keys;
  update searchable_questions
  set filled_time = last_time, filled_id = last_id, filled_rows = filled_rows + cardinality(ids)
  where id = any(questions);
  return cardinality(ids);
end $$;
