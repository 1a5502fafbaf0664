import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { installErrorHandler } from '#platform/error-funnel.ts'
import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { SecurityPage } from './security-page.tsx'

beforeAll(() => loadAllTexts('en'))
afterEach(cleanup)

const signedIn = {
  'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
  'GET /api/auth/me': { body: aUser },
}
const secondFactor = { hasPassword: true, hasApp: false, passkeys: [] }
const device = { id: 's-1', usedAt: '2026-11-01T08:00:00Z', userAgent: null, isCurrent: true }
const failure = { status: 500, body: { code: 'auth/internal-error' } }

test.for([
  { region: 'Signed-in devices', loaded: 'This device' },
  { region: 'Second factor', loaded: 'Authenticator app' },
])('offers a retry when "$region" cannot be loaded', async ({ region, loaded }) => {
  const funnel = vi.fn<(error: unknown) => void>()
  installErrorHandler(funnel)
  answerFetch({ ...signedIn, 'GET /identity/sessions': failure, 'GET /identity/second-factor': failure })
  await session.load()
  await renderPage(SecurityPage, '/profile/security')
  const part = within(screen.getByRole('region', { name: region }))
  await waitFor(() => expect(part.getByRole('alert').textContent).toMatch(/\w/))
  expect(part.queryByText(loaded)).toBeNull()
  answerFetch({
    ...signedIn,
    'GET /identity/sessions': { body: [device] },
    'GET /identity/second-factor': { body: secondFactor },
  })
  await userEvent.click(part.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(part.getByText(loaded)).toBeDefined())
  expect(part.queryByRole('alert')).toBeNull()
  // The page itself shows the error, so that no toast repeats it.
  expect(funnel).not.toHaveBeenCalled()
})
