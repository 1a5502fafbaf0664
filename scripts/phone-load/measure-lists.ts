import { setTimeout as sleep } from 'node:timers/promises'

import { pathOf } from '../../bench/queries.ts'
import type { ListQuery } from '../../bench/queries.ts'
import { send } from '../../bench/send.ts'
import type { Session } from '../stack/session.ts'

const pauseMs = 50

/** Pages that supervisors and managers open all the time. */
const queries: ListQuery[] = [
  { orderBy: 'createdAt_DESC' },
  { orderBy: 'endTime_DESC' },
  { orderBy: 'createdAt_DESC', filter: { status: ['submitted'] } },
  { orderBy: 'surveyDate_DESC', filter: { status: ['submitted', 'resubmitted'] } },
  { orderBy: 'householdName_ASC' },
]
const pages = queries.map(pathOf)

/**
 * Calls lists one after the other until the signal is aborted. Returns the durations in ms. A call that fails because
 * the api was killed has none.
 */
export const measureLists = async (
  serverUrl: string,
  session: Session,
  signal: AbortSignal,
): Promise<number[]> => {
  const durations: number[] = []
  for (let call = 0; !signal.aborted; call += 1) {
    const page = pages[call % pages.length] ?? ''
    const authorization = await session.bearer()
    const startedAt = performance.now()
    const answer = await send(`${serverUrl}/api${page}`, { headers: { authorization } }).catch(
      () => undefined,
    )
    if (answer?.status === 200) durations.push(performance.now() - startedAt)
    else if (answer && answer.status < 500) throw new Error(`${page}: ${answer.text}`)
    await sleep(pauseMs)
  }
  return durations
}
