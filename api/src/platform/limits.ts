/** Every bound a caller can meet, in one place. */
export const limits = {
  bodyBytes: 1_048_576,
  /** Room for 1,000 ids in the query; the edge allows as much. */
  headerBytes: 65_536,
  query: { arrayItems: 1_000, parameters: 1_000, depth: 4 },
  database: { connectMs: 3_000, statementMs: 15_000, idleInTransactionMs: 60_000 },
  /** How long a call may keep trying while the database comes back; then 503. */
  retryBudgetMs: 5_000,
  stream: { seconds: 600, batchRows: 500, connections: 4 },
  /** Beyond this a count says "more than". */
  countedRows: 10_000,
  idempotencyKey: { characters: 255, hours: 24 },
  accountMails: { perAddress: 5, perSender: 30, windowMinutes: 10 },
  drainMs: 25_000,
} as const
