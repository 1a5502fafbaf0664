import { setTimeout as sleep } from 'node:timers/promises'

import { readConfig as readApiConfig } from '../../api/src/config.ts'
import { connect } from '../../api/src/platform/database/database.ts'
import { AppError } from '../../contract/src/errors.ts'
import { readConfig as readIdentityConfig } from '../../identity/src/config.ts'
import { findConfigProblems } from '../commands/check-config.ts'
import { readEnvironment } from '../environment.ts'
import { backupCheck } from './backup-check.ts'
import type { Check, DoctorContext, Finding } from './check.ts'
import { certificateCheck, clockCheck, diskCheck, nodeCheck } from './host-checks.ts'
import * as services from './service-checks.ts'

export interface Result {
  name: string
  status: Finding['status'] | 'skipped'
  text: string
}

const checks: readonly Check[] = [
  nodeCheck,
  services.databaseCheck,
  services.schemaCheck,
  services.identityCheck,
  services.apiCheck,
  services.workerCheck,
  certificateCheck,
  services.edgeCheck,
  clockCheck,
  services.mailCheck,
  services.storageCheck,
  diskCheck,
  services.jobsCheck,
  services.countsCheck,
  backupCheck,
]

const maxCheckMs = 15_000

/** The error of a library, or the reason that it gives as its cause. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  // The message of a wrapped error is a key of the interface texts.
  return error instanceof AppError && error.cause instanceof Error ? messageOf(error.cause) : error.message
}

/** A file system or a server that does not answer must not stop the other checks. */
const giveUp = async (): Promise<never> => {
  await sleep(maxCheckMs, undefined, { ref: false })
  throw new Error(`no answer within ${String(maxCheckMs / 1000)} s`)
}

const openContext = async (
  mailTo: string | undefined,
): Promise<DoctorContext & { close: () => Promise<void> }> => {
  const api = readApiConfig(await readEnvironment('api'))
  const { db, pool, close } = connect({ databaseUrl: api.databaseUrl, databasePoolSize: 1 }, () => {})
  return {
    api,
    identity: readIdentityConfig(await readEnvironment('identity')),
    workerPort: readApiConfig(await readEnvironment('worker')).port,
    db,
    pool,
    close,
    mailTo,
  }
}

/** Runs all checks. A check whose requirement failed is skipped, so that each fault is named once. */
export const runChecks = async (options: { mailTo: string | undefined }): Promise<Result[]> => {
  const problems = await findConfigProblems()
  const results: Result[] = [
    problems.length === 0
      ? { name: 'configuration', status: 'ok', text: 'valid' }
      : { name: 'configuration', status: 'failed', text: problems.join('; ') },
  ]
  const context = problems.length === 0 ? await openContext(options.mailTo) : undefined
  const isUsable = (name: string) =>
    results.some((result) => result.name === name && (result.status === 'ok' || result.status === 'warning'))
  for (const { name, needs, run } of checks) {
    const lacking = needs.filter((need) => !isUsable(need))
    if (lacking.length > 0 || !context) {
      const reason = lacking.length > 0 ? lacking.join(', ') : 'configuration'
      results.push({ name, status: 'skipped', text: `needs ${reason}` })
      continue
    }
    const finding = await Promise.race([run(context), giveUp()]).catch((error: unknown): Finding => ({
      status: 'failed',
      text: messageOf(error),
    }))
    results.push({ name, ...finding })
  }
  await context?.close()
  return results
}
