import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Config as ApiConfig } from '../../api/src/config.ts'
import { ConfigurationError } from '../../contract/src/start-error.ts'
import type { Config as IdentityConfig } from '../../identity/src/config.ts'
import { localUrl } from '../doctor/host-checks.ts'
import type { CertificateFiles } from './certificate.ts'
import { listApiPorts, systemctl } from './systemd.ts'

const edges = ['nginx', 'caddy', 'none'] as const
type Edge = (typeof edges)[number]
export const isEdge = (name: string): name is Edge => (edges as readonly string[]).includes(name)

interface EdgeOptions {
  api: ApiConfig
  identity: IdentityConfig
  /** Undefined keeps the files of an earlier setup. */
  files: CertificateFiles | undefined
}

const program = join(import.meta.dirname, '../..')
const nginxFolder = '/etc/nginx/conf.d'
const nginxCertificate = join(nginxFolder, 'baseline-certificate.conf')
const caddyFile = '/etc/caddy/Caddyfile'

/** Returns the server of an earlier setup. */
export const findEdge = async (): Promise<Edge> => {
  const text = await readFile(caddyFile, 'utf8').catch(() => '')
  return text.includes('baseline setup --edge caddy') ? 'caddy' : 'nginx'
}

/** Returns the origin from which browsers load files; empty if that is the product itself. */
const storageOrigin = ({ storage }: ApiConfig): string => {
  if (storage.driver === 'disk') return ''
  return storage.endpoint
    ? new URL(storage.endpoint).origin
    : `https://${storage.bucket}.s3.${storage.region}.amazonaws.com`
}

/** Returns the values of the names in the templates of ops/. docs/operations/configuration.md lists them. */
const templateValues = (
  { api, identity }: EdgeOptions,
  apiPorts: readonly number[],
): Record<string, string> => {
  const servers = apiPorts.map((port) => new URL(localUrl({ ...api, port })).host)
  return {
    EDGE_LISTEN: '443 ssl',
    EDGE_HTTP2: 'http2 on;',
    EDGE_REDIRECT_LISTEN: '80',
    EDGE_NAME: new URL(api.publicUrl).hostname,
    EDGE_LOG: '/var/log/nginx/baseline.log',
    EDGE_ERROR_LOG: '/var/log/nginx/baseline-errors.log',
    WEB_ROOT: join(program, 'web/dist'),
    API_ADDRESSES: servers.join(' '),
    IDENTITY_ADDRESS: new URL(localUrl(identity)).host,
    API_SERVERS: servers.map((server) => `server ${server} max_fails=0;`).join(' '),
    IDENTITY_URL: localUrl(identity),
    STORAGE_ORIGIN: storageOrigin(api),
    TILES_ORIGIN: api.mapTiles ? new URL(api.mapTiles.url).origin : '',
  }
}

const writeChanged = async (path: string, text: string): Promise<void> => {
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  await writeFile(path, text, { mode: path.endsWith('key.pem') ? 0o600 : 0o644 })
  console.log(`${path}: written`)
}

const writeTemplate = async (name: string, path: string, values: Record<string, string>): Promise<void> => {
  const template = await readFile(join(program, 'ops', name), 'utf8')
  await writeChanged(
    path,
    template.replace(/\$\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder),
  )
}

const writeSites = async (folder: string, values: Record<string, string>): Promise<void> => {
  for (const name of ['nginx', 'nginx-redirect'])
    await writeTemplate(`${name}.conf`, join(folder, `baseline-${name}.conf`), values)
}

/** With the 768 connections of Debian, a few hundred clients exclude all others. */
const raiseLimits = async (): Promise<void> => {
  const path = '/etc/nginx/nginx.conf'
  const text = await readFile(path, 'utf8')
  const result = text.replace(/(worker_connections\s+)(\d+);/, (all, name: string, value: string) =>
    Number(value) < 8192 ? `${name}8192;` : all,
  )
  const hasLimit = /^\s*worker_rlimit_nofile/m.test(result)
  await writeChanged(path, hasLimit ? result : `worker_rlimit_nofile 20000;\n${result}`)
}

const requireCertificate = (path: string, files: CertificateFiles | undefined): void => {
  if (!files && !existsSync(path))
    throw new ConfigurationError(
      '--certificate FILE and --key FILE are missing. Without a server in front: --edge none',
    )
}

const validate = async (command: string, ...args: string[]): Promise<void> => {
  try {
    await promisify(execFile)(command, args)
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    throw new ConfigurationError(`${command} refuses its configuration:\n${stderr ?? String(cause)}`, {
      cause,
    })
  }
}

const load = async (unit: string): Promise<void> => {
  await systemctl('enable', '--quiet', unit)
  await systemctl('reload-or-restart', unit)
}

const setUpNginx = async (options: EdgeOptions): Promise<void> => {
  const { files } = options
  if (!existsSync('/etc/nginx/nginx.conf'))
    throw new ConfigurationError('nginx is not installed. Install it with: apt install nginx')
  requireCertificate(nginxCertificate, files)
  // A machine without IPv6 cannot listen on its addresses.
  const listen = (port: string) => (existsSync('/proc/net/if_inet6') ? `${port}; listen [::]:${port}` : port)
  const values = templateValues(options, await listApiPorts())
  await writeSites(nginxFolder, {
    ...values,
    EDGE_LISTEN: listen('443 ssl'),
    EDGE_REDIRECT_LISTEN: listen('80'),
  })
  if (files)
    await writeChanged(
      nginxCertificate,
      `ssl_certificate ${files.certificate};\nssl_certificate_key ${files.key};\n`,
    )
  await raiseLimits()
  await validate('nginx', '-t', '-q')
  await load('nginx')
}

const setUpCaddy = async (options: EdgeOptions): Promise<void> => {
  if (!existsSync(caddyFile))
    throw new ConfigurationError('Caddy is not installed. Install it with: apt install caddy')
  if (options.files)
    throw new ConfigurationError(
      'Caddy gets its certificate automatically. Leave out --certificate and --key.',
    )
  if ((await systemctl('is-active', 'nginx').catch(() => '')) === 'active')
    throw new ConfigurationError('nginx uses the ports of Caddy. Stop it with: systemctl disable --now nginx')
  await writeTemplate('Caddyfile', caddyFile, templateValues(options, await listApiPorts()))
  await validate('caddy', 'validate', '--config', caddyFile)
  await load('caddy')
}

/** Writes the configuration of the server in front of the services, and loads it. */
export const setUpEdge = async (edge: Edge, options: EdgeOptions): Promise<void> => {
  if (edge === 'nginx') await setUpNginx(options)
  if (edge === 'caddy') await setUpCaddy(options)
}

/** Ports of the two processes of the api in ops/compose.yaml. */
const containerApiPorts = [4000, 4002]

/** Writes the files that the edge of ops/compose.yaml reads. The files of the certificate are copied for its user. */
export const writeContainerEdge = async (folder: string, options: EdgeOptions): Promise<void> => {
  const { files } = options
  const certificate = join(folder, 'certificate.pem')
  requireCertificate(certificate, files)
  await mkdir(folder, { recursive: true })
  const values = templateValues(options, containerApiPorts)
  await writeSites(folder, { ...values, EDGE_LOG: '/dev/stdout', EDGE_ERROR_LOG: 'stderr' })
  if (!files) return
  await writeChanged(certificate, await readFile(files.certificate, 'utf8'))
  await writeChanged(join(folder, 'key.pem'), await readFile(files.key, 'utf8'))
}
