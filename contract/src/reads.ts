/** Entities whose reads are recorded: those with personal data, and the log that has their values. */
export const readEntities = [
  'surveyResponse',
  'user',
  'userDetails',
  'device',
  'submission',
  'surveyExport',
  'auditLog',
] as const
export type ReadEntity = (typeof readEntities)[number]

/**
 * - `record`: one record with all its fields, or a part such as its history.
 * - `list`: pages of a list.
 * - `wholeList`: a list without a limit, which the browser exports.
 * - `export`: a file that the worker wrote.
 * - `download`: the URL of such a file, or the file that a phone sent.
 */
export const readKinds = ['record', 'list', 'wholeList', 'export', 'download'] as const
export type ReadKind = (typeof readKinds)[number]

/** Declares what a call reads. The server records it with every successful response. */
export interface Reads {
  readonly entity: ReadEntity
  readonly kind: 'record' | 'list' | 'download'
  /** Counts the records of a response that is neither a record, a page nor a list of records. */
  readonly count?: (response: never) => number
}
