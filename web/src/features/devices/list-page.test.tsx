import type { Device } from '@baseline/contract/devices/contract.ts'
import { cleanup, configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { installErrorHandler } from '#platform/error-funnel.ts'
import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { DevicesListPage } from './list-page.tsx'
import { aDevice } from './testing/a-device.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadAllTexts('en'))
beforeEach(() => {
  localStorage.clear()
  session.replaceUser(aUser)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Three devices of one person. Only the last one has a label other than the name of the person. */
const older: Device = { ...aDevice, phoneCount: 0, lastSeenAt: null }
const newer: Device = { ...aDevice, id: aDevice.id.replace(/.$/, '2'), createdAt: '2026-11-12T10:15:00.000Z' }
const labelled: Device = { ...newer, id: aDevice.id.replace(/.$/, '3'), label: 'Tablet 7' }

const severalPhonesQuery = 'GET /api/devices?filter%5Bstate%5D=active&filter%5BphoneUse%5D=several'

type Answers = Parameters<typeof answerFetch>[0]

/** `warned` is the number of devices with several phones; undefined if this call fails. */
const open = async (rows: Device[], { warned, ...answers }: { warned?: number; answers?: Answers } = {}) => {
  const failures = vi.fn<(error: unknown) => void>()
  installErrorHandler(failures)
  const requests = answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/devices': { body: { rows, count: rows.length } },
    ...answers.answers,
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!decodeURIComponent(url).includes('several')) return fetch(url, init)
    requests.push(severalPhonesQuery)
    return warned === undefined
      ? Response.json({}, { status: 500 })
      : Response.json({ rows: [], count: warned })
  })
  await renderPage(DevicesListPage, '/devices', '/devices')
  await screen.findAllByText('Ana Machava')
  return { failures, requests, user: userEvent.setup() }
}

const narrowScreen = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))

test('a card shows the last use, because devices of one person have the same label', async () => {
  narrowScreen()
  await open([older, newer], { warned: 0 })
  const cards = [...document.querySelectorAll('.list-card')].map(({ textContent }) => textContent)
  expect(cards).toEqual([
    expect.stringContaining('No phone yet'),
    expect.stringContaining('Last seen 2026-11-14 09:30'),
  ])
})

test('a device that was used without the id of a phone has a time and no phone', async () => {
  await open([{ ...aDevice, phoneCount: 0 }], { warned: 0 })
  const row = screen.getByRole('row', { name: /Ana Machava/ })
  expect(within(row).getByText('No phone yet')).toBeDefined()
  expect(within(row).getByText('2026-11-14 09:30')).toBeDefined()
})

const revokeAll = async (user: ReturnType<typeof userEvent.setup>, count: number) => {
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Revoke' }))
  const dialog = await screen.findByRole('dialog')
  return {
    names: within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
    confirm: () =>
      user.click(within(dialog).getByRole('button', { name: `Revoke ${String(count)} devices` })),
  }
}

test('the question before devices are revoked distinguishes the devices of one person', async () => {
  const { user } = await open([older, newer, labelled], { warned: 0 })
  const { names } = await revokeAll(user, 3)
  expect(names).toEqual([
    'Ana Machava · Created 2026-11-01 08:00',
    'Ana Machava · Created 2026-11-12 10:15',
    'Tablet 7 · Ana Machava · Created 2026-11-12 10:15',
  ])
})

test('says how many devices were revoked before an error', async () => {
  const { user, failures } = await open([older, newer, labelled], {
    warned: 0,
    answers: {
      [`DELETE /api/devices/${older.id}`]: {},
      [`DELETE /api/devices/${newer.id}`]: { status: 409, body: { message: 'The record has changed' } },
    },
  })
  const { confirm } = await revokeAll(user, 3)
  await confirm()
  expect(await screen.findByText('1 of 3 devices were revoked. The record has changed')).toBeDefined()
  expect(failures).not.toHaveBeenCalled()
})

test.for([
  [1, 'Show'],
  [2, 'Show them'],
] as const)('warns of %i codes on several phones, until they are revoked', async ([count, link]) => {
  await open([aDevice], { warned: count })
  const warning = await screen.findByRole('alert')
  expect(warning.textContent).toContain('The warning stays until the device is revoked.')
  expect(within(warning).getByRole('link').textContent).toBe(link)
})

test('a failure of the warning does not leave the list', async () => {
  const { failures, requests } = await open([aDevice])
  await vi.waitFor(() => expect(requests).toContain(severalPhonesQuery))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(failures).not.toHaveBeenCalled()
  expect(screen.getByRole('row', { name: /Ana Machava/ })).toBeDefined()
})
