import type { Role } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'

/** Who looks, and through which connection. */
export interface Reader {
  db: Db
  actor: { userId: string; roles: readonly Role[] }
}

/** Which responses somebody may see: today whoever may read any may read all. Every query on responses asks this. */
export const scope = (_reader: Reader): RawBuilder<boolean> => sql<boolean>`true`
