-- How responses of a survey are reviewed. A survey without a row has the defaults of the product.
create table review_settings (
  survey_id uuid primary key references surveys,
  -- Working hours from the receipt to the first decision.
  due_hours int not null default 48 check (due_hours between 1 and 2000),
  -- Share of the responses without flags that are reviewed; null to review all responses.
  sample_percent double precision check (sample_percent between 0 and 100),
  -- Minimum number of reviewed responses of each enumerator in a week.
  sample_minimum int not null default 0 check (sample_minimum between 0 and 1000),
  -- Key of the draw. Never shown: a person who knows it can tell which responses are reviewed.
  seed bytea not null check (length(seed) = 32)
);

alter table review_queue
  add due_at timestamptz not null default now(),
  -- Whether the policy of the survey selects the response for a review.
  add is_selected boolean not null default true,
  -- The reviewer whom a manager chose.
  add reviewer_id uuid,
  -- The reviewer who has the response on the screen, until the claim expires.
  add claimed_by uuid,
  add claimed_at timestamptz,
  add claimed_until timestamptz;

-- Indexes of the selected responses, in the order of the queue: no other response is read.
drop index review_queue_survey_idx, review_queue_score_idx, review_queue_investigator_id_idx,
  review_queue_supervisor_id_idx;
create index review_queue_score_idx on review_queue (score desc, received_at, response_id) where is_selected;
create index review_queue_survey_idx on review_queue (survey_id, score desc, received_at, response_id) where is_selected;
create index review_queue_district_idx on review_queue (district, score desc, received_at, response_id)
  where is_selected;
create index review_queue_investigator_id_idx
  on review_queue (investigator_id, score desc, received_at, response_id) where is_selected;
create index review_queue_supervisor_id_idx
  on review_queue (supervisor_id, score desc, received_at, response_id) include (investigator_id) where is_selected;
create index review_queue_reviewer_idx on review_queue (reviewer_id, score desc, received_at, response_id)
  where reviewer_id is not null;
create index review_queue_claimed_idx on review_queue (claimed_by) where claimed_by is not null;
create index review_queue_due_idx on review_queue (due_at, score desc, received_at, response_id) where is_selected;
create index review_queue_unselected_idx on review_queue (score desc, received_at, response_id) where not is_selected;

grant select, insert, update on review_settings to baseline_app;
