-- Returns a person and everyone below them; null without a person. A cycle of managers ends the search.
create function team_of(person uuid) returns uuid[]
  language sql stable set search_path = app, pg_temp
as $$
  with recursive team as (
    select id from user_details where id = person
    union
    select below.id from user_details below join team on below.manager_id = team.id
  )
  select array_agg(id) from team
$$;
