-- Changes of surveys to the rules of data quality. A rule without a row has the defaults of the product.
create table check_rules (
  survey_id uuid not null references surveys,
  rule text not null check (length(rule) <= 8),
  is_active boolean not null,
  -- Replaces the severity of all conditions of the rule; null for the defaults.
  severity text check (severity in ('info', 'warn', 'error')),
  parameters jsonb not null default '{}',
  version int not null default 1,
  -- A change that waits for its trial and its activation, with the result of the trial.
  draft jsonb,
  trial jsonb,
  updated_at timestamptz not null default now(),
  primary key (survey_id, rule)
);

-- Evidence that a response needs attention, with the decision of a reviewer. Not partitioned: with 15 flags per 100
-- responses it has the size of one column of the responses.
create table response_flags (
  response_id uuid not null,
  rule text not null check (length(rule) <= 8),
  -- Path of the answer; an empty text for the whole response.
  question text not null default '' check (length(question) <= 255),
  survey_id uuid not null,
  -- Folded name of the enumerator, as in the rollups.
  investigator text not null,
  condition text not null check (length(condition) <= 40),
  severity text not null check (severity in ('info', 'warn', 'error')),
  state text not null default 'open' check (state in ('open', 'confirmed', 'waived', 'fixed', 'withdrawn')),
  evidence jsonb not null,
  evidence_hash text not null check (length(evidence_hash) <= 64),
  rule_version int not null,
  detected_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  reason text check (reason in ('respondentConfirmed', 'knownException', 'ruleWrong', 'other')),
  comment text check (length(comment) <= 2000),
  primary key (response_id, rule, question)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
create index response_flags_survey_idx on response_flags (survey_id, rule, state, response_id);
create index response_flags_rule_idx on response_flags (rule, state, detected_at);
create index response_flags_investigator_idx on response_flags (survey_id, investigator, state);
create index response_flags_decided_idx on response_flags (survey_id, investigator, decided_at) where decided_at is not null;

-- Responses that changed and that the worker checks next. A response can have several rows.
create table check_queue (
  id bigint generated always as identity primary key,
  response_id uuid not null,
  survey_id uuid not null,
  enqueued_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The responses that wait for a review, with their risk. The worker adds and removes them.
create table review_queue (
  response_id uuid primary key,
  survey_id uuid not null,
  investigator text not null,
  investigator_id uuid,
  supervisor_id uuid,
  district text,
  -- Points of the open flags, before the limit of 100.
  flag_points int not null,
  -- Points for the confirmed flags of the enumerator.
  investigator_points int not null,
  score smallint not null generated always as (least(100, flag_points + investigator_points)) stored,
  received_at timestamptz not null
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
create index review_queue_survey_idx on review_queue (survey_id, score desc, received_at, response_id);
create index review_queue_score_idx on review_queue (score desc, received_at, response_id);
create index review_queue_investigator_idx on review_queue (survey_id, investigator);
create index review_queue_investigator_id_idx on review_queue (investigator_id, score desc, received_at)
  where investigator_id is not null;
create index review_queue_supervisor_id_idx on review_queue (supervisor_id, score desc, received_at)
  where supervisor_id is not null;

grant select, insert, update on check_rules to baseline_app;
grant select, insert, update, delete on response_flags, check_queue, review_queue to baseline_app;
