import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, interview } from '../../../testing/responses.ts'
import { openWorld, repeatWhileBusy } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
})
afterAll(() => world.close())

interface Row {
  id: string
  displayId: string
  householdName: string
}

const send = (path: string, key: string | undefined, payload: object) =>
  repeatWhileBusy(() =>
    world.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: {
        authorization: `Bearer ${world.people.manager.token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      payload,
    }),
  )
const dataOf = (head: string, more: object = {}) => ({
  ...interview(surveyId),
  values: { head, farms: 'no' },
  ...more,
})
const post = (key: string | undefined, head: string, more: object = {}) =>
  send('/survey-responses', key, { data: dataOf(head, more) })

const read = async (statement: string, values: unknown[] = []) => {
  const { rows } = await world.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, values))
  return rows
}

test('concurrent calls share transactions, and each gets its own result', async () => {
  const heads = Array.from({ length: 60 }, (_, index) => `Head ${String(index)}`)
  const answers = await Promise.all(heads.map((head, index) => post(`key-${String(index)}`, head)))
  const rows = answers.map((answer) => answer.json<Row>())
  expect(rows.map(({ householdName }) => householdName)).toEqual(heads)
  const ids = rows.map(({ id }) => id)
  const [stored] = await read(
    `select count(*)::int responses, count(distinct r.xmin::text)::int transactions,
       count(distinct d.display_id)::int "displayIds", count(distinct a.id)::int entries,
       count(distinct k.key)::int keys
     from survey_responses r
     join display_ids d on d.response_id = r.id and d.display_id = r.display_id
     join audit_log a on a.entity_id = r.id::text and a.action = 'create'
     join idempotency_keys k on k.response->>'createdRecordId' = r.id::text
     where r.id = any($1)`,
    [ids],
  )
  expect(stored).toMatchObject({ responses: 60, displayIds: 60, entries: 60, keys: 60 })
  expect(stored?.['transactions']).toBeLessThan(40)
  for (const { id, displayId, householdName } of rows.slice(0, 5)) {
    const { body } = await world.as('manager')(contract.getSurveyResponse, { params: { id } })
    expect(body).toMatchObject({ id, displayId, householdName })
  }
})

test('a refused call does not affect the calls beside it', async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, (_, index) => post(undefined, `Beside ${String(index)}`)),
    post(undefined, ''),
    post('invalid', ''),
    post('unknown', 'Unknown', { surveyId: '019a0000-0000-7000-8000-000000000000' }),
    post('unstorable', 'Beside \u0000'),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    ...Array.from({ length: 10 }, () => 200),
    400,
    400,
    400,
    400,
  ])
  // A refused call leaves no key: it can be repeated after a correction.
  const keys = await read(
    `select key from idempotency_keys where key in ('invalid', 'unknown', 'unstorable')`,
  )
  expect(keys).toEqual([])
  const [stored] = await read(
    `select count(*)::int n from survey_responses where household_name like 'Beside %'`,
  )
  expect(stored).toEqual({ n: 10 })
})

test('a repeated key returns the first response, and refuses another body', async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => post('same', 'Once')),
    post('same', 'Another'),
    ...Array.from({ length: 5 }, (_, index) => post(undefined, `Others ${String(index)}`)),
  ])
  const [first, ...others] = answers.slice(0, 20).map((answer) => answer.json<Row>())
  for (const other of others) expect(other).toEqual(first)
  expect(answers[20]?.json()).toMatchObject({ code: 'errors.idempotencyKeyReused' })
  const [stored] = await read(
    `select count(*)::int n from survey_responses where household_name in ('Once', 'Another')`,
  )
  expect(stored).toEqual({ n: 1 })
  // Also after the survey closed, when a new response would be refused.
  await world.queryAsOwner(`update surveys set status = 'closed' where id = $1`, [surveyId])
  expect((await post('same', 'Once')).json()).toEqual(first)
  expect((await post('late', 'Late')).statusCode).toBe(400)
  await world.queryAsOwner(`update surveys set status = 'open' where id = $1`, [surveyId])
})

test('of several calls with one Survey Id, one is stored', async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, index) =>
      post(undefined, `Claims ${String(index)}`, { displayId: 'VILLAGE-1' }),
    ),
    ...Array.from({ length: 8 }, (_, index) => post(undefined, `Neighbour ${String(index)}`)),
  ])
  const statuses = answers.slice(0, 8).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
  expect(answers.slice(8).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
})

test('imports each row once, also when a file is sent twice at the same time', async () => {
  const rows = Array.from({ length: 20 }, (_, index) => index)
  const importRow = (index: number, attempt: string) =>
    send('/survey-responses/import', `import-${String(index)}-${attempt}`, {
      data: dataOf(`Imported ${String(index)}`),
      importHash: index.toString(16).padStart(64, '0'),
    })
  const answers = await Promise.all([
    ...rows.map((index) => importRow(index, 'a')),
    ...rows.map((index) => importRow(index, 'b')),
  ])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  const [stored] = await read(
    `select count(*)::int n, count(distinct household_name)::int names
     from survey_responses where household_name like 'Imported %'`,
  )
  expect(stored).toEqual({ n: 20, names: 20 })
  const [linked] = await read(
    `select count(*)::int n from import_hashes h join survey_responses r on r.id = h.row_id`,
  )
  expect(linked).toEqual({ n: 20 })
})
