import { afterAll, beforeAll, expect, test } from 'vitest'

import { startFieldwork } from '../testing/fieldwork.ts'
import type { Fieldwork } from '../testing/fieldwork.ts'
import { takePhotos } from '../testing/photos.ts'

let fieldwork: Fieldwork
beforeAll(async () => {
  fieldwork = await startFieldwork()
})
afterAll(async () => {
  fieldwork.printResults()
  await fieldwork.stop()
})

test.for([0, 1, 250])('an interview with %i photos', { timeout: 120_000 }, async (count) => {
  const { createPhone, finalize, expectStored } = fieldwork
  const { phone } = await createPhone()
  const interview = { head: `${String(count)} photos`, photos: await takePhotos(count) }
  const instance = finalize(phone, interview)
  expect(await phone.send(instance)).toMatchObject({ isSent: true })
  await expectStored(`${String(count)} photos`, interview, phone)
})

test('leaves nothing in the storage but the files of responses', async () => {
  expect(await fieldwork.findLeftovers()).toEqual([])
})
