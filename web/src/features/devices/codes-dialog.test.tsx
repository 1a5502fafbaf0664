import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser } from '#platform/testing/scripted-fetch.ts'

import { CodesDialog } from './codes-dialog.tsx'
import { aDevice } from './testing/a-device.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadAllTexts('en'))
beforeEach(() => session.replaceUser(aUser))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const devices = [{ ...aDevice, token: 'a'.repeat(43) }]

const open = async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const closed = vi.fn<() => void>()
  const page = await renderPage(() => <CodesDialog devices={devices} onClose={closed} />)
  await screen.findByRole('img', { name: 'QR code: Ana Machava' })
  return { ...page, print, closed, user: userEvent.setup() }
}

/** All dialogs of antd have the same id in tests, so that they cannot be found by name. */
const questionWith = async (title: string): Promise<HTMLElement> => {
  const dialog = (await screen.findAllByText(title)).at(-1)?.closest<HTMLElement>('[role="dialog"]')
  if (!dialog) throw new Error('the question is not in a dialog')
  return dialog
}

test('asks before codes that were not printed are closed', async () => {
  const { closed, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  const question = await questionWith('Close without printing?')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(closed).not.toHaveBeenCalled()
})

test('asks also after Print, which the user can cancel', async () => {
  const { closed, print, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  const question = await questionWith('Close the QR codes?')
  expect(question.textContent).toContain('Check that all pages were printed.')
  expect(closed).not.toHaveBeenCalled()
  await user.click(within(question).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
})

test('leaving the page after Print asks too', async () => {
  const { history, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Print' }))
  history.push('/elsewhere')
  expect(await questionWith('Close the QR codes?')).toBeDefined()
})
