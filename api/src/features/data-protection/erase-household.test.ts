import { randomUUID } from 'node:crypto'

import { createErasure, findPersonalData, listErasures } from '@baseline/contract/data-protection/contract.ts'
import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { photoFolder } from '@baseline/contract/storage/folders.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import * as surveyExports from '@baseline/contract/survey-responses/exports/contract.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { dumpDatabase, dumpFiles } from '../../testing/dump.ts'
import { picture } from '../../testing/images.ts'
import { createPhone } from '../../testing/phone.ts'
import type { Interview, TestPhone } from '../../testing/phone.ts'
import { createOpenSurvey, interview } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { phoneFilesJob } from '../storage/phone-files-job.ts'
import { foldCounts } from '../survey-responses/counts/counts-job.ts'
import { exportJob } from '../survey-responses/exports/export-job.ts'
import { reviewJob } from '../survey-responses/review/review-job.ts'
import { dataProtectionJob, erasureJob } from './erasure-job.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
}, 60_000)
afterAll(() => world.close())

const asManager = (headers?: Record<string, string>) => world.as('manager', headers)

/** Creates texts that occur nowhere else, and remembers them. */
const secretsOf = (prefix: string) => {
  const secrets: string[] = []
  return {
    secrets,
    next: () => {
      const secret = `${prefix}${String(secrets.length).padStart(3, '0')}`
      secrets.push(secret)
      return secret
    },
  }
}

const uploadPhoto = async (name: string) => {
  const { token } = (await asManager()(getStorageToken)).body
  const file = new File([Buffer.from(await picture().jpeg().toBuffer())], `${name}.jpg`)
  return (await asManager()(uploadFile, { body: { token, folder: photoFolder }, file })).body.id
}

const dataWith = async (next: () => string) => ({
  ...interview(surveyId),
  displayId: next(),
  investigatorName: `${next()} ${next()}`,
  investigatorEmail: `${next()}@example.org`,
  investigatorMobileNumber: next(),
  supervisorName: next(),
  districtName: next(),
  villageType: next(),
  villageCategory: next(),
  location: { latitude: -25.9, longitude: 32.5 },
  photos: [{ id: await uploadPhoto(next()) }, { url: `https://example.org/${next()}.jpg` }],
  values: {
    village: next(),
    head: `${next()} ${next()}`,
    farms: 'no',
    house: await uploadPhoto(next()),
    members: [{ name: next() }, { name: next(), face: await uploadPhoto(next()) }],
  },
})

/** Interviews that phones sent, by their instance. */
const sent = new Map<string, { phone: TestPhone; interview: Partial<Interview> }>()

const exportSurvey = async (filter: object) => {
  const data = {
    filter: { surveyId, ...filter },
    status: 'START',
    format: 'csv',
    personalData: true,
  } as const
  const { body } = await asManager()(surveyExports.createSurveyExport, { body: { data } })
  await exportJob.run({ exportId: body.id }, world.services)
}

/** Sends an interview from a phone, an edit of it, and another one with its instance. Returns the response. */
const sendInterviews = async (next: () => string): Promise<string> => {
  const phone = await createPhone(world, { surveyId, label: 'Phone' })
  const [original, edit] = [`uuid:${randomUUID()}`, `uuid:${randomUUID()}`]
  const answers = () => ({
    village: next(),
    head: next(),
    house: `${next()}.jpg`,
    members: [{ name: next(), face: `${next()}.jpg` }],
  })
  const send = async (ids: { instanceId: string; deprecatedId?: string }) => {
    const interviewed = answers()
    const photo = Buffer.from(await picture().jpeg().toBuffer())
    const files = { [interviewed.house]: photo, [interviewed.members[0]?.face ?? '']: Buffer.from(next()) }
    const { statusCode } = await phone.send({ ...interviewed, ...ids }, { files })
    expect(statusCode).toBe(201)
    return interviewed
  }
  const first = await send({ instanceId: original })
  await send({ instanceId: original })
  await phoneFilesJob.run({}, world.services)
  await send({ instanceId: edit, deprecatedId: original })
  sent.set(edit, { phone, interview: { ...first, instanceId: edit, deprecatedId: original } })
  const { response_id: id } = await world.db
    .selectFrom('field_instances')
    .select('response_id')
    .where('instance_id', '=', edit)
    .executeTakeFirstOrThrow()
  return id ?? ''
}

