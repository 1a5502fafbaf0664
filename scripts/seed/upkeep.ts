import type pg from 'pg'

/** In turns on several connections, until there is nothing left to do. */
export const inTurns = async (
  clients: readonly pg.Client[],
  work: (client: pg.Client) => Promise<boolean>,
) => {
  await Promise.all(
    clients.map(async (client) => {
      while (await work(client));
    }),
  )
}

const onExpression = ({ definition }: { definition: string }) => definition.includes(' gin ')

/** What keeps counts and names; the one that folds texts stays. */
export const upkeepTriggers = (way: 'enable' | 'disable'): string =>
  `alter table survey_responses ${way} trigger count_added, ${way} trigger note_added`

/** The indexes are made again when all rows are there, whatever happened, and the responses counted in one go. */
export const withoutUpkeep = async (
  client: pg.Client,
  clients: readonly pg.Client[],
  work: () => Promise<void>,
): Promise<void> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'survey_responses'::regclass and not indisprimary`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query(upkeepTriggers('disable'))
  try {
    await work()
  } finally {
    await client.query(upkeepTriggers('enable'))
    // Those on expressions get the same name in each partition but for a number, which two at once would both take.
    const [words, others] = [rows.filter(onExpression), rows.filter((index) => !onExpression(index))]
    await inTurns(clients, async (one) => {
      const next = (one === client ? words.pop() : undefined) ?? others.pop()
      if (next) await one.query(next.definition.replace(' ON ONLY ', ' ON '))
      return next !== undefined
    })
  }
}

/** In one go: writing down each change first would take longer than counting everything. */
export const countAgain = `
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

/** So that lists are read from the indexes alone, and every plan knows what is there; `also` besides. */
export const tidy = async (clients: readonly pg.Client[], also: readonly string[]): Promise<void> => {
  const [client] = clients
  const partitions = await client?.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'survey_responses'::regclass`,
  )
  const left = [
    'analyze only survey_responses',
    ...(partitions?.rows ?? []).map(({ name }) => `vacuum (analyze, process_toast false) ${name}`),
    ...also,
  ]
  await inTurns(clients, async (one) => {
    const next = left.pop()
    if (next) await one.query(next)
    return next !== undefined
  })
}
