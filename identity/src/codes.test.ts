import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { languages, translateIfKnown } from '@baseline/contract/messages/translate.ts'
import { BASE_ERROR_CODES } from 'better-auth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { translateError, translateRedirectError } from '#error-codes.ts'
import type { AuthCode } from '#error-codes.ts'
import type { Answer } from '#testing/browser.ts'
import { newAddress, openWorld, password, signUp, signUpVerified, tokenIn } from '#testing/world.ts'
import type { World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'))
})
afterAll(() => world.close())

interface Case {
  what: string
  code: AuthCode
  status?: number
  call: (language: string) => Promise<Answer>
}

const post =
  (path: string, body: unknown) =>
  (language: string): Promise<Answer> =>
    world.browser(language).post(`/identity/${path}`, body)

const signUpTaken = async (language: string) => {
  const { email } = await signUp(world)
  return world.browser(language).post('/identity/sign-up/email', { email, password })
}
const disabled = async (language: string) => {
  const { email, uid } = await signUp(world)
  await world.internal('PUT', `/accounts/${uid}/disabled`, { disabled: true })
  return world.browser(language).post('/identity/sign-in/email', { email, password })
}
const wrongPassword = async (language: string) => {
  const { email } = await signUp(world)
  return world.browser(language).post('/identity/sign-in/email', { email, password: 'not the password' })
}
const othersLink = async (language: string) => {
  const { email } = await signUp(world)
  const { body } = await world.internal('POST', '/links', { kind: 'verification', email })
  return world.browser(language).post('/identity/verify-email', { token: tokenIn(String(body['link'])) })
}
const tooOften = async (language: string) => {
  const email = newAddress()
  const browser = world.browser(language)
  for (let mail = 0; mail < 5; mail++) await browser.post('/identity/request-password-reset', { email })
  return browser.post('/identity/request-password-reset', { email })
}

const email = 'somebody@example.org'
const cases: Case[] = [
  { what: 'a disabled account', code: 'auth/user-disabled', call: disabled },
  { what: 'a wrong password', code: 'auth/wrong-password', call: wrongPassword },
  {
    what: 'an unknown address',
    code: 'auth/wrong-password',
    call: post('sign-in/email', { email, password }),
  },
  {
    what: 'a password over the maximum length',
    code: 'auth/wrong-password',
    call: post('sign-in/email', { email, password: 'x'.repeat(129) }),
  },
  {
    what: 'an internal call about an unknown account',
    code: 'auth/user-not-found',
    status: 404,
    call: () => world.internal('GET', '/accounts?email=nobody@example.org'),
  },
  {
    what: 'a short password',
    code: 'auth/weak-password',
    call: post('sign-up/email', { email, password: 'x'.repeat(9) }),
  },
  {
    what: 'a long password',
    code: 'auth/weak-password',
    call: post('sign-up/email', { email, password: 'x'.repeat(129) }),
  },
  ...['password12', '1234567890', 'qwertyuiop', 'Baseline2026', email].map((weakPassword) => ({
    what: `the common password ${weakPassword}`,
    code: 'auth/weak-password' as const,
    call: post('sign-up/email', { email, password: weakPassword }),
  })),
  { what: 'no password on sign-in', code: 'auth/missing-password', call: post('sign-in/email', { email }) },
  {
    what: 'an empty password on sign-up',
    code: 'auth/missing-password',
    call: post('sign-up/email', { email, password: '' }),
  },
  {
    what: 'a password that is not text',
    code: 'auth/missing-password',
    call: post('sign-in/email', { email, password: { $ne: '' } }),
  },
  {
    what: 'no new password',
    code: 'auth/missing-password',
    call: post('reset-password', { token: 'x', newPassword: '' }),
  },
  { what: 'an address that is taken', code: 'auth/email-already-in-use', call: signUpTaken },
  ...['sign-in/email', 'sign-up/email', 'request-password-reset', 'send-verification-email'].map(
    (path): Case => ({
      what: `a malformed address at ${path}`,
      code: 'auth/invalid-email',
      call: post(path, { email: 'no address', ...(path.startsWith('sign') ? { password } : {}) }),
    }),
  ),
  { what: 'no address', code: 'auth/invalid-email', call: post('sign-in/email', { password }) },
  {
    what: 'a forged link',
    code: 'auth/invalid-action-code',
    call: post('reset-password', { token: 'never', newPassword: password }),
  },
  {
    what: 'a reset without a token',
    code: 'auth/invalid-action-code',
    call: post('reset-password', { newPassword: password }),
  },
  {
    what: 'a verification without a token',
    code: 'auth/invalid-action-code',
    call: post('verify-email', {}),
  },
  { what: 'a link without its session', code: 'auth/session-required', status: 401, call: othersLink },
  {
    what: 'a token without a session',
    code: 'auth/no-current-user',
    status: 401,
    call: (language) => world.browser(language).get('/identity/token'),
  },
  { what: 'too many tries', code: 'auth/too-many-requests', status: 429, call: tooOften },
  {
    what: 'a call from another site',
    code: 'auth/unauthorized-domain',
    call: (language) =>
      world
        .browser(language)
        .post(
          '/identity/sign-in/email',
          { email, password },
          { headers: { origin: 'https://evil.example' } },
        ),
  },
  {
    what: 'a redirect to another site',
    code: 'auth/unauthorized-domain',
    call: post('sign-in/social', { provider: 'google', callbackURL: 'https://evil.example/' }),
  },
  {
    what: 'a reset mail with a redirect URL',
    code: 'auth/internal-error',
    call: post('request-password-reset', { email, redirectTo: '/auth/reset-password' }),
  },
  {
    what: 'a verification mail with a redirect URL',
    code: 'auth/internal-error',
    call: post('send-verification-email', { email, callbackURL: '/auth/verify-email' }),
  },
  {
    what: 'an extra field in a verification',
    code: 'auth/internal-error',
    call: post('verify-email', { token: 'x', callbackURL: '/' }),
  },
  {
    what: 'a field that callers must not set',
    code: 'auth/internal-error',
    call: post('sign-up/email', { email, password, emailVerified: true }),
  },
  {
    what: 'a name with a NUL character',
    code: 'auth/internal-error',
    call: post('sign-up/email', { email: 'nul@example.org', password, name: 'a\u0000b' }),
  },
  {
    what: 'a body that is not JSON',
    code: 'auth/internal-error',
    call: (language) =>
      world.browser(language).request('POST', '/identity/sign-in/email', {
        body: undefined,
        headers: { 'content-type': 'application/json', 'content-length': '0' },
      }),
  },
]

