import { beforeAll, describe, expect, test } from 'vitest'

import { ApiError, IdentityError, decide, messageOf } from './errors.ts'
import { loadLanguage } from './i18n.ts'

beforeAll(() => loadLanguage('en'))

const answer = (status: number, body: ConstructorParameters<typeof ApiError>[1] = {}) =>
  new ApiError(status, body)

describe('spec §8 outcome of an error', () => {
  test('403 redirects to the 403 page', () => {
    expect(decide(answer(403, { message: 'no' }))).toEqual({ kind: 'forbidden' })
  })

  test('400 shows one toast with the message of the server', () => {
    expect(decide(answer(400, { message: 'User not found' }))).toEqual({
      kind: 'toast',
      message: 'User not found',
    })
  })

  test.for([0, 404, 409, 429, 500, 502, 503])(
    '%i redirects to the 500 page with the request id',
    (status) => {
      expect(decide(answer(status, { requestId: 'r-1' }))).toEqual({ kind: 'failure', requestId: 'r-1' })
    },
  )

  test('an error in our code redirects to the 500 page', () => {
    expect(decide(new TypeError('x is undefined'))).toEqual({ kind: 'failure', requestId: undefined })
  })

  test('an error of the identity service counts as 400', () => {
    expect(decide(new IdentityError('auth/weak-password'))).toEqual({
      kind: 'toast',
      message: 'This password is too weak',
    })
  })

  test('401 signs out, with the reason if the account was disabled', () => {
    expect(decide(answer(401, { code: 'errors.unauthenticated' }))).toEqual({
      kind: 'signOut',
      message: undefined,
    })
    expect(decide(answer(401, { code: 'auth/user-disabled' }))).toEqual({
      kind: 'signOut',
      message: 'Your account is disabled',
    })
  })

  test('an aborted call has no outcome', () => {
    expect(decide(new DOMException('gone', 'AbortError'))).toEqual({ kind: 'ignore' })
  })
})

describe('spec §8 message of an error', () => {
  test('is the message of the server, else the raw response text, else the default', () => {
    expect(messageOf(answer(400, { message: 'Raw text' }))).toBe('Raw text')
    expect(messageOf(answer(400))).toBe('Ops, an error occurred')
    expect(messageOf(answer(502, { message: '<html>Bad gateway</html>' }))).toBe('Ops, an error occurred')
    expect(messageOf(new Error('internals'))).toBe('Ops, an error occurred')
  })

  test('is translated for auth codes, and the default for unknown ones', () => {
    expect(messageOf(new IdentityError('auth/wrong-password'))).toBe(
      "Sorry, we don't recognize your credentials",
    )
    expect(messageOf(new IdentityError('auth/never-heard-of'))).toBe('Ops, an error occurred')
  })

  test('is about the connection if there was no response', () => {
    expect(messageOf(answer(0))).toContain('cannot be reached')
    expect(messageOf(new DOMException('too late', 'TimeoutError'))).toContain('cannot be reached')
  })
})
