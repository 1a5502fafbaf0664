import { createHash, randomUUID } from 'node:crypto'

import { getCurrentUser } from '@baseline/contract/auth/contract.ts'
import * as contract from '@baseline/contract/iam/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startIdentity } from '../../testing/identity.ts'
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

const manager = (headers?: Record<string, string>) => world.as('manager', headers)
type NewUsers = Parameters<typeof invite>[0]
const invite = (
  data: { emails: string[]; firstName?: string; phoneNumber?: string; roles?: ('monitor' | 'supervisor')[] },
  headers?: Record<string, string>,
) => manager(headers)(contract.createUsers, { body: { data: { roles: ['monitor'], ...data } } })
const createUser = async (email: string, data: Partial<NewUsers> = {}) => {
  const { body } = await invite({ emails: [email], ...data })
  return body[0]!
}
const find = (email: string) =>
  world.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const get = (id: string) => manager()(contract.getUser, { params: { id } })
const mailsTo = async (email: string) => {
  const { rows } = await world.services.pool.query<{ data: unknown }>(
    `select data from jobs.job where name = 'account-mail' and data->>'email' = $1`,
    [email],
  )
  return rows.map(({ data }) => data)
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Sets the first password with the link of the mail, which verifies the address. */
const accept = async (email: string) => {
  const link = new URL(await world.services.directory.link('passwordReset', email))
  const answer = await fetch(`${identity.url}/identity/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: link.origin },
    body: JSON.stringify({ token: link.searchParams.get('token'), newPassword: randomUUID() }),
  })
  expect(answer.status).toBe(200)
}

describe('a repeated invitation', () => {
  const inviteAgain = (id: string, headers?: Record<string, string>) =>
    manager(headers)(contract.inviteAgain, { params: { id } })

  test('is mailed to a user who has never signed in, in the caller’s language', async () => {
    const { id, email } = await createUser('lost@example.org')
    expect((await inviteAgain(id, { 'accept-language': 'pt-BR' })).status).toBe(200)
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(2)
    for (const language of ['en', 'pt-BR'])
      expect(mails).toContainEqual({ kind: 'invitation', email, language, inviter: 'manager@example.org' })
  })

  test('is refused for a verified, disabled or missing user', async () => {
    const { id } = await createUser('off@example.org')
    await manager()(contract.changeUserStatus, { body: { ids: [id], disabled: true } })
    const verified = await createUser('here@example.org')
    await accept('here@example.org')
    for (const userId of [id, verified.id])
      expect(await inviteAgain(userId)).toMatchObject({
        status: 400,
        body: { code: 'iam.errors.notInvitable' },
      })
    expect(await inviteAgain(randomUUID())).toMatchObject({
      status: 400,
      body: { code: 'iam.errors.userNotFound' },
    })
    expect(await mailsTo('here@example.org')).toHaveLength(1)
  })
})

describe('§7 inviting', () => {
  test('creates records, roles and accounts, and mails each user in the caller’s language', async () => {
    const { status, body } = await invite(
      {
        emails: [' Ana@Example.org ', 'rui@example.org', 'ana@example.org'],
        firstName: 'Nova',
        phoneNumber: '84 1',
        roles: ['monitor', 'supervisor'],
      },
      { 'accept-language': 'pt-BR' },
    )
    expect(status).toBe(200)
    expect(body.map(({ email }) => email).toSorted()).toEqual(['ana@example.org', 'rui@example.org'])
    for (const user of body) {
      expect(user).toMatchObject({
        firstName: 'Nova',
        lastName: null,
        fullName: 'Nova',
        phoneNumber: '84 1',
        roles: ['monitor', 'supervisor'],
        disabled: false,
        version: 1,
      })
      expect((await get(user.id)).body).toEqual(user)
      const account = await world.services.directory.findByEmail(user.email)
      expect(account?.uid).toBe(user.authenticationUid)
      expect(await mailsTo(user.email)).toEqual([
        { kind: 'invitation', email: user.email, language: 'pt-BR', inviter: 'manager@example.org' },
      ])
    }
  })

  test('§5 checks each address and names invalid ones', async () => {
    const { status, body } = await invite({ emails: ['good@example.org', 'bad', ''] })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      details: {
        issues: [
          { path: 'data.emails.1', message: 'Email bad is invalid' },
          { path: 'data.emails.2', message: 'Email  is invalid' },
        ],
      },
    })
    expect(await find('good@example.org')).toBeUndefined()
  })

  test('§8 names an existing address, and then creates and mails no user', async () => {
    await createUser('taken@example.org')
    const { status, body } = await invite({ emails: ['fresh@example.org', 'taken@example.org'] })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'iam.errors.userAlreadyExists',
      message: 'User with this email already exists',
      details: { email: 'taken@example.org', issues: [{ path: 'data.emails.1' }] },
    })
    expect(await find('fresh@example.org')).toBeUndefined()
    expect(await mailsTo('fresh@example.org')).toEqual([])
    expect(await world.services.directory.findByEmail('fresh@example.org')).toBeUndefined()
    expect(await mailsTo('taken@example.org')).toHaveLength(1)
  })

  test('creates one record and one mail for 20 concurrent invitations of one user', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => invite({ emails: ['race@example.org'] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      answers.filter(({ body }) => 'code' in body && body.code === 'iam.errors.userAlreadyExists'),
    ).toHaveLength(19)
    expect(await mailsTo('race@example.org')).toHaveLength(1)
  })

  test('repeats the response for the same idempotency key', async () => {
    const send = () => invite({ emails: ['once@example.org'] }, { 'idempotency-key': 'invite-once' })
    const first = await send()
    expect(first.status).toBe(200)
    expect((await send()).body).toEqual(first.body)
    expect(await mailsTo('once@example.org')).toHaveLength(1)
  })

  test('invites an address that a stranger signed up with and never verified', async () => {
    const { uid } = await world.services.directory.create('squat@example.org')
    const token = await world.tokens.token({ sub: uid, email: 'squat@example.org', email_verified: false })
    expect((await world.callWith(token)(getCurrentUser)).body.roles).toEqual([])
    const { status, body } = await invite({ emails: ['squat@example.org'] })
    expect([status, body[0]?.roles]).toEqual([200, ['monitor']])
    expect((await world.callWith(token)(getCurrentUser)).body.roles).toEqual([])
    expect((await invite({ emails: ['squat@example.org'] })).status).toBe(400)
  })
})

describe('§7 changing', () => {
  const put = (data: Record<string, unknown> & { id: string }, headers?: Record<string, string>) =>
    manager(headers)(contract.updateUser, { body: { data: { roles: ['monitor'], ...data } } })

  test('changes names, phone number and roles; roles apply from the next call', async () => {
    const user = await createUser('edit@example.org')
    const { body } = await put({
      id: user.id,
      firstName: 'Élio',
      lastName: 'Évora',
      phoneNumber: '82',
      roles: ['manager', 'supervisor', 'manager'],
    })
    expect(body).toMatchObject({
      fullName: 'Élio Évora',
      phoneNumber: '82',
      roles: ['manager', 'supervisor'],
    })
    expect(body.version).toBeGreaterThan(user.version)
    expect((await get(user.id)).body).toEqual(body)
    const token = await world.tokens.token({
      sub: user.authenticationUid ?? '',
      email: user.email,
      email_verified: true,
    })
    const asThem = world.callWith(token)
    expect((await asThem(contract.listUsers, { query: { limit: 1 } })).status).toBe(200)
    await put({ id: user.id, roles: [] })
    expect((await asThem(contract.listUsers, { query: { limit: 1 } })).status).toBe(403)
  })

  test('returns 409 with the current record after a change of roles or status', async () => {
    const user = await createUser('stale@example.org')
    const ifMatch = (version: number) => ({ 'if-match': `"${String(version)}"` })
    const first = await put({ id: user.id, roles: ['supervisor'] }, ifMatch(user.version))
    expect(first.status).toBe(200)
    const stale = await put({ id: user.id, firstName: 'X' }, ifMatch(user.version))
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'errors.conflict', details: { current: first.body } },
    })
    await manager()(contract.changeUserStatus, { body: { ids: [user.id], disabled: true } })
    expect((await put({ id: user.id, firstName: 'X' }, ifMatch(first.body.version))).status).toBe(409)
  })

  test.for([
    ['the email', { email: 'other@example.org' }],
    ['the status', { disabled: true }],
    ['an unknown role', { roles: ['owner'] }],
    ['missing roles', { roles: undefined }],
    ['a phone number with a plus', { phoneNumber: '+258' }],
  ] as const)('§5 refuses %s', async ([, data]) => {
    const before = await world.as('manager')(contract.getUser, { params: { id: world.people.monitor.id } })
    expect((await put({ id: world.people.monitor.id, ...data })).status).toBe(400)
    expect((await get(world.people.monitor.id)).body).toEqual(before.body)
  })

  test('returns 404 on reading and 400 on writing a missing user', async () => {
    const id = randomUUID()
    const notFound = { status: 400, body: { code: 'iam.errors.userNotFound', message: 'User not found' } }
    expect(await get(id)).toMatchObject({
      status: 404,
      body: { code: 'iam.errors.userMissing', message: 'User not found' },
    })
    expect(await put({ id })).toMatchObject(notFound)
    const { monitor } = world.people
    expect(
      await manager()(contract.changeUserStatus, { body: { ids: [monitor.id, id], disabled: true } }),
    ).toMatchObject(notFound)
    expect(
      await manager()(contract.revokeRoles, {
        query: { emails: [monitor.email, 'no@example.org'], all: true },
      }),
    ).toMatchObject(notFound)
    expect((await get(monitor.id)).body).toMatchObject({ disabled: false, roles: ['monitor'] })
  })
})

describe('§4 status and roles of several users', () => {
  test('disables users from the next call, and queues jobs for the identity service', async () => {
    const users = [await createUser('s1@example.org'), await createUser('s2@example.org')]
    const ids = users.map(({ id }) => id)
    expect((await manager()(contract.changeUserStatus, { body: { ids, disabled: true } })).body).toEqual({})
    for (const user of users) {
      const token = await world.tokens.token({
        sub: user.authenticationUid ?? '',
        email: user.email,
        email_verified: true,
      })
      expect((await world.callWith(token)(getCurrentUser)).body.code).toBe('auth/user-disabled')
      const { rowCount } = await world.services.pool.query(
        `select from jobs.job where name = 'follow-disabled' and data->>'uid' = $1`,
        [user.authenticationUid],
      )
      expect(rowCount).toBe(1)
    }
    await manager()(contract.changeUserStatus, { body: { ids, disabled: false } })
    expect((await get(ids[0] ?? '')).body.disabled).toBe(false)
  })

  test('revokes one role or all, and keeps the record', async () => {
    const { id, email } = await createUser('r1@example.org', { roles: ['monitor', 'supervisor'] })
    const revoke = (query: object) =>
      manager()(contract.revokeRoles, { query: { emails: [email], ...query } })
    expect((await revoke({ roles: ['monitor'] })).status).toBe(200)
    expect((await get(id)).body.roles).toEqual(['supervisor'])
    expect((await revoke({ all: 'true' })).status).toBe(200)
    expect((await get(id)).body.roles).toEqual([])
  })

  test.for([
    {},
    { all: 'false' },
    { all: 'true', roles: ['monitor'] },
    { all: '1' },
    { roles: ['owner'] },
    { emails: undefined, all: 'true' },
    { emails: [''], all: 'true' },
  ])('§7 refuses %j', async (query) => {
    const answer = await manager()(contract.revokeRoles, {
      query: { emails: [world.people.monitor.email], ...query } as never,
    })
    expect(answer.status).toBe(400)
  })
})

describe('§5 imports', () => {
  const importUser = (email: string, hash: string, more: { invite?: boolean; key?: string } = {}) =>
    manager(more.key ? { 'idempotency-key': more.key } : undefined)(contract.importUser, {
      body: {
        data: { email, firstName: 'Ivo', roles: ['monitor'] },
        importHash: hashOf(hash),
        ...(more.invite === undefined ? {} : { invite: more.invite }),
      },
    })

  test('stores the URL of an avatar as a link without fetching it; refuses more than one', async () => {
    const data = { email: 'picture@example.org', roles: [], avatars: ['https://pictures.example.org/a.jpg'] }
    const { body } = await manager()(contract.importUser, { body: { data, importHash: hashOf('picture') } })
    const links = [{ name: 'a.jpg', publicUrl: 'https://pictures.example.org/a.jpg' }]
    expect(body).toMatchObject({ email: data.email, avatars: [], avatarLinks: links })
    expect((await get(body.id)).body.avatarLinks).toEqual(links)
    const logged = await world.db
      .selectFrom('audit_log')
      .select('values')
      .where('entity_id', '=', body.id)
      .where('action', '=', 'import')
      .executeTakeFirstOrThrow()
    expect(logged.values).toMatchObject({ after: { avatarLinks: links } })
    const several = { ...data, avatars: [...data.avatars, 'javascript:alert(1)'] }
    const refused = await manager()(contract.importUser, {
      body: { data: several, importHash: hashOf('several') },
    })
    expect(refused).toMatchObject({ status: 400, body: { code: 'errors.invalid' } })
  })

  test('sends mail and creates an account only if requested', async () => {
    const quiet = await importUser('quiet@example.org', 'quiet')
    expect(quiet.body).toMatchObject({ roles: ['monitor'], firstName: 'Ivo', authenticationUid: null })
    expect(await mailsTo('quiet@example.org')).toEqual([])
    expect(await world.services.directory.findByEmail('quiet@example.org')).toBeUndefined()
    const invited = await importUser('asked@example.org', 'asked', { invite: true })
    expect(invited.body.authenticationUid).toBeTruthy()
    expect(await mailsTo('asked@example.org')).toMatchObject([{ kind: 'invitation' }])
    const actions = async (id: string) =>
      (
        await world.db
          .selectFrom('audit_log')
          .select('action')
          .where('entity_id', '=', id)
          .orderBy('id')
          .execute()
      ).map(({ action }) => action)
    expect(await actions(quiet.body.id)).toEqual(['import'])
    expect(await actions(invited.body.id)).toEqual(['import', 'invite'])
  })

  test('links the record to an account with the verified address', async () => {
    const { body: imported } = await importUser('link@example.org', 'link')
    const token = await world.tokens.token({
      sub: 'uid-link',
      email: 'link@example.org',
      email_verified: true,
    })
    expect((await world.callWith(token)(getCurrentUser)).body).toMatchObject({
      id: imported.id,
      roles: ['monitor'],
    })
  })

  test('refuses the same row and a known address with a message; repeats a lost response', async () => {
    const first = await importUser('twice@example.org', 'twice', { key: 'file line 2' })
    expect((await importUser('twice@example.org', 'twice', { key: 'file line 2' })).body).toEqual(first.body)
    expect((await importUser('twice@example.org', 'twice')).body.message).toBe(
      'Data has already been imported',
    )
    expect(await importUser('twice@example.org', 'other row')).toMatchObject({
      status: 400,
      body: {
        message: 'User with this email already exists',
        details: { email: 'twice@example.org', issues: [{ path: 'data.email' }] },
      },
    })
  })
})
