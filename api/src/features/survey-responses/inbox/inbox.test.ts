import type { CallInput, Output } from '@baseline/contract/http.ts'
import { listIntake } from '@baseline/contract/intake/contract.ts'
import { decideIntakeItem, getIntakeItem, getIntakeXml } from '@baseline/contract/intake/item.ts'
import {
  changeResponseStatus,
  destroySurveyResponses,
  getHistory,
  listComments,
  listImages,
} from '@baseline/contract/survey-responses/contract.ts'
import { listSubmissions } from '@baseline/contract/survey-responses/submissions.ts'
import { changeSurveyStatus } from '@baseline/contract/surveys/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { picture } from '../../../testing/images.ts'
import { createPhone, newInstanceId } from '../../../testing/phone.ts'
import type { Interview } from '../../../testing/phone.ts'
import { createOpenSurvey } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { phoneFilesJob } from '../../storage/phone-files-job.ts'

let world: World
let surveyId: string
let phone: Awaited<ReturnType<typeof createPhone>>
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
  phone = await createPhone(world, { surveyId })
})
afterAll(() => world.close())

const asManager = () => world.as('manager')
const send = async (...post: Parameters<(typeof phone)['send']>) =>
  expect((await phone.send(...post)).statusCode).toBe(201)

const rowsOf = (instanceId: string) =>
  world.db
    .selectFrom('field_submissions')
    .select(['id', 'state', 'response_id', 'problem'])
    .where('instance_id', '=', instanceId)
    .orderBy('id')
    .execute()

/** Returns the id of the submission of an instance that waits. */
const waitingId = async (instanceId: string): Promise<string> => {
  const rows = await rowsOf(instanceId)
  return rows.find(({ state }) => state !== 'stored' && state !== 'discarded')?.id ?? ''
}

const responseOf = (id: string | null | undefined) =>
  world.db
    .selectFrom('survey_responses')
    .select(['id', 'status', 'values', 'version'])
    .where('id', '=', id ?? '')
    .executeTakeFirst()

/** Returns the responses of a head of household, who is another one in each test. */
const responsesOf = (head: string) =>
  world.db
    .selectFrom('survey_responses')
    .select(['id', 'status'])
    .where('household_name', '=', head)
    .execute()

type Item = Output<typeof listIntake>['rows'][number]
const listed = async (filter: object = {}): Promise<Item[]> =>
  (await asManager()(listIntake, { query: { filter, limit: 100 } })).body.rows

const open = async (id: string) => (await asManager()(getIntakeItem, { params: { id } })).body

type Decision = CallInput<typeof decideIntakeItem>['body']
const decide = (id: string, body: Decision, headers = {}) =>
  world.as('manager', headers)(decideIntakeItem, { params: { id }, body })

const setStatus = async (id: string, status: 'approved' | 'rejected') => {
  // An answer that breaks a rule of the questionnaire has an error flag, which blocks the approval.
  const waiver = { reason: 'knownException' } as const
  const body = { status, comment: 'Checked', ...(status === 'approved' && { waiver }) }
  expect((await asManager()(changeResponseStatus, { params: { id }, body })).status).toBe(200)
}

/** Sends an interview and another one with the same instance. Returns the response and the conflict. */
const sendConflict = async (change: Partial<Interview> = {}) => {
  const instanceId = newInstanceId()
  await send({ instanceId })
  const [stored] = await rowsOf(instanceId)
  await send({ instanceId, head: 'Maria', ...change })
  return { instanceId, responseId: stored?.response_id ?? '', id: await waitingId(instanceId) }
}

