import type { Config } from './config.ts'
import { jobs } from './jobs.ts'
import { identityDirectory } from './platform/auth/directory.ts'
import { scopeOf } from './platform/auth/scope.ts'
import { tokenVerifier } from './platform/auth/verify-token.ts'
import { connect } from './platform/database/database.ts'
import { openQueue } from './platform/jobs.ts'
import { createLogger } from './platform/log.ts'
import { mailer } from './platform/mail.ts'
import { createPseudonyms } from './platform/pseudonyms.ts'
import { createReadRecorder, insertReads } from './platform/read-log.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import { storageTokens } from './platform/storage/storage-token.ts'

/** Opens the services of a process: database, queue, identity service, mail and file storage. */
export const openServices = async (config: Config, { runsJobs }: { runsJobs: boolean }) => {
  const log = createLogger(config.logLevel)
  const { db, pool, streams, close } = connect(config, (error) =>
    log.warn({ err: error }, 'database connection'),
  )
  const queue = await openQueue(config.databaseUrl, jobs, {
    runsJobs,
    onError: (error) => log.error({ err: error }, 'job failed'),
    onDone: (details) => log.info(details, 'job done'),
  })
  const readLog = createReadRecorder(
    (reads) => insertReads(db, reads),
    (error, details) => log.error({ err: error, ...details }, 'read log'),
  )
  return {
    log,
    timeZone: config.timeZone,
    publicUrl: config.publicUrl,
    readLogMonths: config.readLogMonths,
    readAlertRecords: config.readAlertRecords,
    db,
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
    sendMail: config.mail ? mailer(config.mail) : undefined,
    close: async () => {
      await readLog.close()
      await queue.close()
      await close()
    },
  }
}
export type Services = Awaited<ReturnType<typeof openServices>>
