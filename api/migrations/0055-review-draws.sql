alter table review_settings add version int not null default 1;

-- Which responses of a survey with samples are reviewed, and why. A row stays after the review.
create table review_draws (
  response_id uuid primary key,
  survey_id uuid not null,
  -- Hash of the folded name of the enumerator: the count of a week does not need the name.
  investigator_hash int not null,
  -- Monday of the week of the receipt.
  week date not null,
  -- Null if the response is not selected.
  reason text check (reason in ('flagged', 'random', 'minimum', 'again')),
  drawn_at timestamptz not null default now()
);
create index review_draws_week_idx on review_draws (survey_id, investigator_hash, week) where reason is not null;

grant select, insert, update, delete on review_draws to baseline_app;
