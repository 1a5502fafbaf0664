-- Questions of a survey by which its responses are found. `state`: the worker fills the answers of existing responses,
-- and deletes the answers to a removed question.
create table searchable_questions (
  id int generated always as identity primary key,
  survey_id uuid not null references surveys,
  key text not null,
  kind text not null check (kind in ('text', 'number', 'date', 'time', 'dateTime', 'choice', 'choices')),
  position int not null,
  state text not null default 'filling' check (state in ('filling', 'ready', 'removed')),
  -- The worker starts when all transactions have ended that may not have seen this change.
  changed_in xid8 not null default pg_current_xact_id(),
  -- Start time and id of the last response that was filled. Responses without a start time come first.
  filled_time timestamptz,
  filled_id uuid,
  filled_rows int not null default 0
);
create unique index searchable_questions_key on searchable_questions (survey_id, key) where state <> 'removed';

-- One row per response and question; for several choices, one row per chosen value. The columns have other
-- names than the columns of the responses, so that a join needs no prefixes. The collation "C" serves
-- searches by prefix.
create table response_answers (
  question_id int not null,
  response_id uuid not null,
  answer_number double precision,
  answer_text text collate "C",
  answer_time timestamptz
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
-- Serves the filters and the order of a question, and the default order of the responses with one value.
create index response_answers_value_idx on response_answers (question_id, answer_number nulls first,
  answer_text nulls first, answer_time nulls first, response_id);
create index response_answers_response_id_idx on response_answers (response_id, question_id);
create statistics response_answers_values (mcv) on question_id, answer_text from response_answers;

grant select, insert, update, delete on searchable_questions, response_answers to baseline_app;
