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
  /** Number of processes of the api. The packages install two, behind nginx. */
  apiProcesses?: number
  /** Restarts a service when its files change. */
  watch?: boolean
  /** Whether the backend sends mail itself; the identity service always can. */
  apiMail?: boolean
  identityEnv?: NodeJS.ProcessEnv
  /** Additional settings of api and worker. */
  apiEnv?: Record<string, string>
  onLine: (from: string, line: string) => void
}

const findPorts = async (count: number, first: number | undefined): Promise<number[]> => {
  const found = first === undefined ? [] : [first]
  while (found.length < count) found.push(await findFreePort())
  return found
}

/** Starts one process of the api per port. */
const startApis = (ports: readonly number[], start: (port: number) => RunningProcess) => {
  const startOne = (port: number) => {
    const service = start(port)
    return { port, service, ready: waitUntilReady(`http://127.0.0.1:${String(port)}/ready`, service) }
  }
  const running = ports.map(startOne)
  return {
    ready: Promise.all(running.map(({ ready }) => ready)),
    processId: () => running[0]?.service.process.pid,
    /** Kills the oldest process without a shutdown, like the kernel when memory runs out, and starts it again. */
    killOne: async () => {
      const killed = running.shift()
      if (!killed) return
      const exited = new Promise((resolve) => killed.service.process.once('exit', resolve))
      killed.service.process.kill('SIGKILL')
      await exited
      const restarted = startOne(killed.port)
      running.push(restarted)
      await restarted.ready
    },
  }
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
    const apiPorts = await findPorts(options.apiProcesses ?? 1, ports.api)
    const workerPort = ports.worker ?? (await findFreePort())
    const identityUrl = `http://127.0.0.1:${String(identityPort)}`
    const apiUrls = apiPorts.map((port) => `http://127.0.0.1:${String(port)}`)
    const [apiUrl = ''] = apiUrls

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
    const apis = startApis(apiPorts, (port) =>
      start('api', 'api/src/main.ts', { ...apiEnv, PORT: String(port) }),
    )
    const workerUrl = `http://127.0.0.1:${String(workerPort)}/ready`
    let worker: RunningProcess
    /** Also restarts a killed worker. */
    const startWorker = async (): Promise<void> => {
      worker = start('worker', 'api/src/worker.ts', { ...apiEnv, PORT: String(workerPort) })
      await waitUntilReady(workerUrl, worker)
    }
    await Promise.all([waitUntilReady(`${identityUrl}/ready`, identity), apis.ready, startWorker()])
    await seedDemoAccounts({
      identityUrl,
      serviceToken: developmentSecrets.SERVICE_TOKEN,
      databaseUrl: apiEnv.DATABASE_URL,
    })
    return {
      identityUrl,
      apiUrl,
      apiUrls,
      apiEnv: { ...apiEnv, PORT: String(apiPorts[0]) },
      identityEnv,
      workerPort,
      mail,
      databaseUrl,
      killApi: apis.killOne,
      /** Ids of the processes that answer calls. */
      processIds: () => ({ api: apis.processId(), identity: identity.process.pid }),
      worker: () => worker,
      startWorker,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
