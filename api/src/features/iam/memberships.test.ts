import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import { getCurrentUser } from '@baseline/contract/auth/contract.ts'
import type { CallInput } from '@baseline/contract/http.ts'
import { getUser, updateUser } from '@baseline/contract/iam/contract.ts'
import { createSurveyResponse, listSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import { createUserDetails, updateUserDetails } from '@baseline/contract/user-details/contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createOpenSurvey, interview } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
let surveys: string[]
/** Ids of user details: Rui leads Ana, who leads Eva. Nuno has no manager. */
let staff: Record<'rui' | 'ana' | 'eva' | 'nuno', string>

const createPerson = async (firstName: string, managerId?: string) =>
  (
    await world.as('manager')(createUserDetails, {
      body: { data: { firstName, gender: 'female', ...(managerId !== undefined && { managerId }) } },
    })
  ).body.id

beforeAll(async () => {
  world = await openWorld()
  surveys = [
    await createOpenSurvey(world.db, { label: 'Baseline' }),
    await createOpenSurvey(world.db, { label: 'Endline' }),
  ]
  const rui = await createPerson('Rui')
  const ana = await createPerson('Ana', rui)
  staff = { rui, ana, eva: await createPerson('Eva', ana), nuno: await createPerson('Nuno') }
  for (const [surveyId, districtName, investigatorName] of [
    [surveys[0]!, 'Boane', 'Ana'],
    [surveys[0]!, 'Tête', 'Eva'],
    [surveys[1]!, 'Boane', 'Nuno'],
  ] as const) {
    const data = { ...interview(surveyId), districtName, investigatorName, supervisorName: 'Zita' }
    await world.as('manager')(createSurveyResponse, { body: { data } })
  }
})
afterAll(() => world.close())
beforeEach(() => setAccess({ userDetailsId: null, memberships: [] }))

type Access = Pick<CallInput<typeof updateUser>['body']['data'], 'userDetailsId' | 'memberships'>
const setAccess = async (access: Access) => {
  const { id } = world.people.supervisor
  return world.as('manager')(updateUser, { body: { data: { id, roles: ['supervisor'], ...access } } })
}
const listNames = async () => {
  const { body } = await world.as('supervisor')(listSurveyResponses, { query: { limit: 10 } })
  expect(body.count).toBe(body.rows.length)
  return body.rows.map(({ investigatorName }) => investigatorName).toSorted()
}

test('a supervisor without a membership reads all responses', async () => {
  expect(await listNames()).toEqual(['Ana', 'Eva', 'Nuno'])
  expect((await world.as('supervisor')(getCurrentUser)).body.access).toEqual([])
})

test('memberships limit a supervisor from the next call, and are recorded', async () => {
  const memberships = [
    { surveyId: surveys[0]!, districts: ['tete'], ownTeam: false },
    { surveyId: surveys[1]!, districts: null, ownTeam: false },
  ]
  const { status, body } = await setAccess({ memberships })
  expect([status, body.memberships]).toEqual([200, memberships])
  expect(await listNames()).toEqual(['Eva', 'Nuno'])
  expect((await world.as('supervisor')(getCurrentUser)).body.access).toEqual([
    { survey: 'Baseline', districts: ['tete'], ownTeam: false },
    { survey: 'Endline', districts: null, ownTeam: false },
  ])
  const { body: log } = await world.as('manager')(listAuditLog, {
    query: { limit: 1, filter: { entityNames: ['user'], entityId: world.people.supervisor.id } },
  })
  expect(log.rows[0]).toMatchObject({
    action: 'update',
    values: { before: { memberships: [] }, after: { memberships } },
  })
})

test('the team is everyone below the user, and follows a change of manager', async () => {
  const memberships = [{ surveyId: null, districts: null, ownTeam: true }]
  expect((await setAccess({ memberships })).body.details).toMatchObject({
    issues: [{ path: 'data.memberships', key: 'iam.memberships.errors.teamWithoutDetails' }],
  })
  expect((await setAccess({ userDetailsId: staff.rui, memberships })).body).toMatchObject({
    userDetailsId: staff.rui,
    userDetailsName: 'Rui',
  })
  expect(await listNames()).toEqual(['Ana', 'Eva'])
  const setManager = (managerId: string | null) =>
    world.as('manager')(updateUserDetails, {
      params: { id: staff.ana },
      body: { id: staff.ana, data: { firstName: 'Ana', gender: 'female', managerId } },
    })
  await setManager(staff.nuno)
  expect(await listNames()).toEqual([])
  await setManager(staff.rui)
})

test('refuses a survey twice, an unknown survey, districts with a team, and details of another user', async () => {
  const one = { surveyId: surveys[0]!, districts: null, ownTeam: false }
  expect((await setAccess({ memberships: [one, one] })).body.code).toBe('iam.errors.surveyTwice')
  expect((await setAccess({ memberships: [{ ...one, surveyId: crypto.randomUUID() }] })).body.code).toBe(
    'iam.errors.surveyMissing',
  )
  expect((await setAccess({ memberships: [{ ...one, districts: ['Boane'], ownTeam: true }] })).status).toBe(
    400,
  )
  const { id } = world.people.monitor
  const data = { id, roles: ['monitor' as const], userDetailsId: staff.eva }
  expect((await world.as('manager')(updateUser, { body: { data } })).status).toBe(200)
  expect((await setAccess({ userDetailsId: staff.eva })).body.code).toBe('iam.errors.userDetailsTaken')
  expect((await setAccess({ userDetailsId: crypto.randomUUID() })).body.code).toBe(
    'iam.errors.userDetailsMissing',
  )
})

test('an update without memberships keeps them', async () => {
  const memberships = [{ surveyId: surveys[1]!, districts: null, ownTeam: false }]
  await setAccess({ userDetailsId: staff.nuno, memberships })
  await setAccess({})
  const { body } = await world.as('manager')(getUser, { params: { id: world.people.supervisor.id } })
  expect(body).toMatchObject({ memberships, userDetailsId: staff.nuno, userDetailsName: 'Nuno' })
})
