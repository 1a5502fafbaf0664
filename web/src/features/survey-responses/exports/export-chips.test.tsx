import type { SurveyExport } from '@baseline/contract/survey-responses/exports/contract.ts'
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { ExportChips } from './export-chips.tsx'
import { followExport } from './export-jobs.ts'

const hour = 3_600_000

const aJob = (id: string, extraFields: Partial<SurveyExport> = {}): SurveyExport => ({
  id,
  status: 'SUCCESS',
  url: `http://localhost/${id}.xlsx`,
  filter: {},
  surveyLabel: 'Household',
  format: 'xlsx',
  language: 'en',
  personalData: false,
  columnNames: 'labels',
  answers: 'labels',
  progress: 100,
  rowCount: 3,
  smallCells: null,
  fileName: `${id}.xlsx`,
  fileSize: 1,
  sha256: 'ab',
  failure: null,
  createdByEmail: aUser.email,
  createdAt: new Date().toISOString(),
  finishedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 24 * hour).toISOString(),
  ...extraFields,
})

const open = async (...jobs: SurveyExport[]) => {
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf('u') } },
    ...Object.fromEntries(jobs.map((job) => [`GET /api/survey-exports/${job.id}`, () => ({ body: job })])),
  })
  return renderPage(ExportChips)
}
const aSecond = { timeout: 1_000 }
const complete = 'Export Complete. Click to download'

/** Changes the storage like another tab of the browser. */
const storeElsewhere = (person: string, followed: object[]) => {
  const key = `exports:${person}`
  localStorage.setItem(key, JSON.stringify(followed))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
}
const inAnHour = () => Date.now() + hour

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })

