-- Names the column after its meaning: the times of the interview are consistent.
alter table survey_responses rename timely to times_consistent;
alter index survey_responses_untimely_idx rename to survey_responses_times_inconsistent_idx;
