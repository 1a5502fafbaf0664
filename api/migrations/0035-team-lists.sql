-- Index-only scans count the responses of a team, and return them in the order of time or of names.
drop index survey_responses_investigator_id_idx;
create index survey_responses_investigator_id_idx on survey_responses (investigator_id, start_time nulls first, id)
  include (investigator_name_folded, supervisor_name_folded) where investigator_id is not null;
drop index survey_responses_supervisor_id_idx;
create index survey_responses_supervisor_id_idx on survey_responses (supervisor_id, start_time nulls first, id)
  include (investigator_id, investigator_name_folded, supervisor_name_folded) where supervisor_id is not null;