beforeAll(() => loadAllTexts('en'))
beforeEach(() => {
  session.replaceUser(aUser)
  storeElsewhere(aUser.id, [])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('shows exports followed in another tab, and later changes there', async () => {
  storeElsewhere(aUser.id, [{ id: 'one', until: inAnHour() }])
  await open(aJob('one'), aJob('two', { format: 'csv' }))
  expect(await screen.findByRole('group', { name: 'Household · Excel (.xlsx)' })).toBeDefined()
  storeElsewhere(aUser.id, [{ id: 'two', until: inAnHour() }])
  expect(await screen.findByRole('group', { name: 'Household · Text (.csv)' })).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Household · Excel (.xlsx)' })).toBeNull()
})

test('says that a file without personal data has small groups', async () => {
  const columns = ['District']
  storeElsewhere(aUser.id, [{ id: 'one', until: inAnHour() }])
  await open(aJob('one', { smallCells: { count: 1200, responses: 3000, columns } }))
  expect(await screen.findByText(/^3 responses · .* · Small groups: 1,200$/)).toBeDefined()
  cleanup()
  await open(aJob('one', { smallCells: { count: 0, responses: 0, columns } }))
  expect(await screen.findByText(/^3 responses · /)).toBeDefined()
  expect(screen.queryByText(/Small groups/)).toBeNull()
})

test('hides the exports that another user follows', async () => {
  followExport('mine')
  session.replaceUser({ ...aUser, id: 'u-2' })
  await open(aJob('mine'), aJob('theirs', { surveyLabel: 'Schools' }))
  act(() => followExport('theirs'))
  expect(await screen.findByRole('group', { name: 'Schools · Excel (.xlsx)' })).toBeDefined()
  expect(screen.getAllByRole('group')).toHaveLength(1)
  expect(JSON.parse(localStorage.getItem(`exports:${aUser.id}`) ?? '')).toMatchObject([{ id: 'mine' }])
})

test('drops an export 24 hours after it has finished', async () => {
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  followExport('quick')
  followExport('slow')
  const jobs = [aJob('quick'), aJob('slow', { expiresAt: new Date(start + 29 * hour).toISOString() })]
  const page = await open(...jobs)
  await waitFor(() => expect(screen.getAllByRole('button', { name: complete })).toHaveLength(2))
  page.unmount()
  const remaining = async (after: number) => {
    vi.setSystemTime(start + after)
    // A storage event makes this tab read the storage again, like a new tab.
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    const { unmount } = await open(...jobs)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const count = screen.queryAllByRole('group').length
    unmount()
    return count
  }
  expect(await remaining(23 * hour)).toBe(2)
  expect(await remaining(25 * hour)).toBe(1)
  expect(await remaining(30 * hour)).toBe(0)
})

test('marks an expired export and offers no download', async () => {
  followExport('gone')
  await open(aJob('gone', { url: null }))
  expect(await screen.findByText('Export expired. Files are kept for 24 hours')).toBeDefined()
  expect(screen.queryByText(complete)).toBeNull()
})

test('shows the newest export in the bar, and the others in a menu with survey and format', async () => {
  const user = userEvent.setup()
  for (const id of ['one', 'two', 'three']) followExport(id)
  await open(
    aJob('one', { surveyLabel: 'Schools', format: 'dta' }),
    aJob('two', { status: 'START', url: null, progress: 40 }),
    aJob('three'),
  )
  const button = await screen.findByRole('button', { name: 'Other exports: +2' })
  const menu = screen.getByRole('list', { name: 'Other exports: +2' })
  expect(button.getAttribute('popovertarget')).toBe(menu.id)
  expect(menu.getAttribute('popover')).toBe('auto')
  expect(await within(menu).findByText('Household · Excel (.xlsx)')).toBeDefined()
  expect(within(menu).getByText('40 % done')).toBeDefined()
  const schools = within(menu).getByRole('group', { name: 'Schools · Stata (.dta)' })
  // The browser blocks the window: nothing was downloaded, so the export stays.
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
  await user.click(within(schools).getByRole('button', { name: complete }))
  expect(openWindow.mock.calls[0]?.[0]).toBe('http://localhost/one.xlsx')
  await user.click(within(schools).getByRole('button', { name: 'Remove from the bar' }))
  expect(await screen.findByRole('button', { name: 'Other exports: +1' })).toBeDefined()
})

test('shows survey, format, rows and size, and leaves the bar after the download', async () => {
  const user = userEvent.setup()
  for (const id of ['kept', 'taken']) followExport(id)
  await open(
    aJob('kept', { surveyLabel: 'Schools' }),
    aJob('taken', { format: 'dta', rowCount: 5000, fileSize: 1_234_567 }),
  )
  const chip = await screen.findByRole('group', { name: 'Household · Stata (.dta)' })
  expect(within(chip).getByText('5,000 responses · 1.2 MB')).toBeDefined()
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(window)
  await user.click(within(chip).getByRole('button', { name: complete }))
  expect(openWindow.mock.lastCall?.[0]).toBe('http://localhost/taken.xlsx')
  expect(within(chip).getByRole('status').textContent).toContain('Download started')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Household · Stata (.dta)' })).toBeNull())
  expect(screen.getByRole('group', { name: 'Schools · Excel (.xlsx)' })).toBeDefined()
  expect(JSON.parse(localStorage.getItem(`exports:${aUser.id}`) ?? '')).toMatchObject([{ id: 'kept' }])
})

test('reports a failure once if the export was seen running, and again on click', async () => {
  const user = userEvent.setup()
  const failed = aJob('bad', { status: 'FAILED', url: null, failure: 'No response matches.' })
  followExport('bad')
  const page = await open(failed)
  const why = 'Update failed. No response matches.'
  const chip = await screen.findByRole('button', { name: 'Update failed' })
  await expect(screen.findByText(why, {}, aSecond)).rejects.toThrow(why)
  await user.click(chip)
  expect(await screen.findByText(why)).toBeDefined()
  page.unmount()

  followExport('worse')
  const again = await open(failed, aJob('worse', { status: 'START', url: null, progress: 1 }))
  await screen.findByText('1 % done')
  const ended = { ...failed, id: 'worse', failure: 'Something else.' }
  act(() => void again.queries.setQueryData(['survey-exports', 'worse'], ended))
  expect(await screen.findByText('Update failed. Something else.')).toBeDefined()
})
