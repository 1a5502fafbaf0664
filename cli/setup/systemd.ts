import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { readConfig } from '../../api/src/config.ts'
import { ConfigurationError } from '../../contract/src/start-error.ts'
import { readConfig as readIdentityConfig } from '../../identity/src/config.ts'
import { localUrl } from '../doctor/host-checks.ts'
import { readEnvironment } from '../environment.ts'

export const systemctl = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('systemctl', args)).stdout.trim()

const maxStartMs = 60_000

const waitUntilReady = async (unit: string, url: string): Promise<void> => {
  const deadline = Date.now() + maxStartMs
  for (;;) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline)
      throw new ConfigurationError(`${unit} is not ready. Its log says why: journalctl --unit ${unit}`)
    await sleep(200)
  }
}

/** Returns the port of an api, which is the instance of its unit. */
const apiPortOf = (unit: string): number | undefined => {
  const port = /^baseline-api@(\d+)\.service$/.exec(unit)?.[1]
  return port === undefined ? undefined : Number(port)
}

/** Returns the address at which a unit says whether it is ready. */
const readinessOf = async (unit: string): Promise<string> => {
  const api = readConfig(await readEnvironment('api'))
  const port = apiPortOf(unit)
  if (port !== undefined) return `${localUrl({ ...api, port })}/ready`
  return unit === 'baseline-worker.service'
    ? `${localUrl(readConfig(await readEnvironment('worker')))}/ready`
    : `${localUrl(readIdentityConfig(await readEnvironment('identity')))}/ready`
}

/** Lists the units of the services in the order in which they start. */
const listServices = async (): Promise<string[]> => {
  const units = (await systemctl('show', '--property=Wants', '--value', 'baseline.target')).split(' ')
  const order = ['baseline-identity', 'baseline-api', 'baseline-worker']
  return order.flatMap((prefix) =>
    units.filter((unit) => unit.startsWith(prefix) && unit.endsWith('.service')).toSorted(),
  )
}

export const listApiPorts = async (): Promise<number[]> =>
  (await listServices()).map(apiPortOf).filter((port) => port !== undefined)

/** Restarts the services one after the other, so that one process of the api is always ready. */
export const restartServices = async (): Promise<void> => {
  for (const unit of await listServices()) {
    await systemctl('restart', unit)
    await waitUntilReady(unit, await readinessOf(unit))
    console.log(`${unit}: ready`)
  }
}

/** Starts the services now and at each boot. */
export const startServices = async (): Promise<void> => {
  await systemctl('daemon-reload')
  await systemctl('enable', '--quiet', '--now', 'baseline.target')
  for (const unit of await listServices()) await waitUntilReady(unit, await readinessOf(unit))
}
