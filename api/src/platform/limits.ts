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
  /** How long the rows before a page may be counted off; then it is said to be too far. */
  farPageMs: 4_000,
  /** Beyond this a count says "more than". */
  countedRows: 10_000,
  /** So many of those that match are drawn in one tile of the map, where the filter is not counted beforehand. */
  drawnRows: 20_000,
  /** How long such a tile may take; then it has none of them, and says so. */
  drawnMs: 1_500,
  /** A tile of the map names at most this many districts and as many villages: more would not fit on it. */
  localitiesPerTile: 60,
  /** So many of those that match are put in order for what is suggested while somebody types. */
  suggestedAmong: 1_000,
  /** How long the values of a picker may be counted under all filters; then under the survey and the status only. */
  facetMs: 300,
  idempotencyKey: { characters: 255, hours: 24 },
  accountMails: { perAddress: 5, perSender: 30, windowMinutes: 10 },
  /** The form around a file; how long the file may be is said by its folder. */
  upload: { fields: 4, fieldNameSize: 50, fieldSize: 8_192, files: 1, parts: 5, headerPairs: 20 },
  files: {
    pixels: 50_000_000,
    /** Images decoded at the same time, each of which may take all those pixels. */
    decodedAtOnce: 2,
    decodeSeconds: 20,
    perPerson: 200,
    windowMinutes: 10,
    tokenSeconds: 600,
    urlSeconds: 900,
    urlWindowSeconds: 300,
    /** Addresses kept in memory until the window ends, each of some hundred bytes. */
    rememberedUrls: 20_000,
    /** What nothing refers to for so long is removed. */
    unusedHours: 24,
  },
  /** Reviewed with one call; one transaction of the worker takes so many of them. */
  review: {
    responses: 1_000_000,
    chunk: 200,
    /** Responses listed by id that an undo could not revert. */
    listedSkips: 1_000,
    /** Longer than the 24 hours of an undo, so that one that was started late can finish. */
    undoKeptHours: 48,
    sweptAtOnce: 10_000,
  },
  /** How long the files of a deleted response are kept, and it can be brought back. */
  restoreDays: 30,
  /** Response sheets: read so many at a time, made so many at a time; kept for a day. */
  exports: {
    batchRows: 500,
    atOnce: 2,
    perPerson: 10,
    keptHours: 24,
    attempts: 50,
    /** Excel holds a header and these; of parts each has fewer, so that they open on small machines. */
    sheetRows: 1_048_575,
    partRows: 1_000_000,
  },
  thumbnailSide: 320,
  storage: { connectMs: 3_000, requestMs: 15_000 },
  drainMs: 25_000,
} as const
