import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import type { Browser } from '#testing/browser.ts'
import { openWorld, password, signUp, signUpVerified } from '#testing/world.ts'
import type { World } from '#testing/world.ts'

import { nextTotp, totp } from '../../scripts/testing/totp.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'))
})
afterAll(() => world.close())

/** Sets up an authenticator app. The confirmation uses the current code; a sign-in needs the next one. */
const setUpApp = async () => {
  const account = await signUpVerified(world)
  const { body } = await account.browser.post('/identity/two-factor/enable', { password })
  const { uri, recoveryCodes } = body as unknown as { uri: string; recoveryCodes: string[] }
  const confirmed = await account.browser.post('/identity/two-factor/verify-totp', { code: totp(uri) })
  expect(confirmed.status).toBe(200)
  return { ...account, uri, recoveryCodes }
}
const signIn = async (email: string) => {
  const browser = world.browser()
  const answer = await browser.post('/identity/sign-in/email', { email, password })
  return { browser, answer }
}
const isSignedIn = async (browser: Browser) => (await browser.get('/identity/token')).status === 200
const claimsOf = async (browser: Browser) => {
  const { body } = await browser.get('/identity/token')
  const [, payload = ''] = String(body['token']).split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
}

describe('authenticator app', () => {
  test('the password alone no longer signs in; the password and a code do', async () => {
    const { email, uri, browser: own } = await setUpApp()
    expect((await claimsOf(own))['second_factor']).toBe(true)
    const { browser, answer } = await signIn(email)
    expect([answer.status, answer.body]).toEqual([200, { secondFactors: ['app'] }])
    expect(await isSignedIn(browser)).toBe(false)
    const wrong = await browser.post('/identity/two-factor/verify-totp', { code: '000000' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'auth/wrong-code'])
    const { status } = await browser.post('/identity/two-factor/verify-totp', { code: nextTotp(uri) })
    expect(status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('accepts a code once, also in another browser', async () => {
    const { email, uri } = await setUpApp()
    const [first, second] = [await signIn(email), await signIn(email)]
    const code = nextTotp(uri)
    expect((await first.browser.post('/identity/two-factor/verify-totp', { code })).status).toBe(200)
    const answer = await second.browser.post('/identity/two-factor/verify-totp', { code })
    expect([answer.status, answer.body.code]).toEqual([400, 'auth/wrong-code'])
    expect(await isSignedIn(second.browser)).toBe(false)
  })

  test('five wrong codes end the attempt', async () => {
    const { email, uri } = await setUpApp()
    const { browser } = await signIn(email)
    for (let attempt = 0; attempt < 5; attempt++)
      await browser.post('/identity/two-factor/verify-totp', { code: '000000' })
    const answer = await browser.post('/identity/two-factor/verify-totp', { code: nextTotp(uri) })
    expect([answer.status, answer.body.code]).toEqual([401, 'auth/no-current-user'])
  })

  test('a recovery code signs in once; new codes replace the old ones', async () => {
    const { email, recoveryCodes, browser: own } = await setUpApp()
    const useCode = async (code: string | undefined) => {
      const { browser } = await signIn(email)
      return (await browser.post('/identity/two-factor/verify-backup-code', { code })).status
    }
    expect(recoveryCodes).toHaveLength(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-zA-Z0-9]{5}-[a-zA-Z0-9]{5}$/)
    expect(await useCode(recoveryCodes[0])).toBe(200)
    expect(await useCode(recoveryCodes[0])).toBe(400)
    const { body } = await own.post('/identity/two-factor/generate-backup-codes', { password })
    expect(await useCode(recoveryCodes[1])).toBe(400)
    expect(await useCode((body['recoveryCodes'] as string[])[0])).toBe(200)
  })

  test('every change needs the password', async () => {
    const { browser } = await signUpVerified(world)
    const calls = ['enable', 'disable', 'generate-backup-codes'].map((name) => `two-factor/${name}`)
    for (const path of [...calls, 'passkey/registration']) {
      const answer = await browser.post(`/identity/${path}`, { password: 'not the password' })
      expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'auth/wrong-password'])
    }
  })

  test('can be turned off', async () => {
    const { browser: own, email } = await setUpApp()
    expect((await own.post('/identity/two-factor/disable', { password })).status).toBe(200)
    expect((await signIn(email)).answer.body).toHaveProperty('user')
    expect((await claimsOf(own))['second_factor']).toBe(false)
  })

  test('setting it up and turning it off end the other sessions', async () => {
    const { email, browser: own } = await signUpVerified(world)
    const { browser: before } = await signIn(email)
    const { body } = await own.post('/identity/two-factor/enable', { password })
    const uri = String(body['uri'])
    expect(await isSignedIn(before)).toBe(true)
    await own.post('/identity/two-factor/verify-totp', { code: totp(uri) })
    expect([await isSignedIn(before), await isSignedIn(own)]).toEqual([false, true])
    const { browser: later } = await signIn(email)
    await later.post('/identity/two-factor/verify-totp', { code: nextTotp(uri) })
    expect([await isSignedIn(later), await isSignedIn(own)]).toEqual([true, true])
    await own.post('/identity/two-factor/disable', { password })
    expect([await isSignedIn(later), await isSignedIn(own)]).toEqual([false, true])
  })

  test('an unverified account cannot set it up, nor can a stranger', async () => {
    const { browser } = await signUp(world)
    for (const one of [browser, world.browser()])
      expect((await one.post('/identity/two-factor/enable', { password })).status).toBeGreaterThan(399)
  })

  test('a new password by link keeps the second factor, and ends a pending sign-in', async () => {
    const { email, uri } = await setUpApp()
    const { browser } = await signIn(email)
    const { body } = await world.internal('POST', '/links', { kind: 'passwordReset', email })
    const token = new URL(String(body['link'])).searchParams.get('token')
    const newPassword = 'quite another password'
    await world.browser().post('/identity/reset-password', { token, newPassword })
    const late = await browser.post('/identity/two-factor/verify-totp', { code: nextTotp(uri) })
    expect(late.status).toBe(401)
    const answer = await world.browser().post('/identity/sign-in/email', { email, password: newPassword })
    expect(answer.body).toEqual({ secondFactors: ['app'] })
  })
})

