import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { listFlags } from '@baseline/contract/survey-responses/flags.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, interview } from '../../../../testing/responses.ts'
import { openWorld } from '../../../../testing/world.ts'
import type { World } from '../../../../testing/world.ts'
import { checkQueued } from '../check-job.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db, { timeZone: 'Africa/Maputo' })
})
afterAll(() => world.close())

const read = async (statement: string, values: unknown[] = []) => {
  const { rows } = await world.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, values))
  return rows
}

let created = 0
/** Creates an interview from 09:00 to 09:45 in Maputo, and checks it. */
const create = async () => {
  created += 1
  const name = `Enumerator ${String(created)}`
  const { body, status } = await world.as('supervisor')(contract.createSurveyResponse, {
    body: {
      data: {
        ...interview(surveyId),
        investigatorName: name,
        location: { latitude: -19, longitude: 33, accuracy: 5 },
        values: { village: 'Chimoio', head: name, farms: 'no' },
      },
    },
  })
  expect(status).toBe(200)
  await check()
  return body
}
const check = () => checkQueued(world.services.streams, 'UTC', 60)

interface Taken {
  at?: string
  local?: string
  latitude?: number
}
/** Stores a photo of a response as the worker does when it has examined a file of a phone. */
const addPhoto = async ({ id }: { id: string }, content: string, { at, local, latitude }: Taken = {}) => {
  await read(
    `insert into files (folder, key, name, content_type, size, sha256, survey_id, response_id, question, taken_at,
       taken_local, taken_latitude, taken_longitude, unused_since, created_by)
     values ('surveyResponses', gen_random_uuid()::text, 'a.jpg', 'image/jpeg', 1, sha256($1), $2, $3, 'house', $4, $5,
       $6, case when $6::float8 is not null then 33 end, null, $7)`,
    [Buffer.from(content), surveyId, id, at, local, latitude, world.people.supervisor.id],
  )
  await check()
}

const flagsOf = async ({ id }: { id: string }) => {
  const { body } = await world.as('supervisor')(listFlags, { params: { id } })
  return body
    .filter(({ rule, state }) => rule === 'P1' && state === 'open')
    .map(({ condition, severity, question, evidence }) => [condition, severity, question, evidence])
}

test('a photo that arrives after the check is compared with the times of the interview', async () => {
  const [early, onTime, local] = [await create(), await create(), await create()]
  await addPhoto(early, 'early', { at: '2026-03-31T08:29:00+02:00' })
  await addPhoto(onTime, 'on time', { at: '2026-03-31T10:15:00+02:00' })
  // A camera without a time zone has the clock of the phone.
  await addPhoto(local, 'local', { local: '2026-03-31 10:45:00' })
  expect(await flagsOf(early)).toEqual([['time', 'warn', 'house', { minutes: 31, limit: 30 }]])
  expect(await flagsOf(onTime)).toEqual([])
  expect(await flagsOf(local)).toEqual([['time', 'warn', 'house', { minutes: 60, limit: 30 }]])
})

test('a photo from another place is flagged', async () => {
  const [far, near] = [await create(), await create()]
  await addPhoto(far, 'far', { latitude: -19.01 })
  await addPhoto(near, 'near', { latitude: -19.004 })
  expect(await flagsOf(far)).toEqual([['place', 'warn', 'house', { metres: 1_112, limit: 500 }]])
  expect(await flagsOf(near)).toEqual([])
})

test('the same photo in two responses is an error of both, until one does not use it any more', async () => {
  const [first, second, other] = [await create(), await create(), await create()]
  await addPhoto(first, 'same')
  expect(await flagsOf(first)).toEqual([])
  await addPhoto(second, 'same')
  await addPhoto(other, 'other')
  const naming = ({ id, displayId }: typeof first) => ({ other: displayId, otherId: id })
  expect(await flagsOf(first)).toEqual([['copy', 'error', 'house', naming(second)]])
  expect(await flagsOf(second)).toEqual([['copy', 'error', 'house', naming(first)]])
  expect(await flagsOf(other)).toEqual([])
  await read('update files set unused_since = now() where response_id = $1', [second.id])
  await check()
  expect(await flagsOf(first)).toEqual([])
  expect(await flagsOf(second)).toEqual([])
  await addPhoto(second, 'same')
  expect(await flagsOf(first)).toHaveLength(1)
  await world.as('supervisor')(contract.destroySurveyResponses, { query: { ids: [first.id] } })
  await check()
  expect(await flagsOf(second)).toEqual([])
})
