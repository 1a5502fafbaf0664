import { afterAll, beforeAll, expect, test } from 'vitest'

import { inTransaction } from '../../platform/database/transaction.ts'
import { createPhone, newInstanceId } from '../../testing/phone.ts'
import type { TestPhone } from '../../testing/phone.ts'
import { createOpenSurvey } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { eraseSubmissionsOf } from './erase-submissions.ts'

let world: World
let phone: TestPhone
beforeAll(async () => {
  world = await openWorld()
  phone = await createPhone(world, { surveyId: await createOpenSurvey(world.db) })
})
afterAll(() => world.close())

const submissionsOf = (instanceIds: readonly string[]) =>
  world.db
    .selectFrom('field_submissions')
    .select(['state', 'response_id as responseId'])
    .select((eb) => eb.fn<number>('length', ['xml']).as('bytes'))
    .where('instance_id', 'in', instanceIds)
    .orderBy('id')
    .execute()

const attachmentNames = async () =>
  (await world.db.selectFrom('field_attachments').select('name').execute()).map(({ name }) => name)

test('erases edits whose last post is missing, and what arrives of them later', async () => {
  const [original, edit, lateEdit] = [newInstanceId(), newInstanceId(), newInstanceId()]
  await phone.send({ instanceId: original })
  const edited = { instanceId: edit, deprecatedId: original, house: 'a.jpg' }
  const late = { instanceId: lateEdit, deprecatedId: original, house: 'b.jpg' }
  await phone.send(edited, { files: { 'a.jpg': Buffer.from('a') }, isIncomplete: true })
  const [stored] = await submissionsOf([original])
  await inTransaction(world.db, (tx) => eraseSubmissionsOf(tx, [stored?.responseId ?? '']))
  expect(await submissionsOf([original, edit])).toMatchObject([
    { state: 'erased', bytes: 0 },
    { state: 'erased', bytes: 0 },
  ])

  await phone.send(edited, { files: { 'a.jpg': Buffer.from('a') } })
  await phone.send(late, { files: { 'b.jpg': Buffer.from('b') }, isIncomplete: true })
  await phone.send(late, { files: {} })
  const states = await submissionsOf([original, edit, lateEdit])
  expect(states.map(({ state, bytes }) => [state, bytes])).toEqual([
    ['erased', 0],
    ['erased', 0],
    ['erased', 0],
  ])
  expect(await attachmentNames()).toEqual([])
  const due = await world.db.selectFrom('files_to_remove').select('key').execute()
  expect(due.length).toBeGreaterThanOrEqual(2)
})
