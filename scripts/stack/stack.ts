import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { developmentServiceToken, developmentStorageSecret } from '../../api/src/config.ts'
import { developmentSecrets } from '../../identity/src/config.ts'
import { databaseRoles, migrateDatabase, setupDatabase } from '../database.ts'
import { seedDemoAccounts } from './demo-accounts.ts'
import { startMailCatcher } from './mail-catcher.ts'
import { startPostgres } from './postgres.ts'
import { findFreePort, startProcess, waitUntilReady } from './processes.ts'
import type { RunningProcess } from './processes.ts'

export const root = join(import.meta.dirname, '../..')

// Each service refuses its own constant in production; if the two differed, one service would accept the
// other's.
if (developmentSecrets.SERVICE_TOKEN !== developmentServiceToken)
  throw new Error('the development service tokens of api and identity differ')

export interface StackOptions {
  /** Folder of the database; uploaded files are stored next to it. */
  directory: string
  throwaway?: boolean
  /** Uses the settings of ops/postgresql.conf. */
  withServerSettings?: boolean
  /** The URL that users open; mail links and tokens contain it. */
  publicUrl: string
  ports?: {
    postgres?: number
    identity?: number
    api?: number
    worker?: number
    smtp?: number
    mailPage?: number
  }
  /** Restarts a service when its files change. */
  watch?: boolean
  /** Whether the backend sends mail itself; the identity service always can. */
  apiMail?: boolean
  identityEnv?: NodeJS.ProcessEnv
  /** Additional settings of api and worker. */
  apiEnv?: Record<string, string>
  onLine: (from: string, line: string) => void
}

/**
 * Starts the product without the web app, as processes on loopback: database, mail, identity, api, worker.
 */
export const startStack = async (options: StackOptions) => {
  const { ports = {}, apiMail = true, onLine } = options
  const running: { stop: () => Promise<void> }[] = []
  const stop = async () => {
    for (const service of running.toReversed()) await service.stop()
  }
  try {
    const postgres = await startPostgres({
      directory: options.directory,
      throwaway: options.throwaway ?? false,
      withServerSettings: options.withServerSettings ?? false,
      ...(ports.postgres === undefined ? {} : { port: ports.postgres }),
    })
    running.push(postgres)
    const passwords = { owner: 'owner', app: 'app', identity: 'identity' }
    const databaseUrl = (role: keyof typeof passwords) =>
      postgres.url('baseline', { role: databaseRoles[role], password: passwords[role] })
    await setupDatabase(postgres.url('postgres'), 'baseline', passwords)
    await migrateDatabase(databaseUrl('owner'))

    const mail = await startMailCatcher({
      ...(ports.smtp === undefined ? {} : { smtp: ports.smtp }),
      ...(ports.mailPage === undefined ? {} : { http: ports.mailPage }),
    })
    running.push(mail)

    const identityPort = ports.identity ?? (await findFreePort())
    const apiPort = ports.api ?? (await findFreePort())
    const workerPort = ports.worker ?? (await findFreePort())
    const identityUrl = `http://127.0.0.1:${String(identityPort)}`
    const apiUrl = `http://127.0.0.1:${String(apiPort)}`

    const common = {
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      PUBLIC_URL: options.publicUrl,
      MAIL_FROM: 'Baseline Survey <no-reply@example.org>',
      ...developmentSecrets,
    }
    const apiEnv = {
      ...common,
      DATABASE_URL: databaseUrl('app'),
      IDENTITY_URL: identityUrl,
      STORAGE_URL: pathToFileURL(join(dirname(options.directory), 'files')).href,
      STORAGE_SECRET: developmentStorageSecret,
      ...(apiMail ? { SMTP_URL: mail.smtpUrl } : {}),
      ...options.apiEnv,
    }
    const start = (name: string, file: string, env: NodeJS.ProcessEnv): RunningProcess => {
      const flags = options.watch ? ['--watch', '--watch-preserve-output'] : []
      const service = startProcess(process.execPath, [...flags, file], {
        cwd: root,
        env,
        onLine: (line) => onLine(name, line),
      })
      running.push(service)
      return service
    }
    const identityEnv = {
      ...common,
      PORT: String(identityPort),
      DATABASE_URL: databaseUrl('identity'),
      SMTP_URL: mail.smtpUrl,
      ...options.identityEnv,
    }
    const identity = start('identity', 'identity/src/main.ts', identityEnv)
    const startApi = () => start('api', 'api/src/main.ts', { ...apiEnv, PORT: String(apiPort) })
    let api = startApi()
    const workerUrl = `http://127.0.0.1:${String(workerPort)}/ready`
    let worker: RunningProcess
    /** Also restarts a killed worker. */
    const startWorker = async (): Promise<void> => {
      worker = start('worker', 'api/src/worker.ts', { ...apiEnv, PORT: String(workerPort) })
      await waitUntilReady(workerUrl, worker)
    }
    await Promise.all([
      waitUntilReady(`${identityUrl}/ready`, identity),
      waitUntilReady(`${apiUrl}/ready`, api),
      startWorker(),
    ])
    await seedDemoAccounts({
      identityUrl,
      serviceToken: developmentSecrets.SERVICE_TOKEN,
      databaseUrl: apiEnv.DATABASE_URL,
    })
    /** Kills the api without a shutdown, like the kernel when memory runs out, and starts it again. */
    const killApi = async () => {
      const exited = new Promise((resolve) => api.process.once('exit', resolve))
      api.process.kill('SIGKILL')
      await exited
      api = startApi()
      await waitUntilReady(`${apiUrl}/ready`, api)
    }
    return {
      identityUrl,
      apiUrl,
      apiEnv: { ...apiEnv, PORT: String(apiPort) },
      identityEnv,
      workerPort,
      mail,
      databaseUrl,
      killApi,
      /** Ids of the processes that answer calls. */
      processIds: () => ({ api: api.process.pid, identity: identity.process.pid }),
      worker: () => worker,
      startWorker,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