/** Plants the texts of a household in every place that the product has. Returns the ids of its responses. */
const plant = async (next: () => string): Promise<string[]> => {
  const create = async () => {
    const data = await dataWith(next)
    const { body, status } = await asManager({ 'idempotency-key': next() })(responses.createSurveyResponse, {
      body: { data },
    })
    expect(body).toMatchObject({ version: 1 })
    expect(status).toBe(200)
    return body
  }
  const first = await create()
  for (let n = 0; n < 9; n += 1) {
    const { surveyId: _survey, ...data } = await dataWith(next)
    const answer = await asManager()(responses.updateSurveyResponse, {
      params: { id: first.id },
      body: { id: first.id, data },
    })
    expect(answer.status).toBe(200)
  }
  await asManager({ 'idempotency-key': next() })(responses.addComment, {
    params: { id: first.id },
    body: { comment: `Ask ${next()} again` },
  })
  await asManager()(responses.changeResponseStatus, {
    params: { id: first.id },
    body: { status: 'onHold', comment: next() },
  })
  const job = await asManager()(responses.changeManyStatuses, {
    body: { ids: [first.id], status: 'returned', comment: next() },
  })
  await reviewJob.run({ jobId: 'id' in job.body ? job.body.id : '' }, world.services)
  const imported = await asManager()(responses.importSurveyResponse, {
    body: {
      data: {
        ...interview(surveyId),
        displayId: next(),
        investigatorName: next(),
        values: { head: next(), farms: 'no' },
      },
      importHash: 'cd'.repeat(32).slice(0, 60) + String(1000 + Math.floor(Math.random() * 8999)),
    },
  })
  expect(imported.status).toBe(200)
  const deleted = await create()
  const destroyed = await asManager()(responses.destroySurveyResponses, { query: { ids: [deleted.id] } })
  expect(destroyed.status).toBe(200)
  const fromPhone = await sendInterviews(next)
  const current = (await asManager()(responses.getSurveyResponse, { params: { id: first.id } })).body
  await exportSurvey({ search: current.displayId })
  await exportSurvey({
    householdName: String(current.householdName).slice(0, 9),
    village: [String(current.village)],
  })
  await foldCounts(world.db)
  return [first.id, imported.body.id, fromPhone, deleted.id]
}

const dump = async () =>
  `${await dumpDatabase(inject('superuserUrl'), world.database.app)}\n${dumpFiles(world.files)}`.toLowerCase()
const foundIn = (text: string, secrets: readonly string[]) =>
  secrets.filter((secret) => text.includes(secret))

