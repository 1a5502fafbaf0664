import { existsSync } from 'node:fs'
import { chown, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '../../api/src/config.ts'
import { ConfigurationError } from '../../contract/src/start-error.ts'
import { readConfig as readIdentityConfig } from '../../identity/src/config.ts'
import { runCommand } from '../../scripts/database.ts'
import { isLocalDatabase } from '../backup/cluster.ts'
import { enableBackups } from '../backup/enable.ts'
import { BackupError } from '../backup/run-program.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { configFolder } from '../environment.ts'
import { verifyCertificate } from '../setup/certificate.ts'
import { createDatabase } from '../setup/database.ts'
import { findEdge, isEdge, setUpEdge, writeContainerEdge } from '../setup/edge.ts'
import { planSettings } from '../setup/settings.ts'
import { startServices } from '../setup/systemd.ts'

const usage = `usage: baseline setup --url https://survey.ministry.example --smtp URL --mail-from ADDRESS
                      --certificate FILE --key FILE

  --url URL           address of the product for users
  --smtp URL          mail server, such as smtps://user:password@mail.ministry.example
  --mail-from TEXT    sender of mails, such as 'Survey <survey@ministry.example>'
  --certificate FILE  TLS certificate with its chain, in the PEM format
  --key FILE          its private key
  --time-zone NAME    IANA time zone in which times are shown; UTC by default
  --database URL      superuser of PostgreSQL on another machine; by default that of this machine
  --edge NAME         nginx, caddy, or none if another server is in front; nginx by default
  --containers        only write the files that ops/compose.yaml reads

Each option is needed once: ${configFolder()} keeps the settings. After a failure, run the command again.`

const parse = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        url: { type: 'string' },
        smtp: { type: 'string' },
        'mail-from': { type: 'string' },
        certificate: { type: 'string' },
        key: { type: 'string' },
        'time-zone': { type: 'string' },
        database: { type: 'string' },
        edge: { type: 'string' },
        containers: { type: 'boolean', default: false },
      },
    }).values
  } catch (cause) {
    throw new ConfigurationError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, {
      cause,
    })
  }
}

const requireOption = (value: string | undefined, option: string): string => {
  if (value) return value
  throw new ConfigurationError(`${option} is missing.\n\n${usage}`)
}

/** Makes the files readable for the user of the services in the image. */
const giveToServices = async (folder: string): Promise<void> => {
  const { uid, gid } = await stat('/var/lib/baseline')
  for (const path of ['.', ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, path), uid, gid)
}

/** Enables backups of a database on this machine. An operator without them can still use the product. */
const protect = async ({ databaseUrl }: { databaseUrl: string }): Promise<void> => {
  if (!isLocalDatabase(databaseUrl)) return
  // Repositories and keys are for root and PostgreSQL only.
  process.umask(0o077)
  try {
    await enableBackups()
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    console.log(`Backups are not enabled: ${error.message}`)
  }
}

export const run = async (args: string[]): Promise<number> => {
  const options = parse(args)
  const hasSystemd = existsSync('/run/systemd/system')
  if (hasSystemd && process.getuid?.() !== 0) throw new ConfigurationError('Run this command as root.')

  // Checks everything before it changes anything.
  const settings = await planSettings({
    url: options.url,
    smtp: options.smtp,
    mailFrom: options['mail-from'],
    timeZone: options['time-zone'],
    database: options.database,
    hasOwnDatabase: options.containers,
  })
  const shared = settings.read('baseline.env')
  requireOption(shared['PUBLIC_URL'], '--url')
  requireOption(shared['SMTP_URL'], '--smtp')
  requireOption(shared['MAIL_FROM'], '--mail-from')
  const api = readConfig(settings.read('baseline.env', 'api.env'))
  const identity = readIdentityConfig(settings.read('baseline.env', 'identity.env'))
  const edge = options.edge ?? (await findEdge())
  if (!isEdge(edge)) throw new ConfigurationError(`--edge ${edge} is unknown.\n\n${usage}`)
  const { certificate, key } = options
  const files = certificate && key ? { certificate: resolve(certificate), key: resolve(key) } : undefined
  if (files) await verifyCertificate(files, new URL(api.publicUrl).hostname)

  await settings.write()
  if (options.containers) {
    await writeContainerEdge(join(configFolder(), 'edge'), { api, identity, files })
    await giveToServices(configFolder())
    console.log('Start the services with: podman-compose up -d')
    return 0
  }
  const owner = settings.read('owner.env')
  await createDatabase(
    {
      app: api.databaseUrl,
      identity: identity.databaseUrl,
      owner: requireOption(owner['OWNER_DATABASE_URL'], 'OWNER_DATABASE_URL'),
    },
    options.database ?? owner['SUPERUSER_DATABASE_URL'],
  )
  await runCommand('migrate', owner)
  if (!hasSystemd) return 0
  await startServices()
  await setUpEdge(edge, { api, identity, files })

  await protect(api)

  const problems = (await runChecks({ mailTo: undefined })).filter(({ status }) => status !== 'ok')
  for (const { name, status, text } of problems) console.log(`${name}: ${status}: ${text}`)
  if (problems.some(({ status }) => status === 'failed')) return 1
  console.log(
    `Baseline Survey is ready at ${api.publicUrl}. Invite the first manager with: baseline user invite ADDRESS manager`,
  )
  return 0
}
