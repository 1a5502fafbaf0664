import type pg from 'pg'

export interface Column {
  name: string
  /** As in SQL, such as `timestamp with time zone`. */
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** Whether PostgreSQL or a trigger sets the value. */
  isDerived: boolean
  /** Definition of the check constraint on this column alone. */
  check: string | null
}

interface ForeignKey {
  column: string
  target: string
  isNullable: boolean
  /** Whether at most one row refers to a row of the target. */
  isUnique: boolean
}

export interface Relation {
  name: string
  isView: boolean
  comment: string | null
  columns: Column[]
  foreignKeys: ForeignKey[]
}

export interface Catalogue {
  relations: Relation[]
  enums: { name: string; values: string[] }[]
}

/** Selects the tables and views of the application. Partitions and the records of migrations are left out. */
const selectRelations = `
  select relname as name, relkind = 'v' as "isView", obj_description(c.oid, 'pg_class') as comment,
    (
      select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
        -- The catalogue does not say whether a column of a view can be null. None of ours can.
        'isNullable', not attnotnull and relkind <> 'v',
        'hasDefault', atthasdef and attgenerated = '',
        'check', (select pg_get_constraintdef(oid) from pg_constraint
          where conrelid = c.oid and contype = 'c' and conkey = array[attnum] limit 1),
        'isDerived', attgenerated <> '' or attidentity = 'a' or attname in (
          -- The columns that a trigger assigns before an insert.
          select (regexp_matches(prosrc, 'new\\.(\\w+) :=', 'g'))[1]
          from pg_trigger t join pg_proc on pg_proc.oid = tgfoid
          where tgrelid = c.oid and tgtype & 7 = 7)) order by attnum)
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
    ) as columns,
    coalesce((
      select json_agg(json_build_object('column', attname, 'target', confrelid::regclass::text,
        'isNullable', not attnotnull,
        'isUnique', exists (select 1 from pg_index where indrelid = c.oid and indisunique and indkey::text = attnum::text))
        order by attnum)
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where conrelid = c.oid and contype = 'f'
    ), '[]') as "foreignKeys"
  from pg_class c
  where relnamespace = 'app'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
    and has_table_privilege('baseline_app', c.oid, 'select')
    and relname not in ('kysely_migration', 'code_versions', 'pending_backfills')
  order by relname`

const selectEnums = `
  select typname as name, array_agg(enumlabel::text order by enumsortorder) as values
  from pg_enum join pg_type on pg_type.oid = enumtypid where typnamespace = 'app'::regnamespace group by 1 order by 1`

/** Reads the tables, views and enums of the schema `app`. The search path of the client must include it. */
export const readCatalogue = async (client: pg.Client): Promise<Catalogue> => {
  const relations = await client.query<Relation>(selectRelations)
  const enums = await client.query<Catalogue['enums'][number]>(selectEnums)
  return { relations: relations.rows, enums: enums.rows }
}