test('an account with a passkey needs it besides the password', async () => {
  const { email, uid } = await signUpVerified(world)
  await world.sql(
    `insert into passkey (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
     values ($1, 'key', $1, $1, 0, 'singleDevice', false)`,
    [uid],
  )
  const { browser, answer } = await signIn(email)
  expect(answer.body).toEqual({ secondFactors: ['passkey'] })
  expect(await isSignedIn(browser)).toBe(false)
})

test('the removal of a passkey ends the other sessions', async () => {
  const { browser: own, email, uid } = await signUpVerified(world)
  const { browser: other } = await signIn(email)
  await world.sql(
    `insert into passkey (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
     values ($1, 'key', $1, $1, 0, 'singleDevice', false)`,
    [uid],
  )
  const answer = await own.request('DELETE', `/identity/passkeys/${uid}`, { body: { password } })
  expect(answer.status).toBe(200)
  expect([await isSignedIn(other), await isSignedIn(own)]).toEqual([false, true])
})

test('the backend can remove all second factors of an account; its sessions end', async () => {
  const { email, uid, browser } = await setUpApp()
  expect((await world.internal('DELETE', `/accounts/${uid}/second-factor`)).status).toBe(200)
  expect(await isSignedIn(browser)).toBe(false)
  expect((await signIn(email)).answer.body).toHaveProperty('user')
})

test('refuses an unknown passkey, and one without a challenge', async () => {
  const browser = world.browser()
  const response = { id: 'x', rawId: 'x', type: 'public-key', response: {} }
  const early = await browser.post('/identity/passkey/verify-authentication', { response })
  expect([early.status, early.body.code]).toEqual([400, 'auth/invalid-credential'])
  const options = await browser.post('/identity/passkey/authentication')
  expect(options.body).toMatchObject({ userVerification: 'required', rpId: 'survey.test' })
  const unknown = await browser.post('/identity/passkey/verify-authentication', { response })
  expect([unknown.status, unknown.body.code]).toEqual([400, 'auth/invalid-credential'])
})

test('SIGN_UP=invited refuses new accounts', async () => {
  const closed = await openWorld(inject('superuserUrl'), { SIGN_UP: 'invited' })
  const answer = await closed
    .browser()
    .post('/identity/sign-up/email', { email: 'new@example.org', password })
  expect([answer.status, answer.body.code]).toEqual([400, 'auth/sign-up-closed'])
  await closed.close()
})
