import type { OwnFigures, OwnResponse } from '@baseline/contract/own-responses/contract.ts'
import { act, cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { installErrorHandler } from '#platform/error-funnel.ts'
import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { OwnResponsesPage } from './list-page.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadAllTexts('en'))
beforeEach(() => session.replaceUser(aUser))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const figures: OwnFigures = {
  isLinked: true,
  timeZone: 'Africa/Maputo',
  today: '2026-11-15',
  count: 2,
  statuses: {
    inProgress: 0,
    submitted: 1,
    returned: 1,
    resubmitted: 0,
    onHold: 0,
    verified: 0,
    approved: 0,
    rejected: 0,
  },
  countToday: 0,
  countLast7Days: 2,
  days: [{ date: '2026-11-14', count: 1 }],
}

const interview: OwnResponse = {
  displayId: '1234-5678-9012',
  surveyLabel: 'Household',
  village: 'Xinavane',
  surveyDate: '2026-11-14',
  status: 'submitted',
  receivedAt: '2026-11-14T09:30:00.000Z',
  returnReason: null,
  isLate: false,
}

const open = async () => {
  installErrorHandler(() => undefined)
  const statuses = { figures: 200, list: 200 }
  const body = { rows: [interview], next: null }
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/own-responses/figures': () => ({ status: statuses.figures, body: figures }),
    'GET /api/own-responses': () => ({ status: statuses.list, body }),
  })
  const page = await renderPage(OwnResponsesPage)
  await waitFor(() => expect(screen.getAllByText('Xinavane')).toHaveLength(2))
  const refetch = () => act(() => page.queries.invalidateQueries())
  return { statuses, refetch, user: userEvent.setup() }
}

test('shows once that a refetch failed, with the old figures and interviews, and tries again', async () => {
  const { statuses, refetch, user } = await open()
  expect(screen.queryByRole('alert')).toBeNull()
  Object.assign(statuses, { figures: 500, list: 500 })
  await refetch()
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ops, an error occurred'),
  ])
  expect(screen.getAllByText('Xinavane')).toHaveLength(2)
  Object.assign(statuses, { figures: 200, list: 200 })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('shows that only the interviews could not be refetched', async () => {
  const { statuses, refetch, user } = await open()
  statuses.list = 500
  await refetch()
  const retries = await waitFor(() => {
    const buttons = screen.getAllByRole('button', { name: 'Try again' })
    expect(buttons).toHaveLength(2)
    return buttons
  })
  statuses.list = 200
  for (const retry of retries) await user.click(retry)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('says what to do about an interview that the phone cannot correct, and counts those without a date', async () => {
  await open()
  expect(screen.getByText(/If you cannot, ask your supervisor\./)).toBeDefined()
  expect(screen.getByText('1 interview has no date in this period')).toBeDefined()
})
