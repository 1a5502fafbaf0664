import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { question } from '../../testing/responses.ts'
import { createSurvey } from '../../testing/surveys.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { writeFormList } from './phone-forms.ts'
import { generator } from './xform/write-xform.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const listFor = (surveys: string[] | null) =>
  writeFormList(world.db, { surveys, person: null }, 'https://survey.example/api/field/x')
const urlsIn = (list: string) =>
  [...list.matchAll(/<downloadUrl>[^<]*\/forms\/([^<]+)</g)].map(([, url]) => url)

test('lists only open surveys, in their latest version', async () => {
  const formId = randomUUID()
  const items = [question('head', { type: 'text' })]
  await createSurvey(world.db, { formId, items, status: 'open' })
  const id = await createSurvey(world.db, {
    formId,
    items: [...items, question('age', { type: 'integer' })],
    status: 'open',
  })
  const others = [await createSurvey(world.db), await createSurvey(world.db, { status: 'open' })] as const
  await world.db.updateTable('surveys').set({ status: 'closed' }).where('id', '=', others[1]).execute()
  expect(urlsIn(await listFor(null))).toEqual([`${id}/2.${String(generator)}`])
})

test('writes a new form once for phones that ask at the same time', async () => {
  const own = await createSurvey(world.db, { status: 'open' })
  let threads = 0
  const count = () => {
    threads += 1
  }
  process.on('worker', count)
  const lists = await Promise.all(Array.from({ length: 10 }, () => listFor([own])))
  process.off('worker', count)
  expect([threads, new Set(lists).size]).toEqual([1, 1])
})

test('lists only the surveys of the device', async () => {
  const own = await createSurvey(world.db, { status: 'open' })
  await createSurvey(world.db, { status: 'open' })
  expect(urlsIn(await listFor([own]))).toEqual([expect.stringMatching(own)])
})

test('escapes texts in the list', async () => {
  const id = await createSurvey(world.db, { status: 'open' })
  await world.db.updateTable('surveys').set({ label: '<Ana> "1" & 2' }).where('id', '=', id).execute()
  expect(await listFor([id])).toContain('<name>&lt;Ana&gt; &quot;1&quot; &amp; 2</name>')
})
