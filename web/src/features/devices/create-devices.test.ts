import { expect, test } from 'vitest'

import { answerFetch, aUser, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { createDevices, devicesOf, startBatch } from './create-devices.ts'

const people = Array.from({ length: 10 }, (_, index) => ({
  id: `person-${String(index)}`,
  name: `Person ${String(index)}`,
  managerName: null,
  deviceCount: 0,
}))

interface Body {
  data: { label: string; userDetailsId: string }
}

/** A server that refuses the person with this name, and responds to the others. */
const answerAllExcept = (refused: string | undefined) =>
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'POST /api/devices': (body) => {
      const { data } = body as Body
      return data.label === refused
        ? { status: 400, body: { code: 'entities.devices.errors.personNotFound' } }
        : { body: { id: `device of ${data.userDetailsId}`, label: data.label } }
    },
  })

test('creates a device for each person, in their order, with the progress', async () => {
  answerAllExcept(undefined)
  const batch = startBatch(people, null)
  const progress: number[] = []
  await createDevices(batch, (count) => progress.push(count))
  expect(devicesOf(batch).map(({ label }) => label)).toEqual(people.map(({ name }) => name))
  expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('stops at an error, keeps what exists, and creates the rest at the next attempt', async () => {
  const first = answerAllExcept('Person 3')
  const batch = startBatch(people, null)
  await expect(createDevices(batch, () => undefined)).rejects.toMatchObject({
    person: people[3],
    cause: { code: 'entities.devices.errors.personNotFound' },
  })
  const created = devicesOf(batch).length
  expect(created).toBeGreaterThanOrEqual(3)
  expect(created).toBeLessThan(9)
  expect(first.filter((request) => request.startsWith('POST'))).toHaveLength(created + 1)

  const second = answerAllExcept(undefined)
  await createDevices(batch, () => undefined)
  expect(devicesOf(batch)).toHaveLength(10)
  expect(second.filter((request) => request.startsWith('POST'))).toHaveLength(10 - created)
})
