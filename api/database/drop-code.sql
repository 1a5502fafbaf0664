-- Drops all views, triggers and functions of the schema, so that migrations can change the tables and that
-- renamed or removed code does not remain.
do $$
declare
  item record;
begin
  for item in select oid::regclass as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'v' loop
    execute format('drop view if exists %s cascade', item.name);
  end loop;
  for item in
    select tgname as name, tgrelid::regclass as on_table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'app'::regnamespace and not tgisinternal and tgparentid = 0
  loop
    execute format('drop trigger %I on %s', item.name, item.on_table);
  end loop;
  -- Newest first, because a function can use older ones.
  for item in select oid::regprocedure as name from pg_proc where pronamespace = 'app'::regnamespace order by oid desc loop
    begin
      execute format('drop function %s', item.name);
    exception when dependent_objects_still_exist then
      -- A column or an index uses this function: `create or replace` updates it in place.
    end;
  end loop;
end $$;
