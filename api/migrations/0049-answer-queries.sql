-- Queries of reviewers about one answer of a response. They are deleted together with the response.
create table answer_queries (
  id uuid primary key default uuidv7(),
  response_id uuid not null,
  survey_id uuid not null references surveys,
  -- Path of the answer: `head`, or `members.0.age`.
  question text not null check (length(question) between 1 and 255),
  state text not null default 'open' check (state in ('open', 'answered', 'closed', 'withdrawn')),
  opened_by uuid references users,
  assigned_to uuid references users,
  opened_at timestamptz not null default now(),
  due_at timestamptz not null,
  version int not null default 1
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
create index answer_queries_response_idx on answer_queries (response_id);
create index answer_queries_opened_by_idx on answer_queries (opened_by, opened_at nulls first, id);
create index answer_queries_assigned_to_idx on answer_queries (assigned_to, opened_at nulls first, id);
create index answer_queries_survey_idx on answer_queries (survey_id, opened_at nulls first, id);
create index answer_queries_opened_at_idx on answer_queries (opened_at nulls first, id);
-- Most lists show only the open queries, of which there are few.
create index answer_queries_open_idx on answer_queries (opened_at nulls first, id) where state in ('open', 'answered');

-- The texts of a query, and each change of its state, oldest first.
create table answer_query_messages (
  id uuid primary key default uuidv7(),
  query_id uuid not null references answer_queries on delete cascade,
  action text not null check (action in ('open', 'ask', 'answer', 'close', 'withdraw', 'reopen', 'accept')),
  text text check (length(text) <= 2000),
  -- The proposed answer as `{"value": …}`, in which null removes the answer; null without a proposal.
  proposal jsonb check (length(proposal::text) <= 20000),
  accepted_at timestamptz,
  created_by_id uuid references users,
  created_by_email text not null,
  created_at timestamptz not null default now()
);
create index answer_query_messages_query_idx on answer_query_messages (query_id, id);

grant select, insert, update, delete on answer_queries, answer_query_messages to baseline_app;
