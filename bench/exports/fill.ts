import pg from 'pg'

import type { SurveyDefinition } from '../../contract/src/surveys/master.ts'
import { toggleTriggers } from '../../scripts/seed/upkeep.ts'

const question = (key: string, type: 'text' | 'integer' | 'number') => ({
  kind: 'question' as const,
  key,
  type,
  labels: { en: `Question ${key}` },
  required: false,
  personal: false,
})

/** 15 questions; with the 15 fixed columns of every response sheet, 30 columns. */
const definition: SurveyDefinition = {
  formId: 'export_bench',
  label: 'Exports',
  formVersion: null,
  timeZone: null,
  languages: ['en'],
  defaultLanguage: 'en',
  choices: {},
  items: [
    ...['t1', 't2', 't3', 't4', 't5', 't6'].map((key) => question(key, 'text')),
    ...['n1', 'n2', 'n3', 'n4', 'n5', 'n6'].map((key) => question(key, 'integer')),
    ...['d1', 'd2', 'd3'].map((key) => question(key, 'number')),
  ],
}

const insert = `
  insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, survey_date, start_time,
    end_time, email, investigator_name, supervisor_name, district_name, village, village_type, village_category,
    latitude, longitude, "values")
  select $1, 1, 'Exports', lpad(n::text, 12, '0'), (array['submitted', 'verified', 'approved'])[1 + n % 3],
    date '2025-01-01' + (n % 700)::int, timestamptz '2025-01-01 08:00Z' + n * interval '37 seconds',
    timestamptz '2025-01-01 08:45Z' + n * interval '37 seconds', 'person' || n % 97 || '@example.org',
    (array['Rosa Conde', 'Ana Sitoe', 'Sita Devi', 'Maria Machava'])[1 + n % 4] || ' ' || n % 1009,
    'Rui Macamo ' || n % 101, 'District ' || n / $4, 'Aldeia ' || md5(n::text), 'rural', 'A', n % 90, n % 180,
    jsonb_build_object('t1', md5((n * 3)::text), 't2', 'नमस्ते दुनिया ' || n, 't3', '=HYPERLINK("http://x.example/' || n || '")',
      't4', 'João & Filhos <' || n || '>', 't5', '00' || n, 't6', md5((n * 7)::text),
      'n1', n, 'n2', n % 7, 'n3', n % 113, 'n4', n * 3, 'n5', n % 2, 'n6', 1000000 - n,
      'd1', n / 4.0, 'd2', (n % 1000) / 8.0, 'd3', n * 1.5)
  from generate_series($2::bigint, $3::bigint) n`

const batch = 50_000

export interface FillOptions {
  count: number
  /** Rows per district. */
  perDistrict: number
  /**
   * Creates the indexes. Lists need them; an export of the whole table does not, and loading is much faster
   * without.
   */
  indexes: boolean
}

/** Fills one survey of 30 columns with exactly `count` responses, and returns the id of the survey. */
export const fill = async (
  ownerUrl: string,
  { count, perDistrict, indexes }: FillOptions,
): Promise<string> => {
  const options = '-c search_path=app,public -c synchronous_commit=off -c maintenance_work_mem=512MB'
  const client = new pg.Client({ connectionString: ownerUrl, options })
  await client.connect()
  try {
    const inserted = await client.query<{ id: string }>(
      `insert into surveys (form_id, label, status) values ('export_bench', 'Exports', 'open')
       on conflict (form_id) do update set label = 'Exports' returning id`,
    )
    const id = inserted.rows[0]?.id ?? ''
    await client.query(
      'insert into survey_versions (survey_id, version, definition) values ($1, 1, $2) on conflict do nothing',
      [id, JSON.stringify(definition)],
    )
    await client.query('insert into survey_totals (survey_id) values ($1) on conflict do nothing', [id])
    const existing = await client.query<{ there: number; indexes: string[] }>(
      `select (select count(*)::int from survey_responses) there,
        (select coalesce(array_agg(pg_get_indexdef(indexrelid)), '{}') from pg_index
         where indrelid = 'survey_responses'::regclass and not indisprimary) indexes`,
    )
    const { there = 0, indexes: definitions = [] } = existing.rows[0] ?? {}
    // Deletes the surplus of an earlier, larger run. The numbers have twelve digits, so their text order is
    // their order.
    if (there > count)
      await client.query(`delete from survey_responses where display_id > lpad($1::text, 12, '0')`, [count])
    if (there >= count) return id
    const names = await client.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
       where indrelid = 'survey_responses'::regclass and not indisprimary`,
    )
    for (const { name } of names.rows) await client.query(`drop index ${name}`)
    await client.query(toggleTriggers('disable'))
    // Two connections: the smallest supported machine has two cores.
    const clients = [client, new pg.Client({ connectionString: ownerUrl, options })]
    await clients[1]?.connect()
    let next = there + 1
    await Promise.all(
      clients.map(async (connection) => {
        while (next <= count) {
          const from = next
          next += batch
          await connection.query(insert, [id, from, Math.min(count, from + batch - 1), perDistrict])
        }
      }),
    )
    await clients[1]?.end()
    await client.query(toggleTriggers('enable'))
    if (indexes)
      for (const indexDefinition of definitions)
        await client.query(indexDefinition.replace(' ON ONLY ', ' ON '))
    await client.query('analyze survey_responses')
    return id
  } finally {
    await client.end()
  }
}
