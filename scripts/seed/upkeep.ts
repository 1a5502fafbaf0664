import type pg from 'pg'

/** Runs `work` on several connections until it returns false. */
export const runConcurrently = async (
  clients: readonly pg.Client[],
  work: (client: pg.Client) => Promise<boolean>,
) => {
  await Promise.all(
    clients.map(async (client) => {
      while (await work(client));
    }),
  )
}

/**
 * Returns the columns of an index. PostgreSQL derives the names of the partitions' indexes from them and numbers
 * equal names: two concurrent builds with equal columns would choose the same name.
 */
const columnsOf = ({ definition }: { definition: string }): string =>
  /\((.*?)\)/.exec(definition)?.[1] ?? definition

/** Statement that enables or disables the triggers that maintain counts and names. */
export const toggleTriggers = (action: 'enable' | 'disable'): string =>
  `alter table survey_responses ${action} trigger count_added, ${action} trigger record_added_names`

/**
 * Runs `work` without indexes and without the triggers that maintain counts. Rebuilds the indexes at the end,
 * also after a failure; the caller rebuilds the counts.
 */
export const withoutIndexes = async (
  client: pg.Client,
  clients: readonly pg.Client[],
  work: () => Promise<void>,
): Promise<void> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'survey_responses'::regclass and not indisprimary`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query(toggleTriggers('disable'))
  try {
    await work()
  } finally {
    await client.query(toggleTriggers('enable'))
    const groups = [...Map.groupBy(rows, columnsOf).values()]
    await runConcurrently(clients, async (connection) => {
      const group = groups.pop()
      for (const { definition } of group ?? [])
        await connection.query(definition.replace(' ON ONLY ', ' ON '))
      return group !== undefined
    })
  }
}

/** Statements that do once for all responses what the triggers would do for each. */
export const replaceTriggers = ['record_stored_names', 'rebuild_response_rollups'].map(
  (name) => `begin; set local work_mem = '1GB'; select ${name}(); commit`,
)

/** Vacuums and analyses, for index-only scans and correct plans; also runs the `extraStatements`. */
export const vacuum = async (
  clients: readonly pg.Client[],
  extraStatements: readonly string[],
): Promise<void> => {
  const [client] = clients
  const partitions = await client?.query<{ name: string; version: number }>(
    `select inhrelid::regclass::text as name, current_setting('server_version_num')::int as version
     from pg_inherits where inhparent = 'survey_responses'::regclass`,
  )
  // PostgreSQL 17 has no ONLY here, and analyses the partitions twice.
  const only = (partitions?.rows[0]?.version ?? 0) < 180_000 ? '' : 'only '
  const statements = [
    `analyze ${only}survey_responses`,
    ...(partitions?.rows ?? []).map(({ name }) => `vacuum (analyze, process_toast false) ${name}`),
    ...extraStatements,
  ]
  await runConcurrently(clients, async (connection) => {
    const next = statements.pop()
    if (next) await connection.query(next)
    return next !== undefined
  })
}
