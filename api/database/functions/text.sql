-- Generated columns and indexes store the results of these functions. If a change alters a result, add a
-- migration that writes these columns and rebuilds these indexes.

-- Folds text for search and sorting: removes case and accents, so that "joao" finds João. Declared immutable,
-- which generated columns require. This is safe because the dictionary is named and does not change. ASCII
-- text needs only lower(), which is four times as fast. Not strict, because PostgreSQL would not inline a
-- strict function with this body.
create or replace function folded(value text) returns text
  language sql immutable parallel safe
  return case when octet_length(value) = length(value) then lower(value)
    else lower(public.unaccent('public.unaccent'::regdictionary, normalize(value))) end;

-- Returns a LIKE pattern. From three characters on it matches anywhere in the text, which the trigram indexes
-- support; a shorter text matches as a prefix. Folds before escaping, because folding can turn a lookalike
-- character into a wildcard.
create or replace function search_pattern(value text) returns text
  language sql immutable strict parallel safe
  return case when length(folded(value)) >= 3 then '%' else '' end
    || replace(replace(replace(folded(value), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- Returns the words of a Survey Id and the three characters around each hyphen, for searches across a hyphen:
-- the words alone are so common that hundreds of thousands of responses had to be checked.
create or replace function display_id_words(folded text) returns text[]
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

-- Returns a LIKE pattern for texts that begin with this one.
create or replace function prefix_pattern(value text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(left(folded(value), 100), '\', '\\'), '%', '\%'), '_', '\_') || '%';
