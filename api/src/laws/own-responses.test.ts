import { randomInt, randomUUID } from 'node:crypto'

import type { Route } from '@baseline/contract/http.ts'
import { getOwnFigures, listOwnResponses } from '@baseline/contract/own-responses/contract.ts'
import { roles } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { routes } from '@baseline/contract/routes.ts'
import { getStorageToken } from '@baseline/contract/storage/contract.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { phoneFilesJob } from '../features/storage/phone-files-job.ts'
import { foldCounts } from '../features/survey-responses/counts/counts-job.ts'
import { createEnumerator } from '../testing/enumerators.ts'
import type { Enumerator } from '../testing/enumerators.ts'
import { picture } from '../testing/images.ts'
import { createOpenSurvey, interview } from '../testing/responses.ts'
import { asForm, openWorld, repeatWhileBusy } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

/**
 * A user who may only read own responses gets no interview of another person and no data of a household, from any
 * call. Both enumerators have the same name. The texts below occur nowhere else, so each answer can be searched.
 */

let world: World
let surveyId = ''
/** Data of households, also of the caller's own interviews. */
const householdTexts: string[] = []
/** Data of the interviews of others. */
const otherTexts: string[] = []

const plant = (list: string[], text = `Zq${randomUUID().replaceAll('-', '').slice(0, 12)}`): string => {
  list.push(text)
  return text
}
const plantNumber = (whole: number): string => {
  // A number drops a last zero.
  const decimals = `${String(randomInt(100_000, 999_999))}7`
  householdTexts.push(decimals)
  return `${String(whole)}.${decimals}`
}

interface Interview {
  id: string
  displayId: string
  village: string
  reason: string
}
let ana: Enumerator
let namesake: Enumerator
let own: Interview[] = []
let others: Interview[] = []

/** Sends an interview with all kinds of household data from a phone. A supervisor returns it. */
const interviewFrom = async (enumerator: Enumerator, isOther: boolean): Promise<Interview> => {
  const texts: string[] = isOther ? otherTexts : []
  const village = plant(texts)
  const photo = plant(householdTexts, `${plant(householdTexts)}.jpg`)
  const sent = {
    village,
    head: plant(householdTexts),
    place: `${plantNumber(-19)} ${plantNumber(33)} 700.5 4.2`,
    members: [{ name: plant(householdTexts) }],
    house: photo,
  }
  const files = { [photo]: await picture().jpeg().toBuffer() }
  const { id, displayId } = await enumerator.send(surveyId, sent, { files })
  const reason = plant(texts)
  await world.as('supervisor')(responses.changeResponseStatus, {
    params: { id },
    body: { status: 'returned', comment: reason },
  })
  texts.push(id, displayId)
  return { id, displayId, village, reason }
}

/** Stores a response that a manager entered for another person, with columns that no phone sets. */
const enterForOther = async (more: object): Promise<Interview> => {
  const village = plant(otherTexts)
  const number = plant(householdTexts, `84${String(randomInt(1_000_000, 9_999_999))}`)
  const { body } = await world.as('manager')(responses.createSurveyResponse, {
    body: {
      data: {
        ...interview(surveyId),
        investigatorName: 'Berta Cossa',
        investigatorMobileNumber: number,
        householdName: plant(householdTexts),
        location: { latitude: Number(plantNumber(-25)), longitude: Number(plantNumber(32)) },
        photos: [{ url: `https://photos.example.org/${plant(householdTexts)}.jpg` }],
        values: { village, head: plant(householdTexts), farms: 'no' },
        ...more,
      },
    },
  })
  otherTexts.push(body.id, body.displayId)
  await world.as('manager')(responses.addComment, {
    params: { id: body.id },
    body: { comment: plant(otherTexts) },
  })
  return { id: body.id, displayId: body.displayId, village, reason: '' }
}

beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
  ana = await createEnumerator(world, 'ana')
  namesake = await createEnumerator(world, 'namesake')
  await createEnumerator(world, 'berta', { firstName: 'Berta', lastName: 'Cossa' })
  for (let n = 0; n < 3; n += 1) {
    own = [await interviewFrom(ana, false), ...own]
    others = [await interviewFrom(namesake, true), ...others]
  }
  others.push(await enterForOther({}))
  // The two enumerators share this name, so that the response is of neither.
  others.push(await enterForOther({ investigatorName: 'Ana Sitoe' }))
  // Ana entered these for others when she was a supervisor.
  for (const investigatorName of ['Berta Cossa', 'No Record']) {
    const entered = await enterForOther({ investigatorName })
    await world.db
      .updateTable('survey_responses')
      .set({ user_id: ana.id })
      .where('id', '=', entered.id)
      .execute()
    others.push(entered)
  }
  await phoneFilesJob.run({}, world.services)
  await foldCounts(world.db)
})
afterAll(() => world.close())

