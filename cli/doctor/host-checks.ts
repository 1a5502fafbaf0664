import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { judgeDays, readCertificate } from '../../api/src/platform/monitoring/certificate.ts'
import { maxClockDifferenceMs, readClockDifference } from '../../api/src/platform/monitoring/database.ts'
import { describeSpace, foldersOf, judgeSpace, readSpaces } from '../../api/src/platform/monitoring/disk.ts'
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
  run: async ({ db, api, identity }) => {
    const differences = {
      database: await readClockDifference(db),
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

export const diskCheck: Check = {
  name: 'disk',
  needs: ['configuration'],
  run: async ({ api }) => {
    // A missing folder is the subject of another check.
    const spaces = await readSpaces(foldersOf(api))
    return worstOf(spaces.map(({ space }) => findingOf[judgeSpace(space)](describeSpace(space))))
  },
}

const findingOf = { ok, low: warning, full: failed } as const

const worstOf = (findings: readonly Finding[]): Finding =>
  findings.find(({ status }) => status === 'failed') ??
  findings.find(({ status }) => status === 'warning') ??
  ok(findings.map(({ text }) => text).join('; '))

export const certificateCheck: Check = {
  name: 'certificate',
  needs: ['configuration'],
  run: async ({ api }) => {
    const url = new URL(api.publicUrl)
    if (url.protocol !== 'https:') return ok('not used: PUBLIC_URL is not https')
    const { daysLeft, problem } = await readCertificate(url)
    if (problem !== undefined) return failed(`${url.hostname}: ${problem}`)
    const finding = { ok, soon: warning, urgent: failed }[judgeDays(daysLeft)]
    return finding(`${url.hostname}: valid for ${String(daysLeft)} days`)
  },
}
