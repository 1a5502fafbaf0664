import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { requireThat } from '../rooms/report.ts'
import type { Machine } from '../stack/machine.ts'
import type { Acknowledged, Listing } from './client.ts'
import { runClient } from './run-client.ts'

/** Events on the server until it was lost. */
export interface History {
  acknowledged: Acknowledged[]
  /** Time to which the other server is restored. */
  target: number
  /** Ids of responses that were deleted after it. */
  deleted: string[]
  /** Id of the response of a household that was erased after it. */
  erased: string
}

const hashOf = async (machine: Machine, key: string): Promise<string> => {
  const content = await readFile(join(machine.root, 'var/lib/baseline/files', key)).catch(() => undefined)
  return content ? createHash('sha256').update(content).digest('hex') : 'missing'
}

interface Servers {
  lost: Machine
  spare: Machine
  cookie: string
  history: History
}

const compareResponses = ({ acknowledged, target, deleted, erased }: History, listing: Listing): void => {
  const present = new Set(listing.responses)
  const countPresent = (ids: readonly string[]) => ids.filter((id) => present.has(id)).length
  const earlier = acknowledged.filter(({ id, at }) => at <= target && id !== erased).map(({ id }) => id)
  requireThat(
    earlier.length > 0 && countPresent(earlier) === earlier.length,
    `acknowledged before the time: ${String(earlier.length)}, found: ${String(countPresent(earlier))}`,
  )
  requireThat(
    deleted.length === 950 && countPresent(deleted) === 950,
    `deleted after the time: ${String(deleted.length)}, found again: ${String(countPresent(deleted))}`,
  )
  // A call that was on its way at the time may be on either side.
  const later = acknowledged.filter(({ at }) => at > target + 1_000).map(({ id }) => id)
  requireThat(
    later.length > 0 && countPresent(later) === 0,
    `acknowledged after the time: ${String(later.length)}, found: ${String(countPresent(later))}`,
  )
  const states = listing.erasures.map(({ state }) => state)
  requireThat(
    !present.has(erased) && states.join() === 'SUCCESS',
    `erasures applied again: ${String(states.length)}, the household has ${String(countPresent([erased]))} responses`,
  )
}

const compareFiles = async ({ lost, spare, history }: Servers, { files }: Listing): Promise<void> => {
  let equal = 0
  for (const { key, sha256 } of files) {
    const hash = await hashOf(spare, key)
    if (hash === sha256 && hash === (await hashOf(lost, key))) equal += 1
  }
  const photos =
    history.acknowledged.filter(({ hasPhoto, at }) => hasPhoto && at <= history.target).length - 1
  requireThat(
    equal === files.length && equal >= photos,
    `photos: ${String(photos)} acknowledged before the time, ${String(files.length)} found, ${String(equal)} with the same SHA-256`,
  )
}

/** Compares the restored server with what the lost one had acknowledged. */
export const compare = async (servers: Servers): Promise<void> => {
  const { spare, cookie, history } = servers
  const listing = (await runClient(spare, 'list', { cookie })) as Listing // printed by client.ts
  compareResponses(history, listing)
  await compareFiles(servers, listing)
  const page = (await runClient(spare, 'read', { cookie })) as { count: number } // as the contract says
  requireThat(page.count > 0, 'the session of the manager is valid, and the list has responses')
}
