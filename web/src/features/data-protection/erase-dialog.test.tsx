import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { isSameText } from './confirmation-field.tsx'
import { EraseDialog } from './erase-dialog.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadAllTexts('en'))
beforeEach(() => session.replaceUser(aUser))
afterEach(cleanup)

const responseId = '0195d000-0000-7000-8000-000000000001'
const subject = { kind: 'household' as const, responseIds: [responseId] }
const aReport = { responses: 2, files: 5, comments: 3, auditEntries: 1200, exports: 1 }

const open = async ({ reportStatus = 200, erasureStatus = 200 } = {}) => {
  const bodies: unknown[] = []
  const answers = { reportStatus, erasureStatus }
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf('u') } },
    'POST /api/data-protection/reports': () => ({ status: answers.reportStatus, body: aReport }),
    'POST /api/data-protection/erasures': (body) => {
      bodies.push(body)
      return { status: answers.erasureStatus, body: {} }
    },
  })
  const erased = vi.fn<() => void>()
  const request = {
    subject,
    title: 'Erase the data of this household?',
    names: ['HH-0042 · Família Machava'],
    confirmation: 'HH-0042',
  }
  await renderPage(() => <EraseDialog request={request} onErased={erased} onClose={vi.fn<() => void>()} />)
  return { bodies, erased, answers, user: userEvent.setup() }
}

const erase = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Erase' })
const reason = () => screen.findByRole('textbox', { name: 'Reason' })
const confirmation = () => screen.findByRole('textbox', { name: 'Type HH-0042 to confirm' })

test('shows what will be erased, and needs a reason and the typed Survey Id', async () => {
  const { bodies, erased, user } = await open()
  await screen.findByText('1,200')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText('HH-0042 · Família Machava')).toBeDefined()
  expect(within(dialog).getByText('This cannot be undone.')).toBeDefined()

  await user.click(await erase())
  await screen.findByText('Reason is required')
  await user.type(await reason(), 'no')
  await screen.findByText('Reason must be at least 3 characters')
  await user.type(await reason(), 't wanted')
  await user.type(await confirmation(), 'HH-0043')
  await user.click(await erase())
  await screen.findByText('This is not HH-0042')
  expect(bodies).toEqual([])

  await user.clear(await confirmation())
  await user.type(await confirmation(), ' hh-0042')
  await user.click(await erase())
  await waitFor(() => expect(erased).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ subject, reason: 'not wanted' }])
})

test('cannot erase before the records are counted; counts again after a failure', async () => {
  const { answers, user } = await open({ reportStatus: 500 })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect((await erase()).disabled).toBe(true)
  answers.reportStatus = 200
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect((await erase()).disabled).toBe(false))
})

test('keeps the dialog and the reason if the erasure fails', async () => {
  const { erased, user } = await open({ erasureStatus: 500 })
  await screen.findByText('1,200')
  await user.type(await reason(), 'Letter of 12 November')
  await user.type(await confirmation(), 'HH-0042')
  await user.click(await erase())
  await screen.findByText('Ops, an error occurred')
  expect(((await reason()) as HTMLTextAreaElement).value).toBe('Letter of 12 November')
  expect(erased).not.toHaveBeenCalled()
})

test.for([
  ['Família  MACHAVA', 'Familia Machava', true],
  ['Machava', 'Família Machava', false],
  ['', 'Família Machava', false],
  [undefined, 'Família Machava', false],
] as const)('typing %s confirms %s: %s', ([typed, text, expected]) => {
  expect(isSameText(typed, text)).toBe(expected)
})
