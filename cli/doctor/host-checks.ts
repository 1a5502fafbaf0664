import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { connect } from 'node:tls'
import { promisify } from 'node:util'

import { failed, ok, warning } from './check.ts'
import type { Check, Finding } from './check.ts'

export const nodeCheck: Check = {
  name: 'node',
  needs: [],
  run: async () => {
    const { node } = process.versions
    return node.startsWith('24.') ? ok(`Node.js ${node}`) : failed(`Node.js ${node}: version 24 is required`)
  },
}

/** Tokens tolerate a difference of five seconds. */
const maxClockDifferenceMs = 5_000

const clockOf = async (url: string): Promise<number> => {
  const startedAt = Date.now()
  const { headers } = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(5_000) })
  // The header has seconds, which are rounded down.
  const there = Date.parse(headers.get('date') ?? '') + 500
  return there - (startedAt + Date.now()) / 2
}

/** Returns whether the clock of this machine is synchronised; undefined without systemd. */
const isSynchronised = async (): Promise<boolean | undefined> => {
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'])
    return stdout.trim() === 'yes'
  } catch {
    return undefined
  }
}

export const clockCheck: Check = {
  name: 'clocks',
  needs: ['database', 'identity', 'api'],
  run: async ({ pool, api, identity }) => {
    const startedAt = Date.now()
    const { rows } = await pool.query<{ now: number }>(
      `select extract(epoch from clock_timestamp())::float8 * 1000 now`,
    )
    const differences = {
      database: (rows[0]?.now ?? 0) - (startedAt + Date.now()) / 2,
      identity: await clockOf(localUrl(identity)),
      api: await clockOf(localUrl(api)),
    }
    const wrong = Object.entries(differences).filter(([, ms]) => Math.abs(ms) > maxClockDifferenceMs)
    if (wrong.length > 0)
      return failed(
        wrong
          .map(([name, ms]) => `the clock of ${name} differs by ${String(Math.round(ms / 1000))} s`)
          .join(', '),
      )
    return (await isSynchronised()) === false
      ? warning('the clock of this machine is not synchronised: enable systemd-timesyncd or chrony')
      : ok('equal')
  },
}

/** Returns the address of a service on this machine. */
export const localUrl = ({ host, port }: { host: string; port: number }): string =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${String(port)}`

const gigabyte = 1024 ** 3

/** Judges the free space of a file system. */
const judgeSpace = async (path: string): Promise<Finding> => {
  const { bavail, blocks, bsize } = await statfs(path)
  const free = bavail * bsize
  const share = bavail / blocks
  const text = `${path}: ${(free / gigabyte).toFixed(1)} GB free, ${(share * 100).toFixed(0)} %`
  if (free < gigabyte || share < 0.05) return failed(text)
  return share < 0.15 ? warning(text) : ok(text)
}

export const diskCheck: Check = {
  name: 'disk',
  needs: ['configuration'],
  run: async ({ api }) => {
    const paths = [
      tmpdir(),
      ...(api.storage.driver === 'disk' ? [api.storage.root] : []),
      '/var/lib/postgresql',
    ]
    // A missing folder is the subject of another check.
    const findings = await Promise.all(paths.map((path) => judgeSpace(path).catch(() => undefined)))
    return worstOf(findings.filter((finding) => finding !== undefined))
  },
}

const worstOf = (findings: readonly Finding[]): Finding =>
  findings.find(({ status }) => status === 'failed') ??
  findings.find(({ status }) => status === 'warning') ??
  ok(findings.map(({ text }) => text).join('; '))

const validUntil = (url: URL): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = connect(
      { host: url.hostname, port: Number(url.port || 443), servername: url.hostname, timeout: 5_000 },
      () => {
        resolve(new Date(socket.getPeerCertificate().valid_to))
        socket.destroy()
      },
    )
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('no answer within 5 s')))
  })

const dayMs = 86_400_000

export const certificateCheck: Check = {
  name: 'certificate',
  needs: ['configuration'],
  run: async ({ api }) => {
    const url = new URL(api.publicUrl)
    if (url.protocol !== 'https:') return ok('not used: PUBLIC_URL is not https')
    const days = Math.floor(((await validUntil(url)).getTime() - Date.now()) / dayMs)
    const text = `${url.hostname}: valid for ${String(days)} days`
    if (days < 7) return failed(text)
    return days < 21 ? warning(text) : ok(text)
  },
}
