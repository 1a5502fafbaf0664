-- Contribution of each response to the figures of its enumerator, as of its last check. Responses in progress, rejected ones,
-- and those without a start or an enumerator have no row. The worker subtracts it when the response changes.
create table enumerator_facts (
  response_id uuid primary key,
  survey_id uuid not null,
  -- Folded names; an empty text without a district.
  investigator text not null,
  district text not null,
  -- Day of the start in the time zone of the survey.
  day date not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Duration; null without an end, and for an interview without consent, which is short for a good reason.
  minutes int,
  -- Shown questions, and those without an answer.
  asked int not null,
  missing int not null,
  -- Answers to questions that offer the choice, and answers with it.
  dont_know_asked int not null,
  dont_know int not null,
  refused_asked int not null,
  refused int not null,
  other_asked int not null,
  other int not null,
  -- 1 if the form measures the location; 1 if it is missing.
  location_asked int not null,
  no_location int not null,
  -- Answers to questions that open further ones, and answers that open none.
  filter_asked int not null,
  filter_no int not null,
  consent_asked int not null,
  consent_refused int not null,
  -- Numbers by question.
  numbers jsonb not null
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
create index enumerator_facts_day_idx on enumerator_facts (survey_id, investigator, day);

-- Rollup: the work of an enumerator in a district on a day.
create table enumerator_days (
  survey_id uuid not null,
  day date not null,
  investigator text not null,
  district text not null,
  interviews int not null,
  -- In ascending order, for medians.
  durations int[] not null,
  first_start timestamptz not null,
  last_end timestamptz,
  asked int not null,
  missing int not null,
  dont_know_asked int not null,
  dont_know int not null,
  refused_asked int not null,
  refused int not null,
  other_asked int not null,
  other int not null,
  location_asked int not null,
  no_location int not null,
  filter_asked int not null,
  filter_no int not null,
  consent_asked int not null,
  consent_refused int not null,
  primary key (survey_id, day, investigator, district)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- Rollup: the numbers that an enumerator recorded. Sums are exact, so that a changed answer can be subtracted.
create table enumerator_values (
  survey_id uuid not null,
  question text not null,
  investigator text not null,
  district text not null,
  n bigint not null,
  total numeric not null,
  squares numeric not null,
  -- Whole numbers by their last digit, from 0 to 9.
  last_digits int[] not null,
  -- Number of whole numbers from 23 to 62, and how many of them end in 0 or 5, for Whipple's index of ages.
  ages bigint not null,
  round_ages bigint not null,
  primary key (survey_id, question, investigator, district)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- When the rules that compare enumerators were last applied to a survey.
create table enumerator_checks (
  survey_id uuid primary key,
  -- Figures changed since then.
  is_stale boolean not null default true,
  checked_at timestamptz
);

-- Differences between enumerators that the rules found.
create table enumerator_flags (
  survey_id uuid not null,
  investigator text not null,
  rule text not null check (length(rule) <= 8),
  condition text not null check (length(condition) <= 40),
  -- Key of the question; an empty text if the finding is about no single question.
  question text not null default '' check (length(question) <= 255),
  severity text not null check (severity in ('info', 'warn', 'error')),
  evidence jsonb not null,
  detected_at timestamptz not null default now(),
  -- When the rule no longer found it; null while it does.
  until timestamptz,
  primary key (survey_id, investigator, rule, condition, question)
) with (fillfactor = 80);
create index enumerator_flags_rule_idx on enumerator_flags (survey_id, rule, detected_at);

grant select, insert, update, delete on enumerator_facts, enumerator_days, enumerator_values, enumerator_checks,
  enumerator_flags to baseline_app;

-- Includes the severity, so that the open flags of many people are counted without the table.
drop index response_flags_investigator_idx;
create index response_flags_investigator_idx on response_flags (survey_id, investigator, state, severity);
