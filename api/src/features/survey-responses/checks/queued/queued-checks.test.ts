import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { listFlags } from '@baseline/contract/survey-responses/flags.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, interview, question } from '../../../../testing/responses.ts'
import { openWorld } from '../../../../testing/world.ts'
import type { World } from '../../../../testing/world.ts'
import { checkQueued } from '../check-job.ts'

let world: World
let surveyId: string
const keys = Array.from({ length: 22 }, (_, index) => `q${String(index)}`)
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Starts a test in a separate survey. */
const open = async () => {
  surveyId = await createOpenSurvey(world.db, {
    timeZone: 'Africa/Maputo',
    items: [
      question('village', { type: 'text', feeds: 'village' }),
      question('head', { type: 'text', feeds: 'householdName' }),
      question('contact', { type: 'text', isRespondentPhone: true }),
      ...keys.map((key) => question(key, { type: 'integer' })),
    ],
  })
}

let created = 0
interface Interview {
  startTime?: string
  endTime?: string | null
  investigatorName?: string
  values?: object
  location?: { latitude: number; longitude: number; accuracy: number }
}
const create = async ({ values, ...more }: Interview = {}) => {
  created += 1
  const { body, status } = await world.as('supervisor')(contract.createSurveyResponse, {
    body: {
      data: {
        ...interview(surveyId),
        investigatorName: `Enumerator ${String(created)}`,
        ...more,
        values: { head: `Head ${String(created)}`, village: 'Chimoio', ...values },
      },
    },
  })
  expect(status).toBe(200)
  return body
}

const check = () => checkQueued(world.services.streams, 'UTC', 60)

/** Returns the open flags of the queued rules: condition and the other response. */
const flagsOf = async ({ id }: { id: string }) => {
  const { body } = await world.as('supervisor')(listFlags, { params: { id } })
  return body
    .filter(({ state, rule }) => state !== 'fixed' && ['T9', 'G4', 'G5', 'D2', 'D3'].includes(rule))
    .map(({ rule, condition, evidence }) => [rule, condition, evidence])
}
const naming = ({ id, displayId }: { id: string; displayId: string }) => ({ other: displayId, otherId: id })

const remove = ({ id }: { id: string }) =>
  world.as('supervisor')(contract.destroySurveyResponses, { query: { ids: [id] } })

const at = (time: string) => `2026-03-31T${time}:00+02:00`
const investigatorName = 'Ana Sitoe'

test('overlapping interviews name each other, until one is deleted', async () => {
  await open()
  const first = await create({ investigatorName, startTime: at('09:00'), endTime: at('09:40') })
  const other = await create({ startTime: at('09:10'), endTime: at('09:50') })
  const second = await create({ investigatorName, startTime: at('09:30'), endTime: at('10:10') })
  const third = await create({ investigatorName, startTime: at('10:12'), endTime: at('10:50') })
  await check()
  const overlap = { minutes: 10, limit: 2 }
  expect(await flagsOf(first)).toEqual([['T9', 'overlap', { ...overlap, ...naming(second) }]])
  expect(await flagsOf(second)).toEqual([['T9', 'overlap', { ...overlap, ...naming(first) }]])
  expect(await flagsOf(third)).toEqual([['T9', 'gap', { minutes: 2, limit: 5, ...naming(second) }]])
  expect(await flagsOf(other)).toEqual([])
  await remove(second)
  await check()
  expect(await flagsOf(first)).toEqual([])
  expect(await flagsOf(third)).toEqual([])
})

const place = (north: number, accuracy = 5) => ({ latitude: -19 + north / 111_195, longitude: 33, accuracy })

test('an interview that is too far from the previous one names it', async () => {
  await open()
  const first = await create({
    investigatorName,
    startTime: at('09:00'),
    endTime: at('09:40'),
    location: place(0),
  })
  const far = await create({
    investigatorName,
    startTime: at('09:50'),
    endTime: at('10:30'),
    location: place(20_000),
  })
  await check()
  const evidence = { metres: 20_000, minutes: 10, speed: 120, limit: 80, ...naming(first) }
  expect(await flagsOf(far)).toEqual([['G4', 'speed', evidence]])
  // An interview between them, with a later start on the way, is the previous one.
  const between = await create({
    investigatorName,
    startTime: at('09:42'),
    endTime: at('09:43'),
    location: place(10_000),
  })
  await check()
  expect((await flagsOf(far)).map(([, , found]) => found)).toEqual([
    { metres: 10_000, minutes: 7, speed: 86, limit: 80, ...naming(between) },
  ])
})

