import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'
import { session } from '#platform/session.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { ResetPasswordPage } from './reset-password-page.tsx'

const reset = 'POST /identity/reset-password'
const token = 'GET /identity/token'
const signOut = 'POST /identity/sign-out'

beforeAll(async () => {
  await loadLanguage('en')
  // The page loads it while the user types. It is large, which must not count for the time of a test.
  await import('@baseline/contract/auth/password-strength.ts')
})
beforeEach(async () => {
  answerFetch({ [signOut]: {} })
  await session.signOut()
})
afterEach(cleanup)

const signInAsAna = async () => {
  answerFetch({ [token]: { body: { token: tokenOf('ana') } }, 'GET /api/auth/me': { body: aUser } })
  await session.load()
}

const choose = async () => {
  await userEvent.type(screen.getByLabelText('Password'), 'a new password')
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }))
}
const askForNew = () => screen.queryByRole('button', { name: 'Request a new link' })
const invalid = 'This link is no longer valid. Please request a new one.'

describe('an invalid link', () => {
  test('shows the error without a form when the token is missing', async () => {
    const { address } = await renderPage(ResetPasswordPage, '/auth/reset-password')
    expect(screen.getByRole('alert').textContent).toBe(invalid)
    expect(screen.queryByLabelText('Password')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Request a new link' }))
    expect(address()).toBe('/auth/forgot-password')
  })

  test('offers a new link when the token was already used, and signs out the current user', async () => {
    await signInAsAna()
    const { address } = await renderPage(ResetPasswordPage, '/auth/reset-password?token=t')
    answerFetch({ [reset]: { status: 400, body: { code: 'auth/invalid-action-code' } }, [signOut]: {} })
    await choose()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(invalid))
    await userEvent.click(screen.getByRole('button', { name: 'Request a new link' }))
    expect(session.current()).toBeNull()
    expect(address()).toBe('/auth/forgot-password')
  })
})

test('keeps the form and offers no new link when the network fails', async () => {
  await renderPage(ResetPasswordPage, '/auth/reset-password?token=t')
  answerFetch({ [reset]: () => Promise.reject(new TypeError('no network')) })
  await choose()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('cannot be reached'))
  expect(askForNew()).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('a new password')
})

describe('after the password is saved', () => {
  test('goes to the sign-in page', async () => {
    const { address } = await renderPage(ResetPasswordPage, '/auth/reset-password?token=t')
    answerFetch({ [reset]: {} })
    await choose()
    await waitFor(() => expect(address()).toBe('/auth/signin'))
  })

  test('keeps the session of another account', async () => {
    await signInAsAna()
    const { address } = await renderPage(ResetPasswordPage, '/auth/reset-password?token=t')
    const requests = answerFetch({ [reset]: {}, [token]: { body: { token: tokenOf('ana') } } })
    await choose()
    await waitFor(() => expect(address()).toBe('/'))
    expect(session.current()).toEqual(aUser)
    expect(requests).not.toContain(signOut)
  })

  test('signs out the session of the same account', async () => {
    await signInAsAna()
    const { address } = await renderPage(ResetPasswordPage, '/auth/reset-password?token=t')
    answerFetch({ [reset]: {}, [token]: { body: { token: null } }, [signOut]: {} })
    await choose()
    await waitFor(() => expect(address()).toBe('/auth/signin'))
    expect(session.current()).toBeNull()
  })
})
