import { oneOrMany, text } from '@baseline/contract/fields.ts'
import { route } from '@baseline/contract/http.ts'
import { listQuery, pageOf } from '@baseline/contract/list.ts'
import { act, cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { parse } from 'qs'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { installErrorHandler } from '../error-funnel.ts'
import { loadLanguage } from '../i18n.ts'
import { lastAddress } from '../navigation.ts'
import { session } from '../session.ts'
import { renderPage } from '../testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '../testing/scripted-fetch.ts'
import type { Column } from './columns.tsx'
import { defineList } from './list-definition.ts'
import { ListPage } from './list-page.tsx'
import type { AllMatches } from './use-all-matches.ts'

const Person = z.object({ id: z.string(), email: z.string(), role: z.string() })
type Person = z.infer<typeof Person>

const list = defineList({
  name: 'people',
  route: route({
    method: 'GET',
    path: '/people',
    access: 'iamRead',
    summary: 'People',
    query: listQuery(
      { email: text().optional(), roles: oneOrMany(z.enum(['manager', 'monitor'])).optional() },
      ['email', 'role'],
    ),
    response: pageOf(Person),
  }),
  defaultOrder: 'email_ASC',
  search: 'email',
  filters: [
    { kind: 'text', name: 'email', label: 'user.fields.email' },
    {
      kind: 'many',
      name: 'roles',
      label: 'user.fields.roles',
      choices: [
        { value: 'manager', label: 'roles.manager.label' },
        { value: 'monitor', label: 'roles.monitor.label' },
      ],
    },
  ],
  count: { one: 'auditLog.count.one', many: 'auditLog.count.many', estimate: 'auditLog.count.estimate' },
})

const columns: Column<Person>[] = [
  { key: 'email', label: 'user.fields.email' },
  { key: 'role', label: 'user.fields.roles' },
]

const bulk = (rows: Person[], allMatches: AllMatches<typeof list.route> | undefined) => (
  <button type="button">
    Delete {allMatches ? JSON.stringify(allMatches) : rows.map(({ id }) => id).join()}
  </button>
)

const People = () => (
  <ListPage
    list={list}
    title="People"
    columns={columns}
    rowName={({ email }) => email}
    rowPath={({ id }) => `/people/${id}`}
    card={({ email }) => ({ title: email })}
    bulk={bulk}
    selectsAllMatches
    empty={{ title: 'Nobody yet', hint: 'Invite somebody.' }}
  />
)

const rows = ['ana', 'rui', 'zoe'].map((id) => ({ id, email: `${id}@example.org`, role: 'monitor' }))
const firstPage = { body: { rows, count: 1284 } }

const open = async (answer: Parameters<typeof answerFetch>[0][string] = firstPage, url = '/people') => {
  const requests = answerFetch({
    'GET /identity/token': { body: { token: tokenOf('u') } },
    'GET /api/people': answer,
  })
  const page = await renderPage(People, url, '/people')
  return {
    ...page,
    user: userEvent.setup(),
    queries: () =>
      requests.filter((one) => one.includes('/api/people')).map((one) => parse(one.replace(/^[^?]*\?/, ''))),
  }
}

// Rendering a whole antd page in happy-dom is slow, especially queries by role.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })

beforeAll(() => loadLanguage('en'))
beforeEach(() => {
  localStorage.clear()
  session.replaceUser(aUser)
})
afterEach(cleanup)

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey']

test('spec §4 shows the first page and the count', async () => {
  const { queries } = await open()
  expect(await screen.findByText('1,284 entries')).toBeDefined()
  expect(screen.getByText(/by Email, A to Z/)).toBeDefined()
  expect(queries()).toEqual([{ orderBy: 'email_ASC', limit: '10', offset: '0' }])
  expect(screen.getByRole('link', { name: 'ana@example.org' }).getAttribute('href')).toBe('/people/ana')
})

test('marks a count that stopped at the cap', async () => {
  await open({ body: { rows, count: 10_000, countIsEstimate: true } })
  expect(await screen.findByText('more than 10,000 entries')).toBeDefined()
})

test('does not show an empty state for new filters before the response', async () => {
  let answers = 0
  const { user } = await open(
    () => (answers++ === 0 ? { body: { rows: [], count: 0 } } : new Promise<never>(() => undefined)),
    '/people?email=zz',
  )
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(screen.queryByText('Nothing matches these filters')).toBeNull())
  expect(screen.queryByText('Nobody yet')).toBeNull()
})

