import { updateProfile } from '@baseline/contract/auth/contract.ts'
import {
  createErasure,
  createPersonalDataFile,
  findPersonalData,
} from '@baseline/contract/data-protection/contract.ts'
import * as iam from '@baseline/contract/iam/contract.ts'
import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { avatarFolders } from '@baseline/contract/storage/folders.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import * as surveyExports from '@baseline/contract/survey-responses/exports/contract.ts'
import * as details from '@baseline/contract/user-details/contract.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { createToken, hashToken } from '../../platform/auth/device.ts'
import { identityDirectory } from '../../platform/auth/directory.ts'
import { dumpDatabase, dumpFiles } from '../../testing/dump.ts'
import { startIdentity } from '../../testing/identity.ts'
import { picture } from '../../testing/images.ts'
import { createPhone } from '../../testing/phone.ts'
import { createOpenSurvey, interview } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { exportJob } from '../survey-responses/exports/export-job.ts'
import { erasureJob } from './erasure-job.ts'

let world: World
let identity: Awaited<ReturnType<typeof startIdentity>>
beforeAll(async () => {
  world = await openWorld()
  identity = await startIdentity(world.database)
}, 60_000)
afterAll(async () => {
  await identity.stop()
  await world.close()
})

const asManager = () => world.as('manager')
const services = () => ({
  ...world.services,
  directory: identityDirectory({ ...world.config, identityUrl: identity.url }),
})

