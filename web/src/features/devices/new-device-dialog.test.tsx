import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { installErrorHandler } from '#platform/error-funnel.ts'
import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { NewDeviceDialog } from './new-device-dialog.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadAllTexts('en'))
beforeEach(() => session.replaceUser(aUser))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const person = (number: number, name: string, managerName: string | null) => ({
  id: `0195d000-0000-7000-8000-00000000000${String(number)}`,
  name,
  managerName,
  deviceCount: 0,
})

const people = [
  person(1, 'Ana Machava', 'Rui Sitoe'),
  person(2, 'Ana Machava', 'Zoe Lima'),
  person(3, 'Ivo Cossa', null),
]

const open = async (surveys: { status?: number; body?: unknown } = { body: { rows: [], count: 0 } }) => {
  const failures = vi.fn<(error: unknown) => void>()
  installErrorHandler(failures)
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/devices/people': { body: { rows: people, count: people.length } },
    'GET /api/survey-list': surveys,
  })
  await renderPage(() => <NewDeviceDialog onCreated={vi.fn<() => void>()} onClose={vi.fn<() => void>()} />)
  const user = userEvent.setup()
  const label = await screen.findByLabelText<HTMLInputElement>(/^Label/)
  return {
    failures,
    user,
    label,
    choose: async (option: string) => {
      fireEvent.mouseDown(screen.getByLabelText(/^Person/))
      fireEvent.click(await screen.findByTitle(option))
    },
  }
}

test('shows the manager of each person, and suggests the name alone as the label', async () => {
  const { choose, label } = await open()
  await choose('Ana Machava · Zoe Lima')
  expect(label.value).toBe('Ana Machava')
})

test('the suggested label follows the person, also if none is chosen', async () => {
  const { choose, label } = await open()
  await choose('Ana Machava · Rui Sitoe')
  expect(label.value).toBe('Ana Machava')
  await choose('Ivo Cossa')
  expect(label.value).toBe('Ivo Cossa')
  const clear = document.querySelector('.ant-select-clear')
  if (!clear) throw new Error('the choice cannot be cleared')
  fireEvent.mouseDown(clear)
  fireEvent.click(clear)
  await waitFor(() => expect(label.value).toBe(''))
})

test('keeps a label that the user typed', async () => {
  const { choose, label, user } = await open()
  await choose('Ivo Cossa')
  await user.clear(label)
  await user.type(label, 'Tablet 7')
  await choose('Ana Machava · Rui Sitoe')
  expect(label.value).toBe('Tablet 7')
})

test('a failure of the surveys is shown in their list, and keeps the dialog', async () => {
  const { failures, label, user } = await open({ status: 500, body: { message: 'Out of order' } })
  await user.type(label, 'Tablet 7')
  await user.click(screen.getByRole('combobox', { name: 'Surveys' }))
  expect((await screen.findByText(/Out of order/)).closest('[role="alert"]')).not.toBeNull()
  expect(failures).not.toHaveBeenCalled()
  expect(label.value).toBe('Tablet 7')
})
