import type { MapTiles } from '@baseline/contract/settings/contract.ts'
import type { FastifyInstance } from 'fastify'

import type { Directory } from '../auth/directory.ts'
import type { VerifyToken } from '../auth/verify-token.ts'
import type { Db } from '../database/database.ts'
import type { Enqueue } from '../jobs.ts'
import type { StorageTokens } from '../storage/storage-token.ts'
import type { FileStorage } from '../storage/storage.ts'

/** What the features stand on: the HTTP server and the services they may use. */
export interface Server {
  app: FastifyInstance
  db: Db
  /** Where lists without a limit are read from. */
  streams: Db
  verifyToken: VerifyToken
  directory: Directory
  enqueue: Enqueue
  storage: FileStorage
  storageTokens: StorageTokens
  timeZone: string
  mapTiles: MapTiles | null
  /** Whether this side sends mails itself; otherwise the identity service does. spec §7 */
  emailConfigured: boolean
}
