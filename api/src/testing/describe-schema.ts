import type pg from 'pg'

/** Describes functions, views and triggers. */
const code = `
  select oid::regprocedure::text as name, concat(pg_get_functiondef(oid), proacl) as definition
  from pg_proc where pronamespace = 'app'::regnamespace
  union all
  select oid::regclass::text, concat(pg_get_viewdef(oid), relacl)
  from pg_class where relnamespace = 'app'::regnamespace and relkind = 'v'
  union all
  select tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`

/** Describes tables with their columns, constraints and indexes. */
const tables = `
  select t.oid::regclass::text as name, concat(relacl, reloptions,
      (select string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, attgenerated,
          pg_get_expr(adbin, adrelid)), e'\\n' order by attname)
        from pg_attribute left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
        where attrelid = t.oid and attnum > 0 and not attisdropped),
      (select string_agg(pg_get_constraintdef(oid), e'\\n' order by pg_get_constraintdef(oid))
        from pg_constraint where conrelid = t.oid),
      -- PostgreSQL chooses the names of the indexes of partitions.
      (select string_agg(definition, e'\\n' order by definition)
        from pg_index, lateral (select case when relispartition
          then split_part(pg_get_indexdef(indexrelid), ' ON ', 2) else pg_get_indexdef(indexrelid) end definition) of
        where indrelid = t.oid)) as definition
  from pg_class t where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')`

/** Describes the schema of the application, so that two databases can be compared. */
export const describeSchema = async (db: pg.Client, part: 'code' | 'all'): Promise<Map<string, string>> => {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `${part === 'all' ? `${code} union all ${tables}` : code} order by 1, 2`,
  )
  return new Map(rows.map(({ name, definition }) => [name, definition]))
}
