-- A part of a Survey Id that reaches across a hyphen is looked for by what stands around it: its words alone are so common
-- that hundreds of thousands of responses had to be looked at.
create function display_id_words(folded text) returns text[]
  language plpgsql immutable parallel safe
as $$
declare
  words text[] := string_to_array(folded, '-');
  found text[] := words;
begin
  for n in 2..coalesce(array_length(words, 1), 0) loop
    found := found || (right(words[n - 1], 2) || '-' || left(words[n], 1))
      || (right(words[n - 1], 1) || '-' || left(words[n], 2));
  end loop;
  return found;
end $$;
-- What was written last is looked through by every search until it is sorted in: an eighth of the usual is let lie.
drop index survey_responses_display_id_words_idx, survey_responses_household_words_idx;
create index survey_responses_display_id_words_idx
  on survey_responses using gin (display_id_words(display_id_folded)) with (gin_pending_list_limit = 512);
create index survey_responses_household_words_idx
  on survey_responses using gin (string_to_array(household_name_folded, ' ')) with (gin_pending_list_limit = 512);