test('erases every trace of a household, and nothing of another', { timeout: 240_000 }, async () => {
  const [household, neighbour] = [secretsOf('zqhome'), secretsOf('xkyard')]
  const ids = await plant(household.next)
  const neighbourIds = await plant(neighbour.next)
  expect(household.secrets.length).toBeGreaterThanOrEqual(200)
  const before = await dump()
  // Keys of idempotent calls and former Survey Ids are stored too, so every text is found.
  expect(foundIn(before, household.secrets)).toEqual(household.secrets)
  expect(foundIn(before, neighbour.secrets)).toEqual(neighbour.secrets)

  const search = household.secrets.at(-1)?.slice(0, 6) ?? ''
  const found = (await asManager()(findPersonalData, { query: { search } })).body
  expect(found.responses.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(found.responses.filter(({ deleted }) => deleted).map(({ id }) => id)).toEqual(ids.slice(3))

  const { body, status } = await asManager()(createErasure, {
    body: { subject: { kind: 'household', responseIds: ids }, reason: 'Request of 3 May' },
  })
  expect(status).toBe(200)
  await erasureJob.run({ id: body.id }, world.services)

  const after = await dump()
  expect(foundIn(after, household.secrets)).toEqual([])
  // An export of the survey had both households, so its file and its filter may be removed.
  const remaining = foundIn(after, neighbour.secrets)
  expect(neighbour.secrets.filter((secret) => !remaining.includes(secret))).toEqual([])

  // The phone may send everything again, and an edit: it is answered, and nothing is stored.
  const [again] = [...sent.values()]
  for (const instanceId of [again?.interview.instanceId ?? '', `uuid:${randomUUID()}`]) {
    const files = { [again?.interview.house ?? '']: Buffer.from('again') }
    const repeated = await again?.phone.send({ ...again.interview, instanceId }, { files })
    expect(repeated?.statusCode).toBe(201)
  }
  await world.queryAsOwner('update files_to_remove set due_at = now()')
  await dataProtectionJob.run({}, world.services)
  expect(foundIn(await dump(), household.secrets)).toEqual([])

  const [erasure] = (await asManager()(listErasures, { query: { limit: 10 } })).body.rows
  expect(erasure).toMatchObject({ kind: 'household', status: 'SUCCESS', reason: 'Request of 3 May' })
  expect(erasure?.report).toMatchObject({ responses: 3, exports: 4 })
  const entries = await world.db
    .selectFrom('audit_log')
    .select(['entity_id', 'action', 'created_by_email', 'values'])
    .where('action', '=', 'erase')
    .execute()
  expect(entries.map(({ entity_id: id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(entries[0]).toMatchObject({
    created_by_email: 'manager@example.org',
    values: { before: null, after: { reason: 'Request of 3 May' } },
  })

  const first = await asManager()(responses.getSurveyResponse, { params: { id: neighbourIds[0] ?? '' } })
  expect(first.body.householdName).toMatch(/^xkyard/)
  const list = await asManager()(responses.listSurveyResponses, {
    query: { limit: 10, filter: { search: String(first.body.householdName) } },
  })
  expect(list.body.rows.map(({ id }) => id)).toEqual([neighbourIds[0]])
})

test('erases again after a restore of an older database', { timeout: 60_000 }, async () => {
  const { secrets, next } = secretsOf('wqback')
  const { body: created } = await asManager()(responses.createSurveyResponse, {
    body: { data: await dataWith(next) },
  })
  const backup = await world.db
    .selectFrom('survey_responses')
    .selectAll()
    .where('id', '=', created.id)
    .executeTakeFirstOrThrow()
  expect(backup.household_name).toMatch(/^wqback/)
  const { body } = await asManager()(createErasure, {
    body: { subject: { kind: 'household', responseIds: [created.id] }, reason: 'Request of 4 May' },
  })
  await erasureJob.run({ id: body.id }, world.services)
  expect(foundIn(await dump(), secrets)).toEqual([])

  // Simulates a restore: the response exists, and the database does not know the erasure.
  await world.queryAsOwner('delete from erasures where id = $1', [body.id])
  await world.queryAsOwner('delete from jobs.job')
  await world.services.pool.query(
    `insert into survey_responses (id, survey_id, survey_version, survey_label, display_id, status, investigator_name,
       supervisor_name, household_name, "values") values ($1, $2, 1, 'Baseline', $3, 'submitted', $4, $5, $6, $7)`,
    [
      created.id,
      surveyId,
      backup.display_id,
      backup.investigator_name,
      backup.supervisor_name,
      backup.household_name,
      JSON.stringify(backup.values),
    ],
  )
  expect(foundIn(await dump(), secrets)).not.toEqual([])
  await dataProtectionJob.run({}, world.services)
  const { id } = await world.db
    .selectFrom('erasures')
    .select('id')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  await erasureJob.run({ id }, world.services)
  expect(foundIn(await dump(), secrets)).toEqual([])
})
