import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { ResponseSheetDialog } from './response-sheet-dialog.tsx'

const surveyId = '0195d000-0000-7000-8000-000000000001'

type Answer = { body: object } | (() => Promise<{ body: object }>)

const openWith = async (surveys: Answer, missingPackage: string | null = null) => {
  const sentBodies: unknown[] = []
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf('u') } },
    'GET /api/survey-list': surveys,
    [`GET /api/survey-masters/${surveyId}`]: { body: { languages: ['en'] } },
    'GET /api/survey-exports/formats': {
      body: ['xlsx', 'csv', 'dta', 'sav'].map((format) => ({
        format,
        missingPackage: format === 'dta' || format === 'sav' ? missingPackage : null,
      })),
    },
    'POST /api/survey-exports': (body) => {
      sentBodies.push(body)
      return { body: { id: 'one', status: 'START' } }
    },
  })
  const closed = vi.fn<() => void>()
  const Dialog = () => <ResponseSheetDialog filter={{ village: ['Gondola'] }} onClose={closed} />
  await renderPage(Dialog)
  return { sent: sentBodies, closed }
}

const open = async (missingPackage: string | null) => {
  const opened = await openWith(
    { body: { rows: [{ id: surveyId, label: 'Household' }], count: 1 } },
    missingPackage,
  )
  // The only survey is selected automatically.
  await screen.findByText('Household')
  return opened
}

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadAllTexts('en'))
beforeEach(() => {
  localStorage.clear()
  session.replaceUser(aUser)
})
afterEach(cleanup)

const radio = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })

test('disables a format that the server cannot write, and names the missing package', async () => {
  await open('readstat')
  for (const name of [/^Stata/, /^SPSS/]) {
    await waitFor(async () => expect((await radio(name)).disabled).toBe(true))
    const option = (await radio(name)).closest('label')
    expect(option?.textContent).toContain('Needs the package readstat on the server')
  }
  for (const name of ['Excel (.xlsx)', 'Text (.csv)']) expect((await radio(name)).disabled).toBe(false)
})

test('clicks before the surveys have loaded start one export, once they have', async () => {
  const user = userEvent.setup()
  let answer: (surveys: { body: object }) => void = () => undefined
  const surveys = new Promise<{ body: object }>((resolve) => (answer = resolve))
  const { sent, closed } = await openWith(() => surveys)
  await user.click(await radio('Text (.csv)'))
  await user.dblClick(screen.getByRole('button', { name: 'Start the export' }))
  expect(sent).toEqual([])
  expect(screen.queryByText('Choose exactly one survey')).toBeNull()
  answer({ body: { rows: [{ id: surveyId, label: 'Household' }], count: 1 } })
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(sent).toMatchObject([{ data: { format: 'csv', language: 'en', filter: { surveyId: [surveyId] } } }])
})

test('sends names and codes, offers them only for CSV and Excel, and remembers them', async () => {
  const user = userEvent.setup()
  const first = await open(null)
  await user.click(await radio('Stata (.dta)'))
  expect(screen.queryByRole('radiogroup', { name: 'Column names' })).toBeNull()
  expect(screen.getByText('Variable names; codes with their labels.')).toBeDefined()
  await user.click(await radio('Text (.csv)'))
  await user.click(await radio('Variable names'))
  await user.click(within(screen.getByRole('radiogroup', { name: 'Answers' })).getByLabelText('Codes'))
  await user.click(screen.getByRole('checkbox', { name: 'Include personal data' }))
  await user.click(screen.getByRole('button', { name: 'Start the export' }))
  await waitFor(() => expect(first.closed).toHaveBeenCalled())
  const choices = { format: 'csv', columnNames: 'variables', answers: 'codes' }
  expect(first.sent).toEqual([
    {
      data: {
        ...choices,
        language: 'en',
        status: 'START',
        personalData: true,
        filter: { surveyId: [surveyId], village: ['Gondola'] },
      },
    },
  ])
  cleanup()

  const second = await open(null)
  expect((await radio('Text (.csv)')).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Start the export' }))
  await waitFor(() => expect(second.closed).toHaveBeenCalled())
  // Personal data must be chosen for every export.
  expect(second.sent).toMatchObject([{ data: { ...choices, personalData: false } }])
})

test('falls back to Excel when the server can no longer write the remembered format', async () => {
  localStorage.setItem('export-options', JSON.stringify({ format: 'sav', answers: 'nonsense' }))
  await open('readstat')
  await waitFor(async () => expect((await radio('Excel (.xlsx)')).checked).toBe(true))
})
