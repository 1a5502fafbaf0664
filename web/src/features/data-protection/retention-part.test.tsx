import type { SurveyRetention } from '@baseline/contract/data-protection/contract.ts'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { RetentionPart } from './retention-part.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadAllTexts('en'))
beforeEach(() => session.replaceUser(aUser))
afterEach(cleanup)

const surveyId = '0195d000-0000-7000-8000-000000000001'
const closed: SurveyRetention = {
  surveyId,
  label: 'Households 2020',
  status: 'closed',
  closedAt: '2020-12-31T10:00:00.000Z',
  months: null,
  dueAt: null,
  anonymisedAt: null,
}

const open = async (survey: SurveyRetention) => {
  const bodies: unknown[] = []
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf('u') } },
    'GET /api/data-protection/retention': { body: { rows: [survey] } },
    [`PUT /api/data-protection/retention/${surveyId}`]: (body) => {
      bodies.push(body)
      return { body: survey }
    },
    [`GET /api/data-protection/retention/${surveyId}/report`]: {
      body: { responses: 1234, files: 5, comments: 3, auditEntries: 12, exports: 1 },
    },
  })
  await renderPage(RetentionPart)
  const user = userEvent.setup()
  const change = await screen.findByRole('button', { name: 'Change period: Households 2020' })
  return { bodies, user, openDialog: () => user.click(change) }
}

const months = () => screen.findByRole('textbox', { name: 'Months after closing' })

test('sets the months of an open survey, and clears them', async () => {
  const { bodies, user, openDialog } = await open({ ...closed, status: 'open', closedAt: null, months: 24 })
  expect(screen.getByText('24 months')).toBeDefined()
  await openDialog()
  await user.clear(await months())
  await user.type(await months(), '601')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Months after closing must be less than or equal to 600')
  await user.clear(await months())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toEqual([{ data: { months: null } }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await openDialog()
  await user.clear(await months())
  await user.type(await months(), '36')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies.at(-1)).toEqual({ data: { months: 36 } }))
})

test('a period that has already ended needs the typed title of the survey', async () => {
  const { bodies, user, openDialog } = await open(closed)
  await openDialog()
  await user.type(await months(), '600')
  await screen.findByText('Personal data will be removed on 2070-12-31.')
  await user.clear(await months())
  await user.type(await months(), '6')
  await user.click(await screen.findByRole('button', { name: 'Save and remove' }))
  await screen.findByText('This is not Households 2020')
  expect(bodies).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Type Households 2020 to confirm' }), 'Households 2020')
  await user.click(screen.getByRole('button', { name: 'Save and remove' }))
  await waitFor(() => expect(bodies).toEqual([{ data: { months: 6 } }]))
})

test('shows what would be removed', async () => {
  const { user } = await open(closed)
  await user.click(screen.getByRole('button', { name: 'What would be removed? Households 2020' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('1,234')
  expect(dialog.getByText('Records with personal data. Nothing is removed now.')).toBeDefined()
})