const findTexts = (text: string, texts: readonly string[]): string[] => {
  const folded = text.toLowerCase()
  return texts.filter((one) => folded.includes(one.toLowerCase()))
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`

interface Request {
  /** Path with its parameters, and query. */
  url: string
  body?: object
  file?: File
}

/** Calls that an enumerator may make, with requests that would return the data if the server did not limit it. */
const allowedCalls: Record<string, () => Request[] | Promise<Request[]>> = {
  'GET /auth/me': () => [{ url: '/auth/me' }],
  'GET /auth/email-configured': () => [{ url: '/auth/email-configured' }],
  'POST /auth/send-email-address-verification-email': () => [
    { url: '/auth/send-email-address-verification-email' },
  ],
  'POST /auth/send-password-reset-email': () => [
    { url: '/auth/send-password-reset-email', body: { email: namesake.email } },
  ],
  'PUT /auth/profile': () => [
    { url: '/auth/profile', body: { profile: { firstName: 'Berta', lastName: 'Cossa' } } },
  ],
  'GET /health': () => [{ url: '/health' }],
  'GET /settings': () => [{ url: '/settings' }],
  'GET /auth/storage-token': () => [{ url: '/auth/storage-token' }],
  'POST /storage/files': async () => {
    const { token } = (await ana.call(getStorageToken)).body
    const file = new File([Buffer.from(await picture().jpeg().toBuffer())], 'a.jpg')
    return [`user/avatars/profile/${ana.id}`, 'surveyResponses'].map((folder) => ({
      url: '/storage/files',
      body: { token, folder },
      file,
    }))
  },
  'GET /dashboard/:id': () =>
    ['all', surveyId].flatMap((id) =>
      ['', '?people=supervisors', '?surveyDateRange[]=2020-01-01&surveyDateRange[]=2099-12-31'].map(
        (query) => ({ url: `/dashboard/${id}${query}` }),
      ),
    ),
  'GET /own-responses': () => [
    { url: '/own-responses' },
    { url: '/own-responses?limit=1' },
    { url: '/own-responses?filter[status][]=returned&filter[status][]=submitted&limit=100' },
    // The keyset of another person, and of the future.
    ...others.map(({ id }) => ({ url: `/own-responses?before=${id}` })),
    { url: '/own-responses?before=ffffffff-ffff-7fff-bfff-ffffffffffff' },
    // Parameters that other lists have.
    { url: `/own-responses?filter[investigatorName]=Ana` },
    { url: `/own-responses?userId=${namesake.id}` },
  ],
  'GET /own-responses/figures': () => [
    { url: '/own-responses/figures' },
    { url: `/own-responses/figures?userId=${namesake.id}` },
  ],
}

/** Requests of a call that the enumerator may not make: with the ids of all records. */
const refusedRequests = ({ path, body }: Route): Request[] => {
  const ids = [...own, ...others].map(({ id }) => id).concat(surveyId, namesake.id, namesake.userDetailsId)
  const urls = path.includes(':') ? ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path]
  return urls.map((url) => ({ url, ...(body && { body: { ids, filter: {}, data: {} } }) }))
}

const send = async (route: Route, { url, body, file }: Request) => {
  const encoded = file ? await asForm({ ...body }, file) : { payload: body, headers: {} }
  return repeatWhileBusy(() =>
    world.app.inject({
      method: route.method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${ana.token}`, ...encoded.headers },
      ...(encoded.payload && { payload: encoded.payload }),
    }),
  )
}

test('the records have what is searched for', async () => {
  const { rows } = await world.services.pool.query<{ text: string }>(
    `select (select jsonb_agg(survey_responses)::text from survey_responses)
       || (select jsonb_agg(response_comments)::text from response_comments)
       || (select jsonb_agg(files)::text from files) as text`,
  )
  const texts = [...householdTexts, ...otherTexts]
  expect(texts.length).toBeGreaterThan(60)
  expect(texts.filter((text) => !findTexts(rows[0]?.text ?? '', [text]).length)).toEqual([])
})

describe.each(routes)('an enumerator who calls $method $path', (route) => {
  test('gets no data of a household and nothing about others', async () => {
    const isAllowed = nameOf(route) in allowedCalls
    const requests = (await allowedCalls[nameOf(route)]?.()) ?? refusedRequests(route)
    const statuses = new Set<number>()
    for (const request of requests) {
      const answer = await send(route, request)
      statuses.add(answer.statusCode)
      expect([request.url, findTexts(answer.body, [...householdTexts, ...otherTexts])]).toEqual([
        request.url,
        [],
      ])
    }
    if (!isAllowed) expect([...statuses]).toEqual([403])
    // No identity service runs here.
    else expect([...statuses].some((status) => status === 200 || status === 503)).toBe(true)
  })
})

test('both calls return the interviews of the caller', async () => {
  const { rows } = (await ana.call(listOwnResponses, { query: {} })).body
  expect(rows.map(({ displayId, village, returnReason }) => [displayId, village, returnReason])).toEqual(
    own.map(({ displayId, village, reason }) => [displayId, village, reason]),
  )
  expect((await ana.call(getOwnFigures)).body).toMatchObject({ count: 3, statuses: { returned: 3 } })
})

describe.each(roles)('a user with the role %s', (role) => {
  const isAllowed = role === 'enumerator'

  test(`${isAllowed ? 'may' : 'may not'} read own responses`, async () => {
    for (const route of [listOwnResponses, getOwnFigures])
      expect((await world.as(role)(route, { query: {} })).status).toBe(isAllowed ? 200 : 403)
  })

  test('and the role enumerator reads own responses only', async () => {
    const both: Role[] = [...new Set<Role>([role, 'enumerator'])]
    const { call, send: sendInterview } = await createEnumerator(world, `both-${role}`, { roles: both })
    const { displayId } = await sendInterview(surveyId, { village: 'Boane', head: 'Eva' })
    const { rows } = (await call(listOwnResponses, { query: {} })).body
    expect(rows.map((row) => row.displayId)).toEqual([displayId])
    expect((await call(getOwnFigures)).body).toMatchObject({ count: 1, statuses: { submitted: 1 } })
  })
})