const makeOld = (id: string) =>
  world.db
    .updateTable('field_submissions')
    .set({ received_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', id)
    .execute()

describe('the list', () => {
  test('has an interview until a manager decides, and finds it by device, survey, state and time', async () => {
    const { id, responseId } = await sendConflict()
    const found = (await listed()).find((item) => item.id === id)
    expect(found).toMatchObject({
      state: 'conflict',
      surveyId,
      surveyLabel: 'Baseline',
      deviceLabel: 'Phone of Ana',
      personName: null,
      response: { id: responseId, status: 'submitted', version: 1 },
      fileCount: 0,
    })
    const hasIt = async (filter: object) => (await listed(filter)).some((item) => item.id === id)
    const today = new Date().toISOString()
    const filters = [
      { search: 'of ana' },
      { surveyId },
      { state: 'conflict' },
      { receivedAtRange: ['', today] },
    ]
    for (const filter of filters) expect([filter, await hasIt(filter)]).toEqual([filter, true])
    const others = [
      { search: 'of rui' },
      { surveyId: id },
      { state: ['heldBack', 'unreadable'] },
      { receivedAtRange: [today, ''] },
    ]
    for (const filter of others) expect([filter, await hasIt(filter)]).toEqual([filter, false])
    expect((await decide(id, { action: 'discard' })).status).toBe(200)
    expect(await hasIt({})).toBe(false)
    expect((await asManager()(getIntakeItem, { params: { id } })).status).toBe(404)
  })

  test('is read by the index of interviews that wait', async () => {
    const { rows } = await world.services.pool.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) select id from field_submissions where state not in ('stored', 'discarded', 'erased')
       order by received_at desc nulls last, id desc limit 10`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('received_at_id_idx')
  })
})

describe('a conflict', () => {
  test('shows the difference, and replaces the answers of the response', async () => {
    const { id, instanceId, responseId } = await sendConflict()
    const item = await open(id)
    expect(item.changes?.filter(({ field }) => field.startsWith('values.'))).toEqual([
      { field: 'values.head', before: 'João', after: 'Maria' },
    ])
    expect(item).toMatchObject({ odkDeviceId: 'collect:abc', userAgent: 'org.odk.collect.android/v2026.2.0' })

    const { status, body } = await decide(id, { action: 'accept', storeAs: 'edit' })
    expect([status, body]).toEqual([200, { id, state: 'stored', responseId }])
    expect(await responseOf(responseId)).toMatchObject({ status: 'resubmitted', values: { head: 'Maria' } })
    const history = (await asManager()(getHistory, { params: { id: responseId } })).body
    expect(history[0]).toMatchObject({ createdByEmail: 'manager@example.org', action: 'update' })
    const comments = (await asManager()(listComments, { params: { id: responseId } })).body
    expect(comments).toMatchObject([{ comment: 'Edit from the phone accepted', status: 'resubmitted' }])

    // Both versions are known. A repeated post changes nothing.
    for (const head of ['João', 'Maria']) await send({ instanceId, head })
    expect((await rowsOf(instanceId)).map(({ state }) => state)).toEqual(['stored', 'stored'])
    expect(await responseOf(responseId)).toMatchObject({ values: { head: 'Maria' } })
  })

  test('is stored as a new response, and the first one stays', async () => {
    const head = 'Zita of the conflict'
    const { id, responseId } = await sendConflict({ head })
    const { body } = await decide(id, { action: 'accept', storeAs: 'new' })
    expect(body.responseId).not.toBe(responseId)
    expect(await responsesOf(head)).toEqual([{ id: body.responseId, status: 'submitted' }])
    const submissionsOf = async (response: string) =>
      (await asManager()(listSubmissions, { params: { id: response } })).body
    // The problems of one response must not be shown on another.
    expect(await submissionsOf(responseId)).toHaveLength(1)
    expect((await submissionsOf(body.responseId ?? '')).map((submission) => submission.id)).toEqual([id])
    expect(await responseOf(responseId)).toMatchObject({ status: 'submitted', values: { head: 'João' } })
  })

  test('is discarded, and does not come back when the phone sends it again', async () => {
    const { id, instanceId, responseId } = await sendConflict()
    expect((await decide(id, { action: 'discard', comment: 'A test' })).body.state).toBe('discarded')
    await send({ instanceId, head: 'Maria' })
    expect((await rowsOf(instanceId)).map(({ state }) => state)).toEqual(['stored', 'discarded'])
    expect(await responseOf(responseId)).toMatchObject({ values: { head: 'João' } })
  })

  test('of an older edit becomes the instance that the next edit refers to', async () => {
    const [original, second, third, fourth] = Array.from({ length: 4 }, newInstanceId) as [
      string,
      string,
      string,
      string,
    ]
    await send({ instanceId: original })
    await send({ instanceId: second, deprecatedId: original, head: 'Maria' })
    await send({ instanceId: third, deprecatedId: original, head: 'Rui' })
    const id = await waitingId(third)
    expect((await open(id)).changes).toContainEqual({ field: 'values.head', before: 'Maria', after: 'Rui' })
    const { responseId } = (await decide(id, { action: 'accept', storeAs: 'edit' })).body
    await send({ instanceId: fourth, deprecatedId: third, head: 'Eva' })
    expect(await responseOf(responseId)).toMatchObject({ values: { head: 'Eva' } })
    const instances = await world.db
      .selectFrom('field_instances')
      .select('instance_id')
      .where('response_id', '=', responseId)
      .where('is_current', '=', true)
      .execute()
    expect(instances).toEqual([{ instance_id: fourth }])
  })

  test('with photos replaces the photos of the response', async () => {
    const photo = await picture(200, 150).jpeg().toBuffer()
    const instanceId = newInstanceId()
    await send({ instanceId, house: 'a.jpg' }, { files: { 'a.jpg': photo } })
    await phoneFilesJob.run({}, world.services)
    await send({ instanceId, house: 'b.jpg' }, { files: { 'b.jpg': photo } })
    const item = await open(await waitingId(instanceId))
    expect(item.files).toMatchObject([{ name: 'b.jpg', state: 'received' }])
    expect(item.changes).toContainEqual({ field: 'values.house', before: 'a.jpg', after: 'b.jpg' })
    const { responseId } = (await decide(item.id, { action: 'accept', storeAs: 'edit' })).body
    await phoneFilesJob.run({}, world.services)
    const images = (await asManager()(listImages, { params: { id: responseId ?? '' } })).body
    expect(images).toMatchObject([{ name: 'b.jpg', question: 'house' }])
  })

  test('of a deleted response can only be stored as a new one', async () => {
    const { id, responseId } = await sendConflict()
    await asManager()(destroySurveyResponses, { query: { ids: [responseId] } })
    expect((await open(id)).response).toBeNull()
    const refused = await decide(id, { action: 'accept', storeAs: 'edit' })
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'entities.intake.errors.choice' }])
    expect((await decide(id, { action: 'accept', storeAs: 'new' })).body.state).toBe('stored')
  })

  test('is decided once, and not about a response that has changed', async () => {
    const { id, responseId } = await sendConflict()
    const stale = await decide(id, { action: 'accept', storeAs: 'edit' }, { 'if-match': '"7"' })
    expect(stale.status).toBe(409)
    const body = { action: 'accept', storeAs: 'edit' } as const
    const answers = await Promise.all([decide(id, body), decide(id, body), decide(id, body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(await responseOf(responseId)).toMatchObject({ version: 2 })
    expect((await decide(id, { action: 'discard' })).body).toMatchObject({
      code: 'entities.intake.errors.decided',
    })
  })
})

describe('an edit that was held back', () => {
  const sendHeldBack = async (status: 'approved' | 'rejected') => {
    const [original, edited] = [newInstanceId(), newInstanceId()]
    await send({ instanceId: original })
    const [stored] = await rowsOf(original)
    await setStatus(stored?.response_id ?? '', status)
    await send({ instanceId: edited, deprecatedId: original, head: 'Maria' })
    return { id: await waitingId(edited), responseId: stored?.response_id ?? '' }
  }

  test.for(['approved', 'rejected'] as const)(
    'of a response that was %s is applied, with a comment',
    async (status) => {
      const { id, responseId } = await sendHeldBack(status)
      expect(await open(id)).toMatchObject({ state: 'heldBack', response: { id: responseId, status } })
      await decide(id, { action: 'accept', storeAs: 'edit', comment: 'The enumerator called' })
      expect(await responseOf(responseId)).toMatchObject({ status: 'resubmitted', values: { head: 'Maria' } })
      const comments = (await asManager()(listComments, { params: { id: responseId } })).body
      expect(comments.at(-1)).toMatchObject({ comment: 'The enumerator called', status: 'resubmitted' })
    },
  )

  test('can be discarded, but not stored as a new response', async () => {
    const { id, responseId } = await sendHeldBack('approved')
    expect((await decide(id, { action: 'accept', storeAs: 'new' })).status).toBe(400)
    expect((await decide(id, { action: 'reprocess' })).status).toBe(400)
    expect((await decide(id, { action: 'discard' })).status).toBe(200)
    expect(await responseOf(responseId)).toMatchObject({ status: 'approved', values: { head: 'João' } })
  })
})

describe('an unreadable interview', () => {
  /** A rule that the code does not know, as after an incomplete upgrade. */
  const forbid = (village: string) =>
    world.queryAsOwner(
      `alter table survey_responses add constraint test_check check (village <> '${village}') not valid`,
    )
  const allow = () => world.queryAsOwner('alter table survey_responses drop constraint test_check')

  test('is kept with its photo when the database refuses it, and stored when it is read again', async () => {
    const instanceId = newInstanceId()
    const interview = { instanceId, village: 'Nowhere', house: 'a.jpg', head: 'Unreadable' }
    const files = { 'a.jpg': await picture().jpeg().toBuffer() }
    await forbid('Nowhere')
    try {
      await send(interview, { files })
      await send(interview, { files })
      const rows = await rowsOf(instanceId)
      expect(rows).toMatchObject([
        { state: 'unreadable', problem: { error: expect.stringContaining('test_check') as string } },
      ])
      const again = await decide(rows[0]?.id ?? '', { action: 'reprocess' })
      expect([again.status, again.body]).toMatchObject([
        400,
        { code: 'entities.intake.errors.stillUnreadable' },
      ])
      expect(await responsesOf('Unreadable')).toEqual([])
    } finally {
      await allow()
    }
    const id = await waitingId(instanceId)
    const { status, body } = await decide(id, { action: 'reprocess' })
    expect([status, body.state]).toEqual([200, 'stored'])
    await phoneFilesJob.run({}, world.services)
    const images = (await asManager()(listImages, { params: { id: body.responseId ?? '' } })).body
    expect(images).toMatchObject([{ name: 'a.jpg', question: 'house' }])
    await send(interview, { files })
    expect(await responsesOf('Unreadable')).toHaveLength(1)
  })

  test('does not disturb others that arrive at the same time', async () => {
    await forbid('Nowhere')
    try {
      const interviews = Array.from({ length: 8 }, (_, index) => ({
        instanceId: newInstanceId(),
        village: index === 3 ? 'Nowhere' : 'Gondola',
      }))
      await Promise.all(interviews.map((interview) => send(interview)))
      const states = await Promise.all(interviews.map(async ({ instanceId }) => rowsOf(instanceId)))
      expect(states.map(([row]) => row?.state)).toEqual(
        interviews.map(({ village }) => (village === 'Nowhere' ? 'unreadable' : 'stored')),
      )
    } finally {
      await allow()
    }
  })

  test('is kept when its last post arrives', async () => {
    const instanceId = newInstanceId()
    const interview = { instanceId, village: 'Nowhere', house: 'a.jpg' }
    await forbid('Nowhere')
    try {
      await send(interview, { isIncomplete: true })
      await send(interview, { files: { 'a.jpg': await picture().jpeg().toBuffer() } })
      expect(await rowsOf(instanceId)).toMatchObject([{ state: 'unreadable' }])
    } finally {
      await allow()
    }
  })

  test.for([
    ['cannot be mapped', { items: null }],
    ['cannot be validated', { timeZone: 'Nowhere/Nowhere' }],
  ] as const)('of a questionnaire with which answers %s is kept', async ([, damage]) => {
    const damagedId = await createOpenSurvey(world.db)
    const damaged = await createPhone(world, { surveyId: damagedId, label: 'Damaged' })
    await world.queryAsOwner(
      `update survey_versions set definition = definition || '${JSON.stringify(damage)}' where survey_id = '${damagedId}'`,
    )
    const instanceId = newInstanceId()
    const answer = await damaged.send({ instanceId })
    expect(answer.statusCode).toBe(201)
    const [row] = await rowsOf(instanceId)
    expect(row?.state).toBe('unreadable')
    const item = await open(row?.id ?? '')
    expect(item).toMatchObject({ changes: null, problem: { error: expect.any(String) as string } })
    expect((await decide(item.id, { action: 'discard' })).status).toBe(200)
  })
})

describe('an interview without its last post', () => {
  test('waits after 24 hours, and is stored with the files that arrived', async () => {
    const photo = await picture().jpeg().toBuffer()
    const instanceId = newInstanceId()
    const interview = {
      instanceId,
      head: 'Incomplete',
      house: 'a.jpg',
      members: [
        { name: 'Eva', face: 'b.jpg' },
        { name: 'Rui', face: 'c.jpg' },
      ],
    }
    await send(interview, { files: { 'a.jpg': photo }, isIncomplete: true })
    const [row] = await rowsOf(instanceId)
    const id = row?.id ?? ''
    expect((await asManager()(getIntakeItem, { params: { id } })).status).toBe(404)
    expect((await decide(id, { action: 'accept', storeAs: 'new' })).status).toBe(400)

    await makeOld(id)
    expect(await open(id)).toMatchObject({ state: 'receiving', receivedFileCount: 1, fileCount: 3 })
    expect((await decide(id, { action: 'discard' })).status).toBe(400)
    const { responseId } = (await decide(id, { action: 'accept', storeAs: 'new' })).body
    await phoneFilesJob.run({}, world.services)
    const images = async () => (await asManager()(listImages, { params: { id: responseId ?? '' } })).body
    expect((await images()).map(({ name }) => name)).toEqual(['a.jpg'])

    await send(interview, { files: { 'b.jpg': photo, 'c.jpg': photo } })
    await phoneFilesJob.run({}, world.services)
    expect((await images()).map(({ name }) => name).toSorted()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
    expect(await responsesOf('Incomplete')).toHaveLength(1)
  })
})

test('returns the XML as the phone sent it', async () => {
  const { id, instanceId } = await sendConflict()
  const answer = await world.app.inject({
    url: `/api${getIntakeXml.path.replace(':id', id)}`,
    headers: { authorization: `Bearer ${world.people.manager.token}` },
  })
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining(`interview-${id}.xml`),
  ])
  expect(answer.body).toContain(`<orx:instanceID>${instanceId}</orx:instanceID>`)
})

test('lists the interviews of a response with their problems', async () => {
  const [original, edited] = [newInstanceId(), newInstanceId()]
  await send({ instanceId: original, head: '' })
  const [stored] = await rowsOf(original)
  const id = stored?.response_id ?? ''
  const submissions = async () => (await asManager()(listSubmissions, { params: { id } })).body
  expect(await submissions()).toMatchObject([
    {
      state: 'stored',
      deviceLabel: 'Phone of Ana',
      isEdit: false,
      problem: { issues: [{ path: 'head', key: 'validation.mixed.required' }] },
    },
  ])
  await setStatus(id, 'approved')
  await send({ instanceId: edited, deprecatedId: original, head: 'Maria' })
  await send({ instanceId: original, head: 'Rui' })
  expect((await submissions()).map(({ state, isEdit }) => [state, isEdit])).toEqual([
    ['conflict', false],
    ['heldBack', true],
    ['stored', false],
  ])
})

test('marks an interview as late only if the survey was closed when it arrived', async () => {
  const early = await sendConflict({ head: 'Early' })
  const closed = { params: { id: surveyId }, body: { status: 'closed' } } as const
  expect((await asManager()(changeSurveyStatus, closed)).status).toBe(200)
  const late = await sendConflict({ head: 'Late' })
  expect((await open(early.id)).problem).toBeNull()
  expect((await open(late.id)).problem).toEqual({ isLate: true })
})
