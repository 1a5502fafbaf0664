-- Rules of data quality that managers change: drafts, trials, and responses that are checked again after a change.
alter table check_rules
  add column id uuid not null default uuidv7() unique,
  -- Increases with every change, also of the draft, for If-Match. `version` increases when other values apply.
  add column edit_version int not null default 0,
  -- Since when the values apply; null for the values of the product. Decisions since then make the precision
  -- of the rule.
  add column active_since timestamptz;

-- Figures of the rules of a survey: new flags per day, and the last decisions about each rule.
create index response_flags_detected_idx on response_flags (survey_id, detected_at, rule);
create index response_flags_precision_idx on response_flags (survey_id, rule, decided_at desc) include (reason)
  where decided_at is not null;

-- Changes of rules whose responses are not all in the check queue yet. The worker adds them in small batches: first
-- those with flags of the rule, in the order of their ids, then those received since a time, the latest first.
create table check_rechecks (
  survey_id uuid not null references surveys,
  rule text not null check (length(rule) <= 8),
  phase text not null default 'flags' check (phase in ('flags', 'received')),
  -- Null for a retired rule: only its flags matter.
  received_from timestamptz,
  position_at timestamptz not null default 'infinity',
  position_id uuid,
  requested_at timestamptz not null default now(),
  primary key (survey_id, rule)
);

grant select, insert, update, delete on check_rechecks to baseline_app;
