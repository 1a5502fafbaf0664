-- Returns the words of a Survey Id and the three characters around each hyphen, for searches across a hyphen:
-- the words alone are so common that hundreds of thousands of responses had to be checked.
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
-- Limits the GIN pending list to 512 kB, an eighth of the default, because every search scans the whole list.
drop index survey_responses_display_id_words_idx, survey_responses_household_words_idx;
create index survey_responses_display_id_words_idx
  on survey_responses using gin (display_id_words(display_id_folded)) with (gin_pending_list_limit = 512);
create index survey_responses_household_words_idx
  on survey_responses using gin (string_to_array(household_name_folded, ' ')) with (gin_pending_list_limit = 512);
