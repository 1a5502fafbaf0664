import { cleanup, configure, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { installErrorHandler } from '#platform/error-funnel.ts'
import { loadLanguage } from '#platform/i18n.ts'
import { session } from '#platform/session.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { UserViewPage } from './view-page.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

const rui = { ...aUser, id: 'u-2', fullName: 'Rui Sitoe', disabled: false }
const times = {
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  lastSignInAt: null,
  authenticationUid: 'uid',
  avatarLinks: [],
}

const open = async (user: object) => {
  installErrorHandler(() => undefined)
  const requests = answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/auth/me': { body: aUser },
    'GET /api/iam/u-2': { body: { ...rui, ...times, ...user } },
    'POST /api/iam/u-2/invitation': {},
  })
  await session.load()
  await renderPage(UserViewPage, '/iam/u-2', '/iam/$id')
  await screen.findByRole('heading', { name: 'Rui Sitoe' })
  return { requests, user: userEvent.setup() }
}

test('resends an invitation from the menu of the user', async () => {
  const { requests, user } = await open({})
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Resend invitation' }))
  expect(await screen.findByText('Invitation resent')).toBeDefined()
  expect(requests).toContain('POST /api/iam/u-2/invitation')
})

test('offers no invitation for a disabled user', async () => {
  await open({ disabled: true })
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
})

test('shows that an invited user never signed in, and the last sign-in of others', async () => {
  await open({})
  expect(screen.getByText('Enabled')).toBeDefined()
  expect(screen.getByText('Invited')).toBeDefined()
  cleanup()
  await open({ lastSignInAt: '2026-11-10T09:30:00Z' })
  expect(screen.queryByText('Invited')).toBeNull()
  expect(screen.getByText('Last sign-in').nextElementSibling?.textContent).toBe('2026-11-10 09:30')
  cleanup()
  await open({ authenticationUid: null })
  expect(screen.getByText('Not invited')).toBeDefined()
})

test('spec §5 shows an imported picture as a link, never as an image', async () => {
  const publicUrl = 'https://pictures.example.org/people/rui.jpg'
  await open({ avatarLinks: [{ name: 'rui.jpg', publicUrl }] })
  const link = screen.getByRole('link', { name: 'rui.jpg' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    publicUrl,
    '_blank',
    'noopener noreferrer',
  ])
  expect([...document.querySelectorAll('img')].map((image) => image.src)).not.toContain(publicUrl)
})
