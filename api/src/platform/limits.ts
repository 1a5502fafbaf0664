/** All limits that a caller can reach. */
export const limits = {
  bodyBytes: 1_048_576,
  /** Time to receive a body; posts of phones have more. */
  bodySeconds: 30,
  /** Levels of objects and lists in a body; the answers of a repeat have six. */
  bodyLevels: 32,
  /** Calls that need no sign-in: an email address, at most. Counted before anything else is read of them. */
  openCalls: { bodyBytes: 4_096, perSender: 60, windowMinutes: 10 },
  /** Room for 1,000 ids in the query; nginx allows the same. */
  headerBytes: 65_536,
  query: { arrayItems: 1_000, parameters: 1_000, depth: 4 },
  database: { connectMs: 3_000, statementMs: 15_000, idleInTransactionMs: 60_000 },
  /** Time for retries of a call while the database is unavailable; then 503. */
  retryBudgetMs: 5_000,
  /**
   * Calls of one person that run at the same time in one process; an importer sends ten in parallel. Further
   * calls wait: at most `waiting` of them, for at most `waitMs`. A person with more than `backlog` waiting
   * calls runs one at a time while others are active. A map loads dozens of tiles at once, so they may wait
   * longer.
   */
  fairShare: {
    concurrent: { reads: 6, writes: 12, tiles: 4 },
    waiting: 500,
    waitMs: { reads: 5_000, writes: 5_000, tiles: 10_000 },
    backlog: 12,
    activeMs: 2_000,
  },
  /** Queries that read users, phones or surveys of requests at the same time. Further ones wait, and share the next. */
  userReads: 2,
  /**
   * Writes that share a transaction: at most `size` calls in each, in at most `lanes` transactions at the same
   * time. After a batch, the next one waits `gatherMs` for as many calls. A batch is slow after `slowMs`. Further
   * calls wait, at most `waiting` of them. A batch waits `lockMs` for a lock. A caller whose call made a batch fail
   * runs alone for `suspectMs`. After `recheckMs` the caller is read again.
   */
  batches: {
    size: 32,
    lanes: 2,
    gatherMs: 5,
    slowMs: 100,
    waiting: 500,
    lockMs: 200,
    suspectMs: 60_000,
    recheckMs: 500,
  },
  /** A stream ends after `seconds`, or if the client reads nothing for `idleSeconds`. */
  stream: { seconds: 600, idleSeconds: 30, batchRows: 500, connections: 4 },
  /** Time to find a page with a high offset; then `errors.tooFar`. */
  farPageMs: 4_000,
  /** Counts above this are reported as "more than". */
  countedRows: 10_000,
  /** Responses drawn in one map tile when the filter has no precomputed counts. */
  tileRows: 20_000,
  /** Query time for such a tile; then it contains no responses and is marked as capped. */
  tileQueryMs: 1_500,
  /** Names of districts, and names of villages, on one map tile: more would not fit. */
  localitiesPerTile: 60,
  /** Matches that autocomplete sorts to find its suggestions. */
  autocompleteMatches: 1_000,
  /** Time to count the values of a picker under all filters; then only survey and status apply. */
  facetMs: 300,
  idempotencyKey: { characters: 255, hours: 24 },
  /** Returned interviews that a phone lists: the last ones. */
  returnedInterviews: 500,
  /** A use of a device is stored at most once per `recordedEveryMs`, with at most `phones` ids of phones. */
  devices: { recordedEveryMs: 60_000, phones: 20 },
  accountMails: { perSender: 30, windowMinutes: 10 },
  /** Limits of the form around a file; its folder sets the file size. */
  upload: { fields: 4, fieldNameSize: 50, fieldSize: 8_192, files: 1, headerPairs: 20 },
  /**
   * Uploads are held in memory until they are stored: in one process, two of the largest at the same time, or
   * as many smaller ones. Further uploads wait for at most `waitMs`.
   */
  uploadMemory: { bytes: 110_000_000, waitMs: 5_000 },
  /** A form whose parser does not continue is refused after two of these intervals. */
  stalledUploadMs: 2_500,
  files: {
    pixels: 50_000_000,
    /** Concurrent decodes, each of an image with up to `pixels`. */
    concurrentDecodes: 2,
    decodeSeconds: 20,
    perPerson: 200,
    windowMinutes: 10,
    tokenSeconds: 600,
    urlSeconds: 900,
    urlWindowSeconds: 300,
    /** Signed URLs in memory until their window ends, each of some hundred bytes. */
    cachedUrls: 20_000,
    /** A file without a reference is removed after this time. */
    unusedHours: 24,
  },
  /**
   * Uploaded questionnaires are read in a thread, one at a time. It ends after `seconds`, or above `heapMb`
   * with at most `youngHeapMb` for new objects. A comparison with the latest version examines at most
   * `examinedResponses`, and fewer if they are large: `examinedAnswers` in total.
   */
  questionnaires: {
    concurrentReads: 1,
    seconds: 30,
    heapMb: 224,
    youngHeapMb: 32,
    perPerson: 60,
    windowMinutes: 10,
    examinedResponses: 10_000,
    examinedAnswers: 1_000_000,
  },
  /**
   * Posts of phones, and their parts. `acceptedBytes` is announced: Collect then splits an interview into several
   * posts, except for a file that is larger. A slow line needs `seconds`.
   */
  posts: { bytes: 100_000_000, acceptedBytes: 20_000_000, parts: 110, seconds: 7_200 },
  /** An interview whose last post is missing appears in the inbox after this time. */
  inbox: { receivingHours: 24 },
  /** Forms for phones are written in a thread, one at a time. */
  phoneForms: { seconds: 30, heapMb: 1024, youngHeapMb: 32 },
  /**
   * The XML of an interview from a phone. A questionnaire has at most seven levels, and a repeat 200 rows. Names
   * are cut after `nameCharacters`: no question has a longer one. An answer with more than `answerCharacters` is
   * not read; a line of 10,000 points has fewer. `unmapped` limits the list of elements without a question.
   */
  submissions: {
    bytes: 5_000_000,
    elements: 100_000,
    levels: 32,
    nameCharacters: 100,
    idCharacters: 255,
    answerCharacters: 1_000_000,
    unmapped: { elements: 200, characters: 1_000 },
  },
  /** Bulk reviews: responses per call, and `chunk` responses per transaction of the worker. */
  review: {
    responses: 1_000_000,
    chunk: 200,
    /** Listed responses that an undo could not revert. */
    listedSkips: 1_000,
    /** Longer than the 24 hours in which an undo may start, so that a late undo can finish. */
    undoRetentionHours: 48,
    sweepBatch: 10_000,
  },
  /** How long a deleted response can be restored, and its files are kept. */
  restoreDays: 30,
  /** Exports of responses; `concurrency` limits concurrent exports per worker. */
  exports: {
    batchRows: 500,
    concurrency: 2,
    perPerson: 10,
    retentionHours: 24,
    attempts: 50,
    /** Excel's limit without the header. Parts have fewer rows, so that they open on small machines. */
    sheetRows: 1_048_575,
    partRows: 1_000_000,
  },
  /**
   * The read log: reads of one user within `mergeMs` are summed, and stored every `flushMs`. `entries` limits
   * the memory while the database is unavailable.
   */
  readLog: { flushMs: 1_000, mergeMs: 60_000, entries: 50_000, filterValues: 20 },
  thumbnailSide: 320,
  storage: { connectMs: 3_000, requestMs: 15_000 },
  drainMs: 25_000,
} as const
