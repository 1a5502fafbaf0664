import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { listDuplicates, rejectDuplicates } from '@baseline/contract/survey-responses/duplicates.ts'
import { listFlags } from '@baseline/contract/survey-responses/flags.ts'
import { undoResponseStatus } from '@baseline/contract/survey-responses/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, interview } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { checkQueued } from '../checks/check-job.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
})
afterAll(() => world.close())

interface Created {
  id: string
  version: number
  displayId: string
}

const create = async (survey = surveyId, head = 'João'): Promise<Created> => {
  const data = interview(survey)
  const { body, status } = await world.as('supervisor')(contract.createSurveyResponse, {
    body: { data: { ...data, values: { ...data.values, head } } },
  })
  expect(status).toBe(200)
  return body
}

const reject = (kept: Created, others: readonly Created[], as: 'manager' | 'supervisor' = 'manager') =>
  world.as(as, { 'if-match': String(kept.version) })(rejectDuplicates, {
    params: { id: kept.id },
    body: { others: others.map(({ id, version }) => ({ id, version })) },
  })

const statusOf = async ({ id }: Created) =>
  (await world.as('manager')(contract.getSurveyResponse, { params: { id } })).body.status

const linksOf = async ({ id }: Created) =>
  (await world.as('manager')(listDuplicates, { params: { id } })).body

const linkTo = ({ id, displayId }: Created) => ({ id, displayId })
const unlinked = { duplicateOf: null, duplicates: [] }

test('keeps one of three responses, and rejects the others with a comment and links in both directions', async () => {
  const [kept, second, third, fourth] = [await create(), await create(), await create(), await create()]
  const { body } = await reject(kept, [second, third])
  expect(body).toEqual({ duplicateOf: null, duplicates: [linkTo(second), linkTo(third)] })
  expect(await linksOf(kept)).toEqual(body)
  expect(await linksOf(second)).toEqual({ duplicateOf: linkTo(kept), duplicates: [] })
  expect(await linksOf(third)).toEqual({ duplicateOf: linkTo(kept), duplicates: [] })
  expect(await linksOf(fourth)).toEqual(unlinked)
  expect(await Promise.all([kept, second, third, fourth].map(statusOf))).toEqual([
    'submitted',
    'rejected',
    'rejected',
    'submitted',
  ])
  const { body: comments } = await world.as('manager')(contract.listComments, { params: { id: second.id } })
  expect(comments).toMatchObject([{ comment: `Duplicate of ${kept.displayId}`, status: 'rejected' }])
  expect((await world.as('manager')(contract.listComments, { params: { id: kept.id } })).body).toEqual([])
})

test('an undo opens a duplicate again and removes its link; the other keeps its link', async () => {
  const [kept, second, third] = [await create(), await create(), await create()]
  await reject(kept, [second, third])
  const undone = await world.as('manager')(undoResponseStatus, { params: { id: second.id } })
  expect(undone.body.status).toBe('submitted')
  expect(await linksOf(second)).toEqual(unlinked)
  expect(await linksOf(kept)).toEqual({ duplicateOf: null, duplicates: [linkTo(third)] })
  // Opening it with a reason removes the link, too.
  await world.as('manager')(contract.changeResponseStatus, {
    params: { id: third.id },
    body: { status: 'submitted', comment: 'Another household' },
  })
  expect(await linksOf(kept)).toEqual(unlinked)
})

test('the flags that compared the kept response with its duplicates go away', async () => {
  const separate = await createOpenSurvey(world.db)
  const [kept, second] = [await create(separate, 'Eva'), await create(separate, 'Eva')]
  const check = () => checkQueued(world.services.streams, 'UTC', 60)
  const openRules = async () => {
    const { body } = await world.as('manager')(listFlags, { params: { id: kept.id } })
    return body.filter(({ state }) => state === 'open').map(({ rule }) => rule)
  }
  await check()
  expect(await openRules()).toContain('D2')
  await reject(kept, [second])
  await check()
  expect(await openRules()).not.toContain('D2')
})

test('changes nothing if one of the responses has a newer version, or is rejected already', async () => {
  const [kept, second, third] = [await create(), await create(), await create()]
  expect((await reject(kept, [second, { ...third, version: 7 }])).status).toBe(409)
  expect((await reject({ ...kept, version: 7 }, [second, third])).status).toBe(409)
  expect(await statusOf(second)).toBe('submitted')
  expect(await linksOf(kept)).toEqual(unlinked)
  expect((await reject(kept, [second])).status).toBe(200)
  const again = { ...second, version: 2 }
  const refused = { status: 400, body: { code: 'entities.surveyResponses.errors.notDuplicates' } }
  expect(await reject(third, [again])).toMatchObject(refused)
  expect(await reject(again, [third])).toMatchObject(refused)
  expect(await reject(kept, [kept])).toMatchObject(refused)
  expect(await reject(kept, [await create(await createOpenSurvey(world.db))])).toMatchObject(refused)
})

test('follows the table of statuses: a supervisor cannot reject', async () => {
  const [kept, second] = [await create(), await create()]
  expect(await reject(kept, [second], 'supervisor')).toMatchObject({
    body: { code: 'entities.surveyResponses.errors.role' },
  })
  expect(await statusOf(second)).toBe('submitted')
})
