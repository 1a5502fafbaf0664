import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { SettingsPage } from './form-page.tsx'

const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)

beforeAll(() => loadLanguage('en'))
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  reload.mockClear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const open = async (put: { status?: number; body?: unknown }) => {
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/settings': { body: { theme: 'gold', timeZone: 'UTC' } },
    'PUT /api/settings': put,
  })
  const page = await renderPage(SettingsPage, '/settings')
  await screen.findByRole('radio', { name: 'Gold' })
  return page
}
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
/** The last stylesheet asked for is the look that stays. */
const look = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[data-theme]')].at(-1)?.dataset['theme']
const purple = { body: { theme: 'purple', timeZone: 'UTC' } }

test('there is nothing to save before something has changed', async () => {
  await open(purple)
  expect(saveButton().disabled).toBe(true)
  choose('Purple')
  expect(saveButton().disabled).toBe(false)
  choose('Gold')
  expect(saveButton().disabled).toBe(true)
})

test('leaving without saving takes the preview back', async () => {
  const { unmount } = await open(purple)
  choose('Purple')
  expect(look()).toBe('purple')
  unmount()
  expect(look()).toBe('gold')
})

test('spec §4 §9 saving reloads the page after 3 s', async () => {
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

test('whoever leaves after saving keeps the theme and is not thrown out by the reload', async () => {
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

test('spec §8 a save that fails keeps the choice and names the request', async () => {
  await open({ status: 500, body: { message: 'Out of order', requestId: 'r-7' } })
  choose('Purple')
  fireEvent.click(saveButton())
  await screen.findByText('Out of order')
  expect(screen.getByText('Request r-7')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Purple' }).checked).toBe(true)
  expect(saveButton().disabled).toBe(false)
})
