import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'
import { session } from '#platform/session.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { BrokenPage, BrokenScreen, ForbiddenPage } from './error-pages.tsx'
import { PageNotLoaded, loadPage } from './load-page.ts'

beforeAll(() => loadLanguage('en'))
afterEach(async () => {
  cleanup()
  answerFetch({ 'POST /identity/sign-out': {} })
  await session.signOut()
})

const heading = () => screen.getByRole('heading', { level: 1 }).textContent

test('does not report a missing page file as a server error', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  const error = await loadPage(() => Promise.reject(cause)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PageNotLoaded)
  expect(error).toMatchObject({ message: cause.message, cause })
  await renderPage(() => <BrokenScreen error={error} />)
  expect(heading()).toBe('The page could not be loaded. Check your connection and try again.')
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('reports a rendering error as a server error', async () => {
  await renderPage(() => <BrokenPage error={new TypeError('x is undefined')} />)
  expect(heading()).toBe('Sorry, the server is reporting an error')
  expect(screen.getByRole('main')).toBeDefined()
})

test('adds no second main element or language switch within the layout', async () => {
  await renderPage(() => <BrokenScreen error={new TypeError('x is undefined')} />)
  expect(heading()).toBe('Sorry, the server is reporting an error')
  expect(screen.queryByRole('main')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('spec §2 403 names the account and offers to sign in with another', async () => {
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf('ana') } },
    'GET /api/auth/me': { body: aUser },
    'POST /identity/sign-out': () => new Promise(() => undefined),
  })
  await session.load()
  const { address } = await renderPage(ForbiddenPage, '/403')
  expect(screen.getByText('ana@example.org')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with another account' }))
  // The service does not respond, but the user is redirected anyway.
  expect(address()).toBe('/auth/signin')
  expect(session.current()).toBeNull()
})

test('spec §2 403 without a user offers home only, with language and appearance', async () => {
  await renderPage(ForbiddenPage, '/403')
  expect(screen.queryByRole('button', { name: 'Sign in with another account' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Back to home' })).toBeDefined()
  const language = screen.getByRole('combobox', { name: 'Language' })
  const scheme = screen.getByRole('button', { name: 'Appearance' })
  expect(language.compareDocumentPosition(scheme)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
