import type { Language, Translate } from '@baseline/contract/messages/translate.ts'

import type { Author } from '../audit.ts'
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../database/database.ts'

/** What every handler knows about its call. */
export interface Context {
  /** The transaction of this call; for a GET the pool. */
  db: Db
  language: Language
  t: Translate
  /** The caller's network address, for limits only; it is never logged. */
  sender: string
  /** The version that the caller of a write wants to replace; for calls that replace one. */
  ifMatch: number | undefined
}

export interface SignedInContext extends Context {
  actor: Actor
  /** Under whose name changes are written down. */
  author: Author
}

/** Roles hang on a user record, so whoever holds one has a record. */
export interface MemberContext extends SignedInContext {
  actor: Actor & { userId: string }
}
