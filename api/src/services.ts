import type { Registry } from 'prom-client'

import type { Config } from './config.ts'
import { checkChanged } from './features/survey-responses/checks/check-job.ts'
import { jobs } from './jobs.ts'
import { identityDirectory } from './platform/auth/directory.ts'
import { scopeOf } from './platform/auth/scope.ts'
import { tokenVerifier } from './platform/auth/verify-token.ts'
import { connect } from './platform/database/database.ts'
import { openQueue } from './platform/jobs.ts'
import { createLogger } from './platform/log.ts'
import { mailer } from './platform/mail.ts'
import { countMails, measureJobs } from './platform/metrics.ts'
import { foldersOf } from './platform/monitoring/disk.ts'
import { readFindings } from './platform/monitoring/reading.ts'
import { createPseudonyms } from './platform/pseudonyms.ts'
import { createReadRecorder, insertReads } from './platform/read-log.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import { storageTokens } from './platform/storage/storage-token.ts'
import { readings } from './readings.ts'

/**
 * Opens the services of a process: database, queue, identity service, mail and file storage. `metrics` measures the
 * jobs and mails of a worker.
 */
export const openServices = async (
  config: Config,
  { runsJobs, metrics }: { runsJobs: boolean; metrics?: Registry },
) => {
  const log = createLogger(config.logLevel)
  const { db, pool, streams, close } = connect(config, (error) =>
    log.warn({ err: error }, 'database connection'),
  )
  const measureRun = metrics && measureJobs(metrics)
  const queue = await openQueue(config.databaseUrl, jobs, {
    runsJobs,
    onError: (error) => log.error({ err: error }, 'job failed'),
    onRun: (run) => {
      measureRun?.(run)
      if (run.outcome === 'completed') log.info({ ms: run.ms }, 'job done')
    },
  })
  const sendMail = config.mail && mailer(config.mail)
  const { publicUrl, backupStateFile } = config
  const observed = { db, publicUrl, backupStateFile, folders: foldersOf(config) }
  const readLog = createReadRecorder(
    (reads) => insertReads(db, reads),
    (error, details) => log.error({ err: error, ...details }, 'read log'),
  )
  return {
    log,
    timeZone: config.timeZone,
    ...observed,
    operatorEmail: config.operatorEmail,
    readFindings: () => readFindings(readings, observed),
    readLogMonths: config.readLogMonths,
    readAlertRecords: config.readAlertRecords,
    checkChanged: () => checkChanged(streams, config.timeZone),
    pool,
    streams,
    queue,
    readLog,
    directory: identityDirectory(config),
    verifyToken: tokenVerifier(config),
    scopeOf,
    storage: await openStorage(config),
    storageTokens: storageTokens(config),
    pseudonymOf: createPseudonyms(config.storageSecret),
    sendMail: sendMail && metrics ? countMails(metrics, sendMail) : sendMail,
    close: async () => {
      await readLog.close()
      await queue.close()
      await close()
    },
  }
}
export type Services = Awaited<ReturnType<typeof openServices>>
