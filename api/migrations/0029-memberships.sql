-- Links a user to their user details, so that the user's team is known.
alter table users add user_details_id uuid unique references user_details on delete set null;

-- The responses that a user may read. A user without a row is not limited.
create table memberships (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- Null means every survey. A survey with a membership cannot be deleted: without the row, the user would
  -- not be limited.
  survey_id uuid references surveys,
  -- Null means every district.
  districts text[] check (cardinality(districts) between 1 and 100),
  -- Only responses of the user's team.
  own_team boolean not null default false,
  constraint memberships_one_limit_check check (not (own_team and districts is not null)),
  constraint memberships_survey_key unique nulls not distinct (user_id, survey_id)
);
create index memberships_survey_id_idx on memberships (survey_id);
grant select, insert, delete on memberships to baseline_app;

-- Finds the responses of a team.
create index survey_responses_investigator_id_idx on survey_responses (investigator_id)
  where investigator_id is not null;
create index survey_responses_supervisor_id_idx on survey_responses (supervisor_id) where supervisor_id is not null;
