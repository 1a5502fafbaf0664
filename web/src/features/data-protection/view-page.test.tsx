import type { FoundPerson, FoundResponse } from '@baseline/contract/data-protection/contract.ts'
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { installFeatures } from '#platform/entities.ts'
import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { DataProtectionPage } from './view-page.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(async () => {
  installFeatures([{ screens: [], records: { user: (id) => `/iam/${id}` } }])
  await loadAllTexts('en')
})
beforeEach(() => session.replaceUser(aUser))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const idOf = (number: number) => `0195d000-0000-7000-8000-00000000000${String(number)}`
const response = (number: number, changes: Partial<FoundResponse> = {}): FoundResponse => ({
  id: idOf(number),
  displayId: `HH-${String(number)}`,
  surveyLabel: 'Baseline 2026',
  householdName: 'Família Machava',
  districtName: 'Manhiça',
  village: 'Xinavane',
  surveyDate: '2026-11-12',
  deleted: false,
  ...changes,
})
const person = (number: number, changes: Partial<FoundPerson> = {}): FoundPerson => ({
  userId: idOf(number),
  userDetailsId: null,
  name: `Rui Machava ${String(number)}`,
  email: 'rui@example.org',
  phoneNumber: null,
  enabled: false,
  ...changes,
})

const open = async (
  found: { responses?: FoundResponse[]; people?: FoundPerson[]; more?: boolean } = {},
  url = '/data-protection',
) => {
  const bodies: unknown[] = []
  const answers: Parameters<typeof answerFetch>[0] = {
    'GET /identity/token': { body: { token: tokenOf('u') } },
    'GET /api/data-protection/subjects': { body: { responses: [], people: [], more: false, ...found } },
    'POST /api/data-protection/files': (body) => {
      bodies.push(body)
      return { body: { name: 'household.zip', publicUrl: '#household' } }
    },
  }
  const requests = answerFetch(answers)
  const { address } = await renderPage(DataProtectionPage, url, '/data-protection')
  const user = userEvent.setup()
  const search = async (text: string) => {
    await user.type(screen.getByRole('searchbox'), text)
    await user.click(screen.getByRole('button', { name: 'Find' }))
  }
  return { bodies, requests, answers, address, user, search }
}

test('needs three characters to search, and keeps the text out of the URL', async () => {
  const { requests, address, search } = await open()
  await search('Ma')
  await screen.findByText('Name, Survey Id, phone number or address must be at least 3 characters')
  expect(requests.filter((request) => request.includes('subjects'))).toEqual([])
  await search('chava')
  await screen.findByText('No data found')
  expect(requests.at(-1)).toBe('GET /api/data-protection/subjects?search=Machava')
  expect(address()).toBe('/data-protection')
})

test('hands over the selected responses of a household', async () => {
  const { bodies, user, search } = await open({
    responses: [response(1), response(2, { deleted: true }), response(3)],
    more: true,
  })
  await search('Machava')
  await screen.findByText('There are more matches. Type more of the name, or the Survey Id.')
  expect(screen.getAllByText('Deleted')).toHaveLength(1)
  for (const number of [1, 2])
    await user.click(
      screen.getByRole('checkbox', { name: `Select HH-${String(number)} · Família Machava · Baseline 2026` }),
    )
  await user.click(screen.getByRole('button', { name: 'Download data' }))
  await waitFor(() =>
    expect(bodies).toEqual([{ subject: { kind: 'household', responseIds: [idOf(1), idOf(2)] } }]),
  )
})

test('links to a user who can sign in instead of erasing the user', async () => {
  const { search } = await open({ people: [person(1, { enabled: true }), person(2)] })
  await search('Machava')
  await screen.findByText('Can sign in')
  expect(screen.queryByRole('button', { name: 'Erase… Rui Machava 1' })).toBeNull()
  const link = screen.getByRole('link', { name: 'Disable the user to erase' })
  expect(link.getAttribute('href')).toBe(`/iam/${idOf(1)}`)
  expect(screen.getByRole('button', { name: 'Erase… Rui Machava 2' })).toBeDefined()
})

test('reports a failed search with a retry', async () => {
  const { answers, user, search } = await open()
  answers['GET /api/data-protection/subjects'] = { status: 500 }
  await search('Machava')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answers['GET /api/data-protection/subjects'] = {
    body: { responses: [response(1)], people: [], more: false },
  }
  await user.click(retry)
  expect(await screen.findByRole('heading', { name: 'Households' })).toBeDefined()
})

test('refreshes the list of erasures while one is running', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
  })
  const erasure = {
    id: idOf(1),
    kind: 'household',
    status: 'START',
    surveyLabel: null,
    reason: 'Letter of 12 November',
    report: { responses: 2, files: 0, comments: 0, auditEntries: 7, exports: 0 },
    createdByEmail: 'ana@example.org',
    createdAt: '2026-11-17T09:00:00.000Z',
    finishedAt: null,
  }
  let requestCount = 0
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf('u') } },
    'GET /api/data-protection/erasures': () => {
      requestCount += 1
      return { body: { rows: [{ ...erasure, status: requestCount > 2 ? 'SUCCESS' : 'START' }], count: 1 } }
    },
  })
  await renderPage(DataProtectionPage, '/data-protection?part=erasures', '/data-protection')
  await screen.findByText('Running')
  expect(screen.getByText('Responses 2 · Audit log entries 7')).toBeDefined()
  for (let step = 0; step < 2; step += 1) await vi.advanceTimersByTimeAsync(5_000)
  await screen.findByText('Done')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(requestCount).toBe(3)
})
