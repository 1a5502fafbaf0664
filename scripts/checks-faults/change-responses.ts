import { setTimeout as sleep } from 'node:timers/promises'

import { send } from '../../bench/send.ts'
import type { Interview } from '../detection/world.ts'
import type { Chance } from '../seed/chance.ts'

/** Returns the body of a call that creates or replaces a response. */
type Next = () => object

const toIso = (time: number): string => new Date(time).toISOString()

/**
 * Returns a function that makes interviews of few people in few places, so that many of them concern each other: the
 * same household, day or answers.
 */
export const createChanges = (chance: Chance, interviews: readonly Interview[]): Next => {
  const pool = interviews.slice(0, 600)
  return () => {
    const interview = chance.pick(pool)
    const place = chance.pick(pool)
    const shift = chance.integer(-30, 30) * 60_000
    const { position: _position, ...values } = interview.values
    const position = place.values['position']
    return {
      startTime: toIso(interview.start + shift),
      endTime: toIso(interview.end + shift),
      investigatorName: chance.pick(pool).enumerator.name,
      supervisorName: interview.supervisor,
      values: {
        ...values,
        ...(chance.happens(0.5) && { household_name: place.values['household_name'] }),
        ...(chance.happens(0.5) && { village: place.values['village'] }),
        ...(position !== undefined && { position }),
      },
    }
  }
}

interface Answer {
  status: number
  text: string
}

/** Creates, edits, reviews and deletes responses, and adds photos, at random until the number of changes is reached. */
export const changeResponses = async (
  {
    url,
    bearer,
    surveyId,
    next,
    chance,
    addPhoto,
  }: {
    url: string
    bearer: () => Promise<string>
    surveyId: string
    next: Next
    chance: Chance
    addPhoto: (responseId: string, chance: Chance) => Promise<void>
  },
  remaining: { changes: number; answers: Map<string, number> },
): Promise<void> => {
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    for (;;) {
      const headers = {
        authorization: await bearer(),
        ...(body && { 'content-type': 'application/json' }),
      }
      const answer = await send(`${url}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      if (answer.status !== 429 && answer.status !== 503) {
        const key = `${method} ${String(answer.status)}`
        remaining.answers.set(key, (remaining.answers.get(key) ?? 0) + 1)
        return answer
      }
      await sleep(100)
    }
  }
  const own = new Map<string, string>()
  while (remaining.changes > 0) {
    remaining.changes -= 1
    const ids = [...own.keys()]
    const id = ids.length < 5 ? undefined : chance.pick(ids)
    const choice = chance.fraction()
    if (id === undefined || choice < 0.4) {
      const answer = await call('POST', '/survey-responses', { data: { surveyId, ...next() } })
      if (answer.status !== 200) throw new Error(`a response was refused: ${answer.text}`)
      const created = JSON.parse(answer.text) as { id: string; displayId: string } // the contract of the route
      own.set(created.id, created.displayId)
    } else if (choice < 0.7) {
      const data = { displayId: own.get(id), ...next() }
      await call('PUT', `/survey-responses/${id}`, { id, data })
    } else if (choice < 0.73) await addPhoto(id, chance)
    else if (choice < 0.9) {
      const status = chance.pick(['verified', 'approved', 'onHold', 'returned', 'rejected', 'submitted'])
      // Some changes of the status are not allowed, and are refused.
      await call('POST', `/survey-responses/${id}/status`, { status, comment: 'measured' })
    } else {
      const { status } = await call('DELETE', `/survey-responses?ids[]=${id}`)
      if (status === 200) own.delete(id)
    }
  }
}