describe.for(languages)('§8 over HTTP, in %s', (language) => {
  test.for(cases)('$what → $code', async ({ code, status = 400, call }) => {
    const answer = await call(language)
    const messageLanguage = code === 'auth/user-not-found' ? 'en' : language
    expect([answer.status, answer.body]).toEqual([
      status,
      {
        code,
        message: translateIfKnown(messagesByLanguage[messageLanguage], code),
        requestId: expect.any(String),
      },
    ])
  })
})

test('concurrent sign-ups of one address create one account and refuse the other', async () => {
  const address = newAddress()
  const answers = await Promise.all(
    [0, 1, 2].map(() => post('sign-up/email', { email: address, password })('en')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'auth/email-already-in-use')).toHaveLength(2)
})

test('answers a wrong password and an unknown address equally, in content and in time', async () => {
  const { email: registeredEmail } = await signUpVerified(world)
  const attempt = async (address: string) => {
    const start = performance.now()
    const { status, body } = await post('sign-in/email', { email: address, password: 'not the password' })(
      'en',
    )
    return { ms: performance.now() - start, answer: { status, ...body, requestId: '' } }
  }
  // Takes the fastest attempt: the slow ones measure the load of the machine.
  const time = async (address: string) => {
    const attempts = [await attempt(address), await attempt(address), await attempt(address)]
    return { ms: Math.min(...attempts.map(({ ms }) => ms)), answers: attempts.map(({ answer }) => answer) }
  }
  const [first, second] = [await time(registeredEmail), await time(newAddress())]
  expect(first.answers).toEqual(second.answers)
  // Both compute the hash; without it the second would take a tenth of the first.
  expect(second.ms).toBeGreaterThan(first.ms / 3)
})

describe('translation table', () => {
  test('has a code with a text for every error of the library', () => {
    for (const name of Object.keys(BASE_ERROR_CODES)) {
      const code = translateError(400, name)
      for (const language of languages)
        expect(translateIfKnown(messagesByLanguage[language], code)).toBeTruthy()
    }
  })

  test.for([
    [400, 'VALIDATION_ERROR', '[body.email] Invalid email address', 'auth/invalid-email'],
    [400, 'VALIDATION_ERROR', '[body.password] Invalid input', 'auth/missing-password'],
    [400, 'VALIDATION_ERROR', '[body.image] Invalid input', 'auth/internal-error'],
    [429, undefined, 'Too many requests', 'auth/too-many-requests'],
    [422, 'USER_ALREADY_EXISTS', undefined, 'auth/email-already-in-use'],
    [400, 'SOCIAL_ACCOUNT_ALREADY_LINKED', undefined, 'auth/credential-already-in-use'],
    [400, 'LINKED_ACCOUNT_ALREADY_EXISTS', undefined, 'auth/credential-already-in-use'],
    [401, 'TOKEN_EXPIRED', undefined, 'auth/invalid-action-code'],
    [418, 'NEVER_HEARD_OF', undefined, 'auth/internal-error'],
    [500, undefined, undefined, 'auth/internal-error'],
    [400, 'constructor', undefined, 'auth/internal-error'],
  ] as const)('%i %s %s → %s', ([status, name, message, code]) => {
    expect(translateError(status, name, message)).toBe(code)
  })

  test.for([
    ['account_not_linked', 'auth/account-exists-with-different-credential'],
    ['account_already_linked_to_different_user', 'auth/credential-already-in-use'],
    ['access_denied', 'auth/popup-closed-by-user'],
    ['USER_DISABLED', 'auth/user-disabled'],
    ['email_not_found', 'auth/invalid-email'],
    ['whatever', 'auth/internal-error'],
  ] as const)('?error=%s → %s', ([error, code]) => {
    expect(translateRedirectError(error)).toBe(code)
  })
})
