import type { Language, Translate } from '@baseline/contract/messages/translate.ts'

import type { Author } from '../audit.ts'
import type { Actor } from '../auth/actor.ts'
import type { Scope } from '../auth/scope.ts'
import type { Db } from '../database/database.ts'
import type { ReadRecorder } from '../read-log.ts'

/** The request data that every handler receives besides its input. */
export interface Context {
  /** The transaction of this call; for a GET the pool. */
  db: Db
  language: Language
  t: Translate
  /** The caller's network address, for limits only; it is never logged. */
  sender: string
  /** The version in `If-Match`, which a write expects to replace. */
  ifMatch: number | undefined
  /** Adds the query strategy that the handler chose to the log line and the metrics of the request. */
  reportStrategy: (name: string) => void
}

export interface SignedInContext extends Context {
  actor: Actor
  /** The author of audit log entries. */
  author: Author
  /** The responses that the caller may read. */
  scope: Scope
  /** Records a read that is not the response of the call. */
  recordRead: ReadRecorder['record']
}

/** Roles belong to user records, so a caller with a role has a user record. */
export interface MemberContext extends SignedInContext {
  actor: Actor & { userId: string }
}