test('three households at one spot are flagged, and two of them are not', async () => {
  await open()
  const [a, b, c] = [
    await create({ investigatorName, startTime: at('08:00'), endTime: at('08:40'), location: place(0) }),
    await create({ investigatorName, startTime: at('09:00'), endTime: at('09:40'), location: place(4) }),
    await create({ investigatorName, startTime: at('10:00'), endTime: at('10:40'), location: place(8) }),
  ]
  // Not exact enough; another enumerator.
  await create({ investigatorName, startTime: at('11:00'), endTime: at('11:40'), location: place(0, 30) })
  await create({ startTime: at('12:00'), endTime: at('12:40'), location: place(0) })
  await check()
  const evidence = { count: 3, metres: 10, limit: 3 }
  for (const one of [a, b, c]) expect(await flagsOf(one)).toEqual([['G5', 'spot', evidence]])
  await remove(c)
  await check()
  for (const one of [a, b]) expect(await flagsOf(one)).toEqual([])
})

test('an interview of a long day is compared with others that a deletion brings within reach', async () => {
  await open()
  const day: Awaited<ReturnType<typeof create>>[] = []
  for (let index = 0; index < 32; index += 1) {
    const minute = String(index).padStart(2, '0')
    const isOnSpot = [0, 1, 31].includes(index)
    day.push(
      await create({
        investigatorName,
        startTime: at(`09:${minute}`),
        endTime: at(`09:${minute}`),
        location: place(isOnSpot ? index / 10 : 1_000 * index),
      }),
    )
  }
  const spotsOf = async () => {
    const flags = await Promise.all(day.map(async (one) => await flagsOf(one)))
    return flags.flatMap((found, index) => (found.some(([rule]) => rule === 'G5') ? [index] : []))
  }
  await check()
  // The first and the last interview are too many interviews apart to count each other.
  expect(await spotsOf()).toEqual([1])
  const [between] = day.splice(10, 1)
  if (between) await remove(between)
  await check()
  expect(await spotsOf()).toEqual([0, 1, 30])
})

test('the household name alone is a warning; with the phone number or the place it is an error', async () => {
  await open()
  const head = 'João Manuel'
  const first = await create({ values: { head, contact: '+258 84 123 4567' }, location: place(0) })
  const namesake = await create({ values: { head: 'joao  manuel'.replace('  ', ' ') }, location: place(900) })
  const twin = await create({ values: { head, contact: '841234567' } })
  const neighbour = await create({ values: { head }, location: place(930) })
  await create({ values: { head, village: 'Beira' } })
  await check()
  expect(await flagsOf(twin)).toEqual([['D2', 'householdAndPhone', naming(first)]])
  expect(await flagsOf(first)).toEqual([['D2', 'householdAndPhone', naming(twin)]])
  const neighbours = { metres: 30, limit: 50 }
  expect(await flagsOf(neighbour)).toEqual([
    ['D2', 'householdAndPlace', { ...neighbours, ...naming(namesake) }],
  ])
  expect(await flagsOf(namesake)).toEqual([
    ['D2', 'householdAndPlace', { ...neighbours, ...naming(neighbour) }],
  ])
  const { status } = await world.as('manager')(contract.changeResponseStatus, {
    params: { id: neighbour.id },
    body: { status: 'rejected', comment: 'Not an interview' },
  })
  expect(status).toBe(200)
  await check()
  expect(await flagsOf(namesake)).toEqual([['D2', 'household', naming(first)]])
  expect(await flagsOf(neighbour)).toEqual([])
  const sharing = await create({ values: { contact: '00258 841 234 567' } })
  await check()
  expect(await flagsOf(sharing)).toEqual([['D2', 'phone', naming(twin)]])
})

test('equal answers name the earlier response, the first one the next', async () => {
  await open()
  const same = Object.fromEntries(keys.map((key, index) => [key, index]))
  const first = await create({ values: { ...same, contact: '841111122' } })
  const copy = await create({ values: same })
  const third = await create({ values: same })
  const other = await create({ values: { ...same, q3: 99 } })
  await check()
  expect(await flagsOf(first)).toEqual([['D3', 'equal', { answers: 22, ...naming(copy) }]])
  expect(await flagsOf(copy)).toEqual([['D3', 'equal', { answers: 22, ...naming(first) }]])
  expect(await flagsOf(third)).toEqual([['D3', 'equal', { answers: 22, ...naming(copy) }]])
  expect(await flagsOf(other)).toEqual([])
  await remove(copy)
  await check()
  expect(await flagsOf(third)).toEqual([['D3', 'equal', { answers: 22, ...naming(first) }]])
})
