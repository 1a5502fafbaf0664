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

const isExpressionIndex = ({ definition }: { definition: string }) => definition.includes(' gin ')

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
    // Only one connection builds the expression indexes: PostgreSQL numbers their names in each partition,
    // and two concurrent builds would choose the same name.
    const [expressionIndexes, otherIndexes] = [
      rows.filter(isExpressionIndex),
      rows.filter((index) => !isExpressionIndex(index)),
    ]
    await runConcurrently(clients, async (connection) => {
      const next = (connection === client ? expressionIndexes.pop() : undefined) ?? otherIndexes.pop()
      if (next) await connection.query(next.definition.replace(' ON ONLY ', ' ON '))
      return next !== undefined
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
  const partitions = await client?.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'survey_responses'::regclass`,
  )
  const statements = [
    'analyze only survey_responses',
    ...(partitions?.rows ?? []).map(({ name }) => `vacuum (analyze, process_toast false) ${name}`),
    ...extraStatements,
  ]
  await runConcurrently(clients, async (connection) => {
    const next = statements.pop()
    if (next) await connection.query(next)
    return next !== undefined
  })
}
