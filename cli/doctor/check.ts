import type pg from 'pg'

import type { Config as ApiConfig } from '../../api/src/config.ts'
import type { Db } from '../../api/src/platform/database/database.ts'
import type { Config as IdentityConfig } from '../../identity/src/config.ts'

/** Reasons are shown to operators. Throwing is the same as `failed` with the message of the error. */
export type Finding = { status: 'ok' | 'warning' | 'failed'; text: string }

/** Services for the checks. The configuration is valid: otherwise every check that needs it is skipped. */
export interface DoctorContext {
  api: ApiConfig
  identity: IdentityConfig
  workerPort: number
  db: Db
  /** The connections of `db`, for statements without types. */
  pool: pg.Pool
  /** Receives a test mail; undefined without the option. */
  mailTo: string | undefined
}

export interface Check {
  name: string
  /** Checks without which this one means nothing: it is skipped if one of them fails. */
  needs: readonly string[]
  run: (context: DoctorContext) => Promise<Finding>
}

export const ok = (text: string): Finding => ({ status: 'ok', text })
export const warning = (text: string): Finding => ({ status: 'warning', text })
export const failed = (text: string): Finding => ({ status: 'failed', text })
