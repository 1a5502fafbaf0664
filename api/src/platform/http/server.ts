import type { Role } from '@baseline/contract/permissions.ts'
import type { MapTiles } from '@baseline/contract/settings/contract.ts'
import type { FastifyInstance } from 'fastify'

import type { ReadUser } from '../auth/actor.ts'
import type { ReadDevice } from '../auth/device.ts'
import type { Directory } from '../auth/directory.ts'
import type { ScopeOf } from '../auth/scope.ts'
import type { VerifyToken } from '../auth/verify-token.ts'
import type { Db } from '../database/database.ts'
import type { Enqueue } from '../jobs.ts'
import type { PseudonymOf } from '../pseudonyms.ts'
import type { ReadRecorder } from '../read-log.ts'
import type { StorageTokens } from '../storage/storage-token.ts'
import type { FileStorage } from '../storage/storage.ts'
import type { FairShare } from './fair-share.ts'

/** The HTTP server and the services that features use. */
export interface Server {
  app: FastifyInstance
  db: Db
  /** The connection pool for lists without a limit, which are streamed. */
  streams: Db
  verifyToken: VerifyToken
  readUser: ReadUser
  readDevice: ReadDevice
  fairShare: FairShare
  scopeOf: ScopeOf
  directory: Directory
  enqueue: Enqueue
  readLog: ReadRecorder
  storage: FileStorage
  storageTokens: StorageTokens
  pseudonymOf: PseudonymOf
  /** The address that users and phones open. */
  publicUrl: string
  timeZone: string
  mapTiles: MapTiles | null
  /** Roles that need a second factor. */
  secondFactorRoles: readonly Role[]
  /** Whether the backend sends mails; otherwise the identity service does. spec §7 */
  emailConfigured: boolean
}
