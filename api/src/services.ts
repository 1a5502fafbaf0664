import type { Config } from './config.ts'
import { jobs } from './jobs.ts'
import { identityDirectory } from './platform/auth/directory.ts'
import { scopeOf } from './platform/auth/scope.ts'
import { tokenVerifier } from './platform/auth/verify-token.ts'
import { connect } from './platform/database/database.ts'
import { openQueue } from './platform/jobs.ts'
import { createLogger } from './platform/log.ts'
import { mailer } from './platform/mail.ts'
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
    onError: (error) => log.error({ err: error }, 'job'),
  })
  return {
    log,
    timeZone: config.timeZone,
    db,
    pool,
    streams,
    queue,
    directory: identityDirectory(config),
    verifyToken: tokenVerifier(config),
    scopeOf,
    storage: await openStorage(config),
    storageTokens: storageTokens(config),
    sendMail: config.mail ? mailer(config.mail) : undefined,
    close: async () => {
      await queue.close()
      await close()
    },
  }
}
export type Services = Awaited<ReturnType<typeof openServices>>