/** Creates a user with an account and user details, and uses both wherever the product stores a name. */
const createPerson = async (surveyId: string, mark: string) => {
  const names = { firstName: `${mark}first`, lastName: `${mark}last` }
  const fullName = `${names.firstName} ${names.lastName}`
  const email = `${mark}mail@example.org`
  const staff = (
    await asManager()(details.createUserDetails, {
      body: { data: { firstName: `${mark}old`, gender: 'female', mobileNumber: `8412345${mark}` } },
    })
  ).body
  await asManager()(details.updateUserDetails, {
    params: { id: staff.id },
    body: { id: staff.id, data: { ...names, gender: 'female', mobileNumber: `8499999${mark}` } },
  })
  await asManager()(details.createUserDetails, {
    body: { data: { firstName: 'Ana', gender: 'female', managerId: staff.id } },
  })
  await identity.post('/sign-up/email', {
    email,
    password: 'long enough and unusual 4711',
    name: `${mark}account`,
  })
  const { uid } = (await services().directory.findByEmail(email)) ?? { uid: '' }
  const { id } = await world.db
    .insertInto('users')
    .values({ email, authentication_uid: uid, user_details_id: staff.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('user_roles').values({ user_id: id, role: 'supervisor' }).execute()
  const as = world.callWith(await world.tokens.token({ sub: uid, email, email_verified: true }))
  const { token } = (await as(getStorageToken)).body
  const file = new File([Buffer.from(await picture().jpeg().toBuffer())], `${mark}face.jpg`)
  const avatar = (await as(uploadFile, { body: { token, folder: avatarFolders.profile(id) }, file })).body
  const profile = { ...names, phoneNumber: '8499999000', avatars: [{ id: avatar.id }] }
  expect((await as(updateProfile, { body: { profile } })).status).toBe(200)

  const data = { ...interview(surveyId), supervisorName: fullName, investigatorName: fullName }
  const made = await as(responses.createSurveyResponse, {
    body: { data: { ...data, investigatorEmail: email, investigatorMobileNumber: `8499999${mark}` } },
  })
  expect(made.status).toBe(200)
  // As an answer, in a comment of another user, and in the filter of an export.
  const other = await asManager()(responses.createSurveyResponse, { body: { data: interview(surveyId) } })
  await asManager()(responses.addComment, {
    params: { id: other.body.id },
    body: { comment: `${fullName} must call back` },
  })
  await as(responses.addComment, { params: { id: made.body.id }, body: { comment: 'done' } })
  const { body } = await as(surveyExports.createSurveyExport, {
    body: { data: { filter: { surveyId, investigatorName: [fullName] }, status: 'START', format: 'csv' } },
  })
  await exportJob.run({ exportId: body.id }, world.services)
  const phone = await createPhone(world, { surveyId, label: `${mark}phone`, userDetailsId: staff.id })
  const sent = await phone.send({ members: [{ name: fullName }], odkDeviceId: `collect:${mark}id` })
  expect(sent.statusCode).toBe(201)
  await world.db
    .insertInto('field_devices')
    .values({ label: `Spare of ${fullName}`, token_hash: hashToken(createToken()), created_by: id })
    .execute()
  const texts = [
    `${mark}phone`,
    `${mark}id`,
    `${mark}first`,
    `${mark}last`,
    `${mark}old`,
    email,
    `8412345${mark}`,
    `8499999${mark}`,
    `${mark}account`,
  ]
  return {
    id,
    uid,
    staffId: staff.id,
    fullName,
    email,
    responseId: made.body.id,
    otherId: other.body.id,
    texts,
  }
}

const dump = async () =>
  `${await dumpDatabase(inject('superuserUrl'), world.database.app)}\n${dumpFiles(world.files)}`.toLowerCase()
const foundIn = (text: string, secrets: readonly string[]) =>
  secrets.filter((secret) => text.includes(secret))

test('replaces a person everywhere, and leaves other people as they are', { timeout: 120_000 }, async () => {
  const surveyId = await createOpenSurvey(world.db)
  const person = await createPerson(surveyId, 'qzperson')
  const colleague = await createPerson(surveyId, 'kxmate')
  const texts = [...person.texts, 'qzpersonface']
  expect(foundIn(await dump(), texts)).toEqual(texts)

  const { people } = (await asManager()(findPersonalData, { query: { search: 'qzperson' } })).body
  expect(people).toEqual([
    {
      userId: person.id,
      userDetailsId: person.staffId,
      name: person.fullName,
      email: person.email,
      phoneNumber: '8499999000',
      enabled: true,
    },
  ])
  const subject = { kind: 'person', userId: person.id, userDetailsId: person.staffId } as const
  expect((await asManager()(createPersonalDataFile, { body: { subject } })).status).toBe(200)
  const request = { body: { subject, reason: 'Left the project' } }
  const refused = await asManager()(createErasure, request)
  expect(refused.body.code).toBe('dataProtection.errors.enabledUser')
  await asManager()(iam.changeUserStatus, { body: { ids: [person.id], disabled: true } })
  const { body, status } = await asManager()(createErasure, request)
  expect(status).toBe(200)
  await erasureJob.run({ id: body.id }, services())

  const after = await dump()
  expect(foundIn(after, texts)).toEqual([])
  expect(await services().directory.findByEmail(person.email)).toBeUndefined()
  const erased = await asManager()(responses.getSurveyResponse, { params: { id: person.responseId } })
  expect(erased.body).toMatchObject({
    investigatorName: expect.stringMatching(/^Erased [0-9a-f]{12}$/) as string,
    investigatorEmail: null,
    investigatorMobileNumber: null,
    email: null,
  })
  expect(erased.body.supervisorName).toBe(erased.body.investigatorName)
  const { body: comments } = await asManager()(responses.listComments, { params: { id: person.otherId } })
  expect(JSON.stringify(comments)).toContain(`${erased.body.investigatorName} must call back`)

  const devices = await world.db
    .selectFrom('field_devices')
    .select(['label', 'state'])
    .where('label', 'like', `%${erased.body.investigatorName}`)
    .orderBy('id')
    .execute()
  expect(devices).toEqual([
    { label: erased.body.investigatorName, state: 'revoked' },
    { label: `Spare of ${erased.body.investigatorName}`, state: 'active' },
  ])

  expect(foundIn(after, colleague.texts)).toEqual(colleague.texts)
  const unchanged = await asManager()(responses.getSurveyResponse, { params: { id: colleague.responseId } })
  expect(unchanged.body).toMatchObject({ investigatorName: colleague.fullName, email: colleague.email })
})
