import type { IntakeDetails } from '@baseline/contract/intake/item.ts'
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { installErrorHandler } from '#platform/error-funnel.ts'
import { hasUnsaved } from '#platform/form/unsaved.ts'
import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { InboxViewPage } from './view-page.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadAllTexts('en'))
beforeEach(() => session.replaceUser(aUser))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const surveyId = '0195d000-0000-7000-8000-0000000000f1'

const survey = {
  id: surveyId,
  version: 1,
  status: 'open',
  openFrom: null,
  closeOn: null,
  formId: 'household',
  label: 'Household',
  formVersion: null,
  timeZone: 'Africa/Maputo',
  languages: ['en'],
  defaultLanguage: 'en',
  choices: {},
  items: [],
}

const response = {
  id: '0195d000-0000-7000-8000-0000000000b1',
  displayId: '1234-5678-9012',
  status: 'approved',
  version: 3,
} as const

/** A time that is on the next day in the time zone of the survey. */
const anItem = (number: number, changed: Partial<IntakeDetails> = {}): IntakeDetails => ({
  id: `0195d000-0000-7000-8000-00000000000${String(number)}`,
  state: 'conflict',
  surveyId,
  surveyLabel: 'Household',
  surveyVersion: 1,
  deviceLabel: `Phone ${String(number)}`,
  personName: null,
  receivedAt: '2026-11-14T22:30:00.000Z',
  response,
  receivedFileCount: 0,
  fileCount: 0,
  instanceId: 'uuid:1',
  deprecatedId: null,
  odkDeviceId: 'collect:1',
  userAgent: 'v2026.3.0',
  files: [],
  changes: [],
  problem: null,
  ...changed,
})

const first = anItem(1)
const [second, third] = [anItem(2), anItem(3)]

type Answers = Parameters<typeof answerFetch>[0]

const open = async (item = first, answers: Answers = {}) => {
  installErrorHandler(() => undefined)
  const items = [item, second, third]
  const requests = answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/intake': { body: { rows: items, count: items.length } },
    ...Object.fromEntries(items.map((one) => [`GET /api/intake/${one.id}`, { body: one }])),
    [`GET /api/survey-masters/${surveyId}`]: { body: survey },
    ...answers,
  })
  const page = await renderPage(InboxViewPage, `/intake/${item.id}`, '/intake/$id')
  const heading = await screen.findByRole('heading', { name: /^Phone 1/ })
  await screen.findByText('1 of 3')
  return { ...page, requests, heading, user: userEvent.setup() }
}

type Opened = Awaited<ReturnType<typeof open>>

const goTo = (page: Opened, { id, deviceLabel }: IntakeDetails) => {
  act(() => page.history.push(`/intake/${id}`))
  return screen.findByRole('heading', { name: new RegExp(`^${deviceLabel}`) })
}

const comment = () => screen.findByLabelText<HTMLTextAreaElement>('Comment')

const decide = async (user: Opened['user'], action: string) => {
  await user.click(screen.getByRole('button', { name: action }))
  const dialog = await screen.findByRole('dialog')
  const { textContent } = dialog
  await user.click(within(dialog).getByRole('button', { name: action }))
  return textContent
}

const stored = { body: { id: first.id, state: 'stored', responseId: response.id } }

test('goes to the next interview after a decision, and forgets the comment', async () => {
  const bodies: unknown[] = []
  const page = await open(first, {
    [`POST /api/intake/${first.id}`]: (body) => {
      bodies.push(body)
      return stored
    },
  })
  await page.user.type(await comment(), 'The enumerator called')
  await decide(page.user, 'Replace the answers')
  await screen.findByRole('heading', { name: /^Phone 2/ })
  expect(bodies).toEqual([{ action: 'accept', storeAs: 'edit', comment: 'The enumerator called' }])
  expect(hasUnsaved()).toBe(false)
  await goTo(page, first)
  expect((await comment()).value).toBe('')
})

test('does not redirect a user who has moved on before the decision is saved', async () => {
  let answer: (value: typeof stored) => void = () => undefined
  const page = await open(first, {
    [`POST /api/intake/${first.id}`]: () => new Promise((resolve) => (answer = resolve)),
  })
  await decide(page.user, 'Discard')
  await goTo(page, third)
  const listCalls = () => page.requests.filter((one) => one.startsWith('GET /api/intake?')).length
  const before = listCalls()
  await waitFor(() => expect(page.requests).toContain(`POST /api/intake/${first.id}`))
  answer(stored)
  // The list is refetched after the decision.
  await waitFor(() => expect(listCalls()).toBeGreaterThan(before))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(page.address()).toBe(`/intake/${third.id}`)
})

test('keeps a comment that was not sent when another interview is opened', async () => {
  const page = await open()
  await page.user.type(await comment(), 'Ask again')
  expect(hasUnsaved()).toBe(true)
  await goTo(page, second)
  expect((await comment()).value).toBe('')
  expect(hasUnsaved()).toBe(false)
  await goTo(page, first)
  expect((await comment()).value).toBe('Ask again')
  await page.user.clear(await comment())
})

test('shows all times in the time zone of the survey', async () => {
  const { heading, user } = await open()
  expect(heading.textContent).toBe('Phone 1 · 2026-11-15 00:30')
  expect(screen.getByText('Received').nextElementSibling?.textContent).toBe('2026-11-15 00:30')
  expect(screen.getByText(/Africa\/Maputo/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByRole('listitem').textContent).toContain('2026-11-15 00:30')
})

test('loads the interview and the list again if another user has decided', async () => {
  const refusal = {
    code: 'entities.intake.errors.decided',
    message: 'This interview has already been decided',
  }
  const { requests, user } = await open(first, {
    [`POST /api/intake/${first.id}`]: { status: 400, body: refusal },
  })
  await decide(user, 'Discard')
  const callsAfter = () => requests.slice(requests.indexOf(`POST /api/intake/${first.id}`) + 1)
  await waitFor(() => {
    expect(callsAfter()).toContain(`GET /api/intake/${first.id}`)
    expect(callsAfter()).toContainEqual(expect.stringContaining('GET /api/intake?'))
  })
})

test.for([
  ['conflict', response, 'The response was not changed.', 'The response that exists is not changed.'],
  ['conflict', null, 'was deleted or was not stored.', 'The earlier response was deleted or was not stored.'],
  ['heldBack', response, 'The response was not changed.', undefined],
  ['heldBack', null, 'The earlier response was deleted.', 'The earlier response was deleted.'],
  ['receiving', null, 'The phone may still send it.', 'The response gets the files that have arrived.'],
] as const)('explains the response of the state %s', async ([state, itemResponse, note, question]) => {
  const item = { ...first, state, response: itemResponse }
  const { user } = await open(item, { [`POST /api/intake/${first.id}`]: { status: 400 } })
  expect(screen.getByRole('note').textContent).toContain(note)
  if (question === undefined) return
  expect(await decide(user, 'Store as a new response')).toContain(question)
})
