import { useSearch } from '@tanstack/react-router'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { installErrorHandler } from '#platform/error-funnel.ts'
import { loadLanguage } from '#platform/i18n.ts'
import { session } from '#platform/session.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { RolesMode } from './roles-mode.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 15_000 })
beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

/** An address of the maximum length. */
const emailOf = (n: number) => `${String(n).padStart(64, 'x')}@${'y'.repeat(186)}.org`
const person = (n: number) => ({
  id: `e-${String(n)}`,
  email: emailOf(n),
  fullName: `Person ${String(n)}`,
  disabled: false,
})
const tree = [
  { role: 'enumerator', users: Array.from({ length: 4002 }, (_, n) => person(n)) },
  { role: 'manager', users: [{ id: aUser.id, email: aUser.email, fullName: 'Ana Lima', disabled: false }] },
  {
    role: null,
    users: [
      { ...person(9001), fullName: 'Eva Nova', authenticationUid: 'uid', lastSignInAt: null },
      { ...person(9002), fullName: 'Leo Sá', authenticationUid: 'uid', lastSignInAt: '2026-11-01T08:00:00Z' },
    ],
  },
]

const Roles = () => <RolesMode search={useSearch({ strict: false })} />

const open = async (answers: Parameters<typeof answerFetch>[0] = {}) => {
  const funnel = vi.fn<(error: unknown) => void>()
  installErrorHandler(funnel)
  const requests = answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/auth/me': { body: aUser },
    'GET /api/iam/role': { body: tree },
    'DELETE /api/iam': {},
    ...answers,
  })
  await session.load()
  const page = await renderPage(Roles, '/iam?mode=roles', '/iam')
  await screen.findByText('Enumerator (4,002)')
  const user = userEvent.setup()
  return {
    ...page,
    funnel,
    user,
    requests,
    deletions: () => requests.filter((one) => one.startsWith('DELETE')),
    revokeAll: async () => {
      await user.click(screen.getByRole('checkbox', { name: 'Select Enumerator' }))
      await user.click(within(screen.getByRole('toolbar')).getByText('Remove'))
      await screen.findByText('and 3,997 more')
      await user.click(screen.getByText('Revoke 4,002'))
    },
  }
}

const people = () => document.querySelectorAll('tr[data-row-key^="enumerator:"]').length

test('spec §3 collapses a role with many users, and shows them in steps', async () => {
  const { user } = await open()
  expect(people()).toBe(0)
  expect(screen.getByRole('link', { name: 'Ana Lima' })).toBeDefined()
  await user.click(document.querySelector('tr[data-row-key="role:enumerator"] .ant-table-row-expand-icon')!)
  expect(people()).toBe(50)
  expect(screen.getByText('50 of 4,002 shown')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show 50 more' }))
  expect(people()).toBe(100)
  expect(screen.getByRole('link', { name: 'Search all users' }).getAttribute('href')).toContain('/iam?roles=')
})

test('shows users without a role, marks who never signed in, and disables their selection', async () => {
  const { requests } = await open()
  expect(decodeURIComponent(requests.find((one) => one.startsWith('GET /api/iam/role')) ?? '')).toContain(
    'none',
  )
  expect(screen.getByText('2 roles')).toBeDefined()
  expect(screen.getByText('No role (2)')).toBeDefined()
  const rowOf = (name: string) => screen.getByRole('link', { name }).closest('tr')!
  expect(within(rowOf('Eva Nova')).getByText('Invited')).toBeDefined()
  expect(within(rowOf('Leo Sá')).queryByText('Invited')).toBeNull()
  expect(within(rowOf('Eva Nova')).queryByRole('checkbox')).toBeNull()
  expect(screen.getByRole('link', { name: 'New users' }).getAttribute('href')).toBe('/iam/new')
})

test('revokes thousands of roles with one confirmation, in requests of limited size', async () => {
  const { deletions, revokeAll } = await open()
  await revokeAll()
  expect(await screen.findByText('Role(s) removed successfully')).toBeDefined()
  expect(deletions()).toHaveLength(21)
  // Maximum size of the request headers that the proxy and the server accept.
  expect(Math.max(...deletions().map((one) => one.length))).toBeLessThan(65_536)
  const sentValues = deletions().flatMap((one) => [
    ...new URLSearchParams(one.replace(/^[^?]*/, '')).values(),
  ])
  expect(new Set(sentValues.filter((value) => value.includes('@'))).size).toBe(4002)
})

test('spec §8 stays on the page and says how many roles were revoked when a call fails', async () => {
  let calls = 0
  const { funnel, deletions, revokeAll } = await open({
    'DELETE /api/iam': () => {
      calls += 1
      return calls > 3 ? { status: 500, body: { message: 'Out of order' } } : {}
    },
  })
  await revokeAll()
  expect(await screen.findByText('600 of 4,002 were removed before the error.')).toBeDefined()
  expect(screen.getByText('Out of order')).toBeDefined()
  expect(deletions()).toHaveLength(4)
  expect(funnel).not.toHaveBeenCalled()
})

test('spec §8 keeps the rows and offers a retry when a reload fails', async () => {
  let fails = false
  const { user, funnel } = await open({
    'GET /api/iam/role': () => (fails ? { status: 500, body: { message: 'Out of order' } } : { body: tree }),
  })
  fails = true
  await user.click(screen.getByRole('columnheader', { name: 'Roles' }))
  expect(await screen.findByText('Out of order')).toBeDefined()
  expect(screen.getByText('Enumerator (4,002)')).toBeDefined()
  expect(funnel).not.toHaveBeenCalled()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Out of order')).toBeNull())
})
