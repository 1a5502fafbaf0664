import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { countingTimeout } from './fieldwork.ts'
import { listCount, tableRows } from './locators.ts'
import { createResponse, fetchDemoSurveyId, setStatus } from './responses.ts'
import { expect, setLanguage, test } from './test.ts'
import { signInAs } from './users.ts'

/** The test installation uses UTC. The demo survey uses another time zone. */
const installationNote = 'Times in UTC'
const surveyNote = 'Times in Africa/Maputo (UTC+2)'

const timeZoneNote = (page: Page) => page.getByRole('main').getByText(/^(Times in|Fuso horário:) /)

/** Opens a screen, and checks that it names only this time zone, once. */
const openScreen = async (page: Page, path: string, note: string): Promise<void> => {
  await page.goto(path)
  await expect(timeZoneNote(page)).toHaveText([note], countingTimeout)
}

test('uses the time zone of the survey on its screens, and of the installation on all others', async ({
  page,
  context,
  product,
}) => {
  const manager = await signInAs(context, product, 'manager')
  const village = `Zona ${randomUUID().slice(0, 8)}`
  const { id } = await createResponse(context, product, { village, minute: 5 })
  await createResponse(context, product, { village, minute: 30 })
  await setStatus(context, product, id, 'returned', 'The age is missing')
  const surveyId = await fetchDemoSurveyId(context, product)
  const listPath = `/survey-responses?village=["${village}"]`
  const starts = tableRows(page).getByRole('time')

  await openScreen(page, listPath, installationNote)
  await expect(starts).toHaveText(['2026-11-12 09:30', '2026-11-12 09:05'])
  await openScreen(page, `${listPath}&surveyId=["${surveyId}"]`, surveyNote)
  await expect(starts).toHaveText(['2026-11-12 11:30', '2026-11-12 11:05'])

  await openScreen(page, `/survey-responses/${id}/view`, surveyNote)
  await expect(page.getByText('2026-11-12 11:05 – 11:47')).toBeVisible()
  const hour = `${new Date(Date.now() + 7_200_000).toISOString().slice(0, 13).replace('T', ' ')}:`
  for (const tab of ['Comments (1)', 'History (2)']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab }).getByRole('time').first()).toContainText(
      hour.slice(0, 10),
    )
  }
  await expect(page.getByRole('tabpanel', { name: 'History (2)' }).getByRole('time').first()).toContainText(
    hour,
  )
  await openScreen(page, `/survey-responses/${id}/edit`, surveyNote)
  await expect(page.getByLabel('Start', { exact: true })).toHaveValue('2026-11-12 11:05')

  const updateNote = page.getByRole('paragraph').filter({ hasText: /^Updated / })
  await openScreen(page, `/?survey=${surveyId}`, surveyNote)
  await expect(updateNote).toContainText(hour)
  await openScreen(page, '/', installationNote)
  await expect(updateNote).not.toContainText(hour)

  await openScreen(page, '/audit-logs', installationNote)
  await openScreen(page, '/user-details', installationNote)
  await openScreen(page, '/devices', installationNote)
  await openScreen(page, '/intake', installationNote)
  await openScreen(page, '/review', installationNote)
  await openScreen(page, '/queries', installationNote)
  await openScreen(page, '/data-protection?part=erasures', installationNote)
  await openScreen(page, `/iam?email=${encodeURIComponent(manager.email)}`, installationNote)
  await page.getByRole('link', { name: 'Ana Lima' }).first().click()
  await expect(timeZoneNote(page)).toHaveText([installationNote])
})

test('filters a list of one survey by days in the time zone of the survey', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'supervisor')
  const village = `Noite ${randomUUID().slice(0, 8)}`
  // 23:30 UTC is 01:30 on the next day in Maputo.
  const startTime = '2026-11-10T23:30:00Z'
  const endTime = '2026-11-10T23:50:00Z'
  await createResponse(context, product, { village, fields: { startTime, endTime } })
  const surveyId = await fetchDemoSurveyId(context, product)
  const listPath = (day: string) =>
    `/survey-responses?village=["${village}"]&startTimeRange=["${day}","${day}"]`
  const count = listCount(page)
  await page.goto(listPath('2026-11-10'))
  await expect(count).toHaveText('1 response')
  await page.goto(`${listPath('2026-11-10')}&surveyId=["${surveyId}"]`)
  await expect(count).toHaveText('0 responses')
  await page.goto(`${listPath('2026-11-11')}&surveyId=["${surveyId}"]`)
  await expect(count).toHaveText('1 response')
})

test('formats dates by language in sentences and axes, and as YYYY-MM-DD in tables', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  const village = `Datas ${randomUUID().slice(0, 8)}`
  await createResponse(context, product, { village, answers: { interview_date: '2026-11-11' } })
  await setLanguage(page, 'pt-BR')
  await page.goto('/?surveyDateRange=["2026-11-09","2026-11-11"]')
  await expect(page.getByRole('slider')).toBeVisible(countingTimeout)
  await expect(page.getByText(/^11 de novembro: /)).toBeVisible()
  await expect(page.getByText('9 nov.', { exact: true })).toBeVisible()
  await expect(timeZoneNote(page)).toHaveText(['Fuso horário: UTC'])
  await page.getByRole('button', { name: 'Tabela', exact: true }).click()
  await expect(page.getByRole('cell', { name: '2026-11-11', exact: true })).toBeVisible()
})
