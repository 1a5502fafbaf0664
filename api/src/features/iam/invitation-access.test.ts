import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import type { CallInput } from '@baseline/contract/http.ts'
import { createUsers } from '@baseline/contract/iam/contract.ts'
import { createUserDetails } from '@baseline/contract/user-details/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startIdentity } from '../../testing/identity.ts'
import { createOpenSurvey } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let identity: Awaited<ReturnType<typeof startIdentity>>
let world: World
beforeAll(async () => {
  identity = await startIdentity()
  world = await openWorld({ directoryUrl: identity.url })
}, 60_000)
afterAll(async () => {
  await world.close()
  await identity.stop()
})

type Invitation = Omit<CallInput<typeof createUsers>['body']['data'], 'roles'>
const invite = (data: Invitation) =>
  world.as('manager')(createUsers, { body: { data: { roles: ['supervisor'], ...data } } })
const ownTeam = [{ surveyId: null, districts: null, ownTeam: true }]

test('an invitation can limit the responses that the invited users may read', async () => {
  const surveyId = await createOpenSurvey(world.db)
  const memberships = [{ surveyId, districts: ['Tête'], ownTeam: false }]
  const { status, body } = await invite({ emails: ['zita@example.org', 'ivo@example.org'], memberships })
  expect([status, body.map((user) => user.memberships)]).toEqual([200, [memberships, memberships]])
  const { body: log } = await world.as('manager')(listAuditLog, {
    query: { limit: 1, filter: { entityNames: ['user'], entityId: body[0]!.id } },
  })
  expect(log.rows[0]).toMatchObject({ action: 'create', values: { after: { memberships } } })
})

test('without a limit, the invited user may read all responses', async () => {
  const { body } = await invite({ emails: ['edu@example.org'] })
  expect(body).toMatchObject([{ memberships: [], userDetailsId: null }])
})

test('the team of an invited user needs their user details', async () => {
  const details = { firstName: 'Rui', gender: 'male' as const }
  const { body: rui } = await world.as('manager')(createUserDetails, { body: { data: details } })
  const access = { userDetailsId: rui.id, memberships: ownTeam }
  expect((await invite({ emails: ['rui@example.org'], ...access })).body).toMatchObject([
    { userDetailsName: 'Rui', memberships: ownTeam },
  ])
})

test('a refused limit invites no one and creates no account', async () => {
  const emails = ['gil@example.org']
  expect((await invite({ emails, memberships: ownTeam })).body.details).toMatchObject({
    issues: [{ path: 'data.memberships', key: 'iam.memberships.errors.teamWithoutDetails' }],
  })
  expect(await world.services.directory.findByEmail('gil@example.org')).toBeUndefined()
  const unknownSurvey = [{ surveyId: crypto.randomUUID(), districts: null, ownTeam: false }]
  expect((await invite({ emails, memberships: unknownSurvey })).body.code).toBe('iam.errors.surveyMissing')
  expect(await world.db.selectFrom('users').where('email', 'in', emails).execute()).toEqual([])
})

test('user details lead the team of one invited user only', async () => {
  const details = { firstName: 'Ana', gender: 'female' as const }
  const { body: ana } = await world.as('manager')(createUserDetails, { body: { data: details } })
  const emails = ['lia@example.org', 'leo@example.org']
  expect((await invite({ emails, userDetailsId: ana.id })).body.code).toBe('iam.errors.userDetailsTaken')
  expect(await world.db.selectFrom('users').where('email', 'in', emails).execute()).toEqual([])
})
