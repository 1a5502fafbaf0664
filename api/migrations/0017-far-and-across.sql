-- Indexes also the characters around the hyphens of a Survey Id, for searches across a hyphen.
-- Limits the GIN pending list to 512 kB, an eighth of the default, because every search scans the whole list.
drop index survey_responses_display_id_words_idx, survey_responses_household_words_idx;
create index survey_responses_display_id_words_idx
  on survey_responses using gin (display_id_words(display_id_folded)) with (gin_pending_list_limit = 512);
create index survey_responses_household_words_idx
  on survey_responses using gin (string_to_array(household_name_folded, ' ')) with (gin_pending_list_limit = 512);
