import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { installErrorHandler } from '#platform/error-funnel.ts'
import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { ManyDevicesDialog } from './many-devices-dialog.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadAllTexts('en'))
beforeEach(() => session.replaceUser(aUser))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const people = ['Ana Machava', 'Rui Sitoe'].map((name, index) => ({
  id: `0195d000-0000-7000-8000-00000000000${String(index)}`,
  name,
  managerName: null,
  deviceCount: 0,
}))

const open = async (answers: Parameters<typeof answerFetch>[0]) => {
  const failures = vi.fn<(error: unknown) => void>()
  installErrorHandler(failures)
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/devices/people': { body: { rows: people, count: people.length } },
    'GET /api/survey-list': { body: { rows: [], count: 0 } },
    ...answers,
  })
  await renderPage(() => <ManyDevicesDialog onCreated={vi.fn<() => void>()} onClose={vi.fn<() => void>()} />)
  return { failures, user: userEvent.setup() }
}

test('does not say that no people were found if they could not be loaded', async () => {
  let status = 500
  const { user } = await open({
    'GET /api/devices/people': () => ({ status, body: { message: 'Out of order', rows: [], count: 0 } }),
  })
  expect(await screen.findByText('Out of order')).toBeDefined()
  expect(screen.queryByText('No people found')).toBeNull()
  expect(screen.queryByText(/found$/)).toBeNull()
  status = 200
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('0 chosen · 0 found')).toBeDefined()
  expect(screen.getByText('No people found')).toBeDefined()
})

test('names the person whose device was refused', async () => {
  const refused = { status: 400, body: { code: 'x', message: 'This person does not exist' } }
  const { failures, user } = await open({
    'POST /api/devices': (body) => {
      const { data } = body as { data: { label: string } }
      return data.label === 'Rui Sitoe' ? refused : { body: { id: 'd-1', label: data.label } }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Choose all 2' }))
  await user.click(screen.getByRole('button', { name: 'Create 2 devices' }))
  expect(await screen.findByText('Rui Sitoe: This person does not exist')).toBeDefined()
  await waitFor(() => expect(screen.getByText('1 of 2 devices were created')).toBeDefined())
  expect(failures).not.toHaveBeenCalled()
})