test('remembers the last URL of the list in this tab', async () => {
  await open(firstPage, '/people?page=3&email=ana')
  await screen.findByText('1,284 entries')
  expect(lastAddress('/people')).toBe('/people?page=3&email=ana')
  expect(lastAddress('/elsewhere')).toBe('/elsewhere')
})

test('stores views per user, and keeps views that another tab has saved', async () => {
  const { user } = await open()
  await screen.findByText('1,284 entries')
  const key = `list:${aUser.id}:people`
  const view = { name: 'Women', search: { gender: ['female'] } }
  localStorage.setItem(key, JSON.stringify({ hidden: [], density: 'comfortable', views: [view] }))
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByText('Compact'))
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ density: 'compact', views: [view] })
})

test('fetches what the URL describes', async () => {
  const { queries } = await open(firstPage, '/people?page=3&pageSize=20&orderBy=role_DESC&email=ana')
  await screen.findByText('1,284 entries')
  expect(queries()).toEqual([{ filter: { email: 'ana' }, orderBy: 'role_DESC', limit: '20', offset: '40' }])
})

test('spec §4 a filter is a removable chip and resets to page 1', async () => {
  const { user, address, queries } = await open(firstPage, '/people?page=3')
  await screen.findByText('1,284 entries')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Roles' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Monitor' }))
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ filter: { roles: ['monitor'] }, offset: '0' }))
  expect(decodeURIComponent(address())).toBe('/people?roles=["monitor"]')
  expect(screen.getByRole('button', { name: 'Roles: Monitor' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Remove the filter Roles' }))
  await waitFor(() => expect(address()).toBe('/people'))
})

test('searches after a pause in typing, and Clear removes all filters', async () => {
  const { user, address } = await open()
  await user.type(await screen.findByRole('searchbox', { name: 'Search by email' }), 'ana')
  await waitFor(() => expect(address()).toBe('/people?email=ana'))
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(address()).toBe('/people'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('spec §4 sorting keeps the page and clears the selection', async () => {
  const { user, address } = await open(firstPage, '/people?page=2')
  await user.click(await screen.findByRole('checkbox', { name: 'Select rui@example.org' }))
  expect(screen.getByText('1 selected')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Delete rui' })).toBeDefined()
  await user.click(screen.getByRole('columnheader', { name: 'Roles' }))
  await waitFor(() => expect(address()).toBe('/people?orderBy=role_ASC&page=2'))
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
})

test('a second change keeps the first, which the screen does not show yet', async () => {
  const { address } = await open(firstPage, '/people?email=ana&roles=["monitor"]')
  await screen.findByText('1,284 entries')
  act(() => {
    screen.getByRole('button', { name: 'Remove the filter Roles' }).click()
    screen.getByRole('columnheader', { name: 'Roles' }).click()
    screen.getByTitle('2').click()
  })
  await waitFor(() => expect(address()).toBe('/people?email=ana&orderBy=role_ASC&page=2'))
})

test('keys: j and k move, x selects, Enter opens, / searches, ? shows the help', async () => {
  const { user, address } = await open()
  await screen.findByText('1,284 entries')
  await user.keyboard('j')
  expect(focusedRow()).toBe('ana')
  await user.keyboard('jjjk')
  expect(focusedRow()).toBe('rui')
  await user.keyboard('x')
  expect(screen.getByText('1 selected')).toBeDefined()
  await user.keyboard('x/')
  expect(screen.queryByText('1 selected')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  // In the search field the keys are text.
  await user.keyboard('jx?')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('jx?')
  await waitFor(() => expect(address()).toContain('email='))
  screen.getByRole('searchbox').blur()
  await user.keyboard('?')
  expect(await screen.findByText('Next row')).toBeDefined()
})

test('keys work on a checkbox, and Enter or Escape move from the search to the rows', async () => {
  const { user, address } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select rui@example.org' }))
  await user.keyboard('j')
  expect(focusedRow()).toBe('zoe')
  await user.keyboard('x')
  expect(screen.getByText('2 selected')).toBeDefined()
  await user.keyboard('/ana{Enter}j')
  expect(focusedRow()).toBe('ana')
  await waitFor(() => expect(address()).toBe('/people?email=ana'))
  await user.keyboard('/{Escape}j')
  expect(focusedRow()).toBe('ana')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ana')
})

test('Enter on a row opens its record', async () => {
  const { user, address } = await open()
  await screen.findByText('1,284 entries')
  await user.keyboard('jj{Enter}')
  await waitFor(() => expect(address()).toBe('/people/rui'))
})

test('shows a hint for an empty list, and offers to clear filters without a match', async () => {
  const { user, address } = await open({ body: { rows: [], count: 0 } }, '/people?email=nobody')
  await screen.findByText('Nothing matches these filters')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).toBe('/people'))
  expect(await screen.findByText('Nobody yet')).toBeDefined()
  expect(screen.getByText('Invite somebody.')).toBeDefined()
})

test('redirects from a page that no longer exists to the last one', async () => {
  const { address } = await open({ body: { rows: [], count: 23 } }, '/people?page=9')
  await waitFor(() => expect(address()).toBe('/people?page=3'))
})

test('spec §8 a failed first load uses the error handler', async () => {
  const funnel = vi.fn<(error: unknown) => void>()
  installErrorHandler(funnel)
  await open({ status: 500, body: { message: 'Out of order' } })
  await waitFor(() => expect(funnel).toHaveBeenCalledOnce())
})

test('spec §8 a failed refetch keeps the rows and offers a retry', async () => {
  const funnel = vi.fn<(error: unknown) => void>()
  installErrorHandler(funnel)
  let fails = false
  const { user } = await open(() =>
    fails ? { status: 500, body: { message: 'Out of order', requestId: 'r-9' } } : firstPage,
  )
  await screen.findByText('1,284 entries')
  fails = true
  await user.click(screen.getByRole('columnheader', { name: 'Roles' }))
  expect(await screen.findByText('Out of order')).toBeDefined()
  expect(screen.getByText('Request r-9')).toBeDefined()
  expect(screen.getByRole('link', { name: 'ana@example.org' })).toBeDefined()
  expect(funnel).not.toHaveBeenCalled()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Out of order')).toBeNull())
})

test('remembers columns and views in this browser', async () => {
  const first = await open(firstPage, '/people?orderBy=role_ASC&page=2')
  await screen.findByText('1,284 entries')
  await first.user.click(screen.getByRole('button', { name: /^Columns/ }))
  await first.user.click(await screen.findByRole('checkbox', { name: 'Roles' }))
  expect(screen.queryByRole('columnheader', { name: 'Roles' })).toBeNull()
  await first.user.click(screen.getByRole('button', { name: /^Views/ }))
  await first.user.type(await screen.findByRole('textbox', { name: 'View name' }), 'By role')
  await first.user.click(screen.getByRole('button', { name: 'Save view' }))
  first.unmount()

  const second = await open()
  await screen.findByText('1,284 entries')
  expect(screen.queryByRole('columnheader', { name: 'Roles' })).toBeNull()
  await second.user.click(screen.getByRole('button', { name: /^Views/ }))
  await second.user.click(await screen.findByRole('button', { name: 'By role' }))
  // A view does not include the page.
  await waitFor(() => expect(second.address()).toBe('/people?orderBy=role_ASC'))
})

test('selects all matches of the filter, until a row is deselected', async () => {
  await open(firstPage, '/people?email=example&roles=%5B%22monitor%22%5D')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select ana@example.org' }))
  await userEvent.click(screen.getByRole('button', { name: 'Select all 1,284' }))
  expect(screen.getByText('1,284 selected')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Select all 1,284' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Delete/ }))
  const filter = { email: 'example', roles: ['monitor'] }
  expect(screen.getByRole('button', { name: /^Delete/ }).textContent).toBe(
    `Delete ${JSON.stringify({ count: 1284, filter })}`,
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select rui@example.org' }))
  expect(screen.getByText('2 selected')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Delete ana,zoe' })).toBeDefined()
})
