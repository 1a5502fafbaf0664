import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { SettingsPage } from './form-page.tsx'

const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)

beforeAll(() => loadAllTexts('en'))
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  reload.mockClear()
  session.replaceUser(aUser)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

type Answer = { status?: number; body?: unknown }

const open = async (put: Answer | (() => Answer)) => {
  const requests = answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/settings': { body: { theme: 'gold', timeZone: 'UTC', mapTiles: null, version: 4 } },
    'PUT /api/settings': put,
  })
  const page = await renderPage(SettingsPage, '/settings')
  await screen.findByRole('radio', { name: 'Gold' })
  return { ...page, puts: () => requests.filter((one) => one === 'PUT /api/settings').length }
}
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
/** The last requested stylesheet is the active theme. */
const look = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[data-theme]')].at(-1)?.dataset['theme']
const purple = { body: { theme: 'purple', timeZone: 'UTC', mapTiles: null, version: 5 } }

test('disables Save until something has changed', async () => {
  await open(purple)
  expect(saveButton().disabled).toBe(true)
  choose('Purple')
  expect(saveButton().disabled).toBe(false)
  choose('Gold')
  expect(saveButton().disabled).toBe(true)
})

test('reverts the preview when the page is left without saving', async () => {
  const { unmount } = await open(purple)
  choose('Purple')
  expect(look()).toBe('purple')
  unmount()
  expect(look()).toBe('gold')
})

test('spec §4 §9 reloads the page 3 s after saving', async () => {
  await open(purple)
  choose('Purple')
  fireEvent.click(saveButton())
  await screen.findByText('Settings saved. The page will reload in 3 seconds.')
  expect(look()).toBe('purple')
  await act(() => vi.advanceTimersByTimeAsync(2500))
  expect(reload).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(reload).toHaveBeenCalledOnce()
})

test('keeps the theme and skips the reload when the user leaves after saving', async () => {
  const { unmount, queries } = await open(purple)
  choose('Purple')
  fireEvent.click(saveButton())
  await screen.findByText('Settings saved. The page will reload in 3 seconds.')
  unmount()
  expect(look()).toBe('purple')
  await vi.advanceTimersByTimeAsync(5000)
  expect(reload).not.toHaveBeenCalled()
  expect(queries.getQueryData(['settings'])).toMatchObject({ theme: 'purple' })
})

test('spec §8 keeps the choice and shows the request id when saving fails', async () => {
  await open({ status: 500, body: { message: 'Out of order', requestId: 'r-7' } })
  choose('Purple')
  fireEvent.click(saveButton())
  await screen.findByText('Out of order')
  expect(screen.getByText('Request r-7')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Purple' }).checked).toBe(true)
  expect(saveButton().disabled).toBe(false)
})

const lime = { theme: 'lime', timeZone: 'UTC', mapTiles: null, version: 5 }
const conflict = { status: 409, body: { code: 'errors.conflict', details: { current: lime } } }

test('shows the theme of another user in a conflict, and saves the own theme over it if chosen', async () => {
  let tries = 0
  const { puts } = await open(() => {
    tries += 1
    return tries === 1 ? conflict : purple
  })
  choose('Purple')
  fireEvent.click(saveButton())
  await screen.findByText('Someone else changed this record')
  expect(screen.getByLabelText<HTMLInputElement>('Purple', { selector: '.conflicts input' }).checked).toBe(
    true,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Lime', { selector: '.conflicts input' }).checked).toBe(
    false,
  )
  fireEvent.click(screen.getByText('Save selection'))
  await screen.findByText('Settings saved. The page will reload in 3 seconds.')
  expect(puts()).toBe(2)
})

test('applies the theme of the other user, with nothing left to save', async () => {
  const { puts, unmount } = await open(() => conflict)
  choose('Purple')
  fireEvent.click(saveButton())
  fireEvent.click(await screen.findByText('Use theirs'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Lime' }).checked).toBe(true)
  await waitFor(() => expect(saveButton().disabled).toBe(true))
  expect(puts()).toBe(1)
  unmount()
  expect(look()).toBe('lime')
})

test('does not ask if both users chose the same theme', async () => {
  let tries = 0
  const { puts } = await open(() => {
    tries += 1
    return tries === 1 ? { status: 409, body: { details: { current: purple.body } } } : purple
  })
  choose('Purple')
  fireEvent.click(saveButton())
  await screen.findByText('Settings saved. The page will reload in 3 seconds.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(puts()).toBe(2)
})
