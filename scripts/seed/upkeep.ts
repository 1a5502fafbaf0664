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
  `alter table survey_responses ${action} trigger count_added, ${action} trigger note_added`

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

/** Rebuilds all rollups at once, which is faster than writing and folding a delta per response. */
export const rebuildRollups = `
  begin;
  delete from response_deltas;
  truncate response_counts, response_days, response_cells, response_places, response_durations,
    response_localities;
  set local work_mem = '1GB';
  insert into response_counts select * from response_counts_again;
  insert into response_days select * from response_days_again order by dimension, span, begins, value;
  insert into response_cells select * from response_cells_again;
  insert into response_places select * from response_places_again;
  insert into response_durations select * from response_durations_again;
  insert into response_localities select * from response_localities_again;
  update response_folds set as_of = now();
  update survey_totals t set last_response_at = now(), response_count =
    (select coalesce(sum(n), 0) from response_counts c where dimension = 'all' and c.survey_id = t.survey_id);
  commit`

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
