import { afterEach, describe, expect, test, vi } from 'vitest'

import { IdentityError } from './errors.ts'
import { session } from './session.ts'
import { aUser, answerFetch, tokenOf } from './testing/scripted-fetch.ts'

const token = 'GET /identity/token?optional=true'
const me = 'GET /api/auth/me'
const signedIn = { [token]: { body: { token: tokenOf('ana') } }, [me]: { body: aUser } }

afterEach(async () => {
  answerFetch({ 'POST /identity/sign-out': {} })
  await session.signOut()
  vi.unstubAllGlobals()
})

describe('spec §8 start of the page', () => {
  test('loads the signed-in user', async () => {
    answerFetch(signedIn)
    expect(await session.start()).toBeUndefined()
    expect(session.current()).toEqual(aUser)
  })

  test('being signed out is not a failure', async () => {
    const requests = answerFetch({ [token]: { body: { token: null } } })
    expect(await session.start()).toBeUndefined()
    expect(requests).toEqual([token])
  })

  test('an outage of the identity service is a failure, and keeps the session', async () => {
    const requests = answerFetch({ [token]: { status: 500 } })
    expect(await session.start()).toEqual(new IdentityError('auth/network-request-failed'))
    expect(session.current()).toBeNull()
    expect(requests).toEqual([token])
  })

  test('signs out a user who cannot be loaded, without waiting for it', async () => {
    const requests = answerFetch({
      ...signedIn,
      [me]: { status: 500 },
      'POST /identity/sign-out': () => new Promise(() => undefined),
    })
    expect(await session.start()).toMatchObject({ status: 500 })
    expect(requests.at(-1)).toBe('POST /identity/sign-out')
  }, 2000)
})

test('spec §8 an outage of the server signs out this tab only, and keeps the session', async () => {
  const requests = answerFetch({ ...signedIn, [me]: { status: 502 } })
  expect(await session.start()).toMatchObject({ status: 0 })
  expect(session.current()).toBeNull()
  expect(requests).not.toContain('POST /identity/sign-out')
}, 15_000)

describe('refresh of the user', () => {
  test('updates the picture', async () => {
    answerFetch(signedIn)
    await session.start()
    const renewed = { ...aUser, avatars: [{ id: '1', name: 'a.png', publicUrl: 'http://localhost/2' }] }
    answerFetch({ ...signedIn, [me]: { body: renewed } })
    await session.refresh()
    expect(session.current()).toEqual(renewed)
  })

  test('changes nothing without a response, and never the user', async () => {
    answerFetch(signedIn)
    await session.start()
    for (const answer of [{ status: 500 }, { body: { ...aUser, id: 'u-2' } }]) {
      answerFetch({ ...signedIn, [me]: answer })
      await session.refresh()
      expect(session.current()).toEqual(aUser)
    }
    await session.signOut()
    answerFetch(signedIn)
    await session.refresh()
    expect(session.current()).toBeNull()
  })
})

describe('check of the session', () => {
  test('asks the identity service', async () => {
    answerFetch(signedIn)
    await session.load()
    expect(await session.isAlive()).toBe(true)
    answerFetch({ [token]: { body: { token: null } } })
    expect(await session.isAlive()).toBe(false)
  })

  test('does not sign out if the result is unknown', async () => {
    answerFetch(signedIn)
    await session.load()
    answerFetch({ [token]: { status: 500 } })
    expect(await session.isAlive()).toBe(true)
  })
})

describe('other tabs', () => {
  const listen = () => {
    const messages: unknown[] = []
    const other = new BroadcastChannel('session')
    other.addEventListener('message', ({ data }) => messages.push(data))
    return { messages, other }
  }

  test('receive the signed-in user, and null after the session has ended', async () => {
    const { messages, other } = listen()
    answerFetch({ ...signedIn, 'POST /identity/sign-out': {} })
    await session.load()
    await session.signOut()
    await vi.waitFor(() => expect(messages).toEqual([aUser.id, null]))
    other.close()
  })

  test('reload this one if they show another user', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    const { other } = listen()
    answerFetch(signedIn)
    await session.load()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    other.postMessage('somebody else')
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    other.close()
  })
})
