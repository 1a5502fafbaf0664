import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { as, soon } from './fieldwork.ts'
import { demoSurveyId, giveStatus, putResponse } from './responses.ts'
import { expect, speak, test } from './test.ts'

/** The test installation uses UTC. The demo survey uses another time zone. */
const installation = 'Times in UTC'
const survey = 'Times in Africa/Maputo (UTC+2)'

/** Opens a screen, and checks that it names only this time zone, once. */
const open = async (page: Page, path: string, zone: string): Promise<void> => {
  await page.goto(path)
  await expect(page.locator('main .time-zone')).toHaveText([zone], soon)
}

test('uses the time zone of the survey on its screens, and of the installation on all others', async ({
  page,
  context,
  product,
}) => {
  const manager = await as(context, product, 'manager')
  const village = `Zona ${randomUUID().slice(0, 8)}`
  const { id } = await putResponse(context, product, { village, minute: 5 })
  await putResponse(context, product, { village, minute: 30 })
  await giveStatus(context, product, id, 'returned', 'The age is missing')
  const surveyId = await demoSurveyId(context, product)
  const listed = `/survey-responses?village=["${village}"]`
  const starts = page.locator('main tbody time')

  await open(page, listed, installation)
  await expect(starts).toHaveText(['2026-11-12 09:30', '2026-11-12 09:05'])
  await open(page, `${listed}&surveyId=["${surveyId}"]`, survey)
  await expect(starts).toHaveText(['2026-11-12 11:30', '2026-11-12 11:05'])

  await open(page, `/survey-responses/${id}/view`, survey)
  await expect(page.getByText('2026-11-12 11:05 – 11:47')).toBeVisible()
  const hour = `${new Date(Date.now() + 7_200_000).toISOString().slice(0, 13).replace('T', ' ')}:`
  for (const tab of ['Comments (1)', 'History (2)']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab }).locator('time').first()).toContainText(
      hour.slice(0, 10),
    )
  }
  await expect(page.getByRole('tabpanel', { name: 'History (2)' }).locator('time').first()).toContainText(
    hour,
  )
  await open(page, `/survey-responses/${id}/edit`, survey)
  await expect(page.getByLabel('Start', { exact: true })).toHaveValue('2026-11-12 11:05')

  await open(page, `/?survey=${surveyId}`, survey)
  await expect(page.locator('.as-of')).toContainText(hour)
  await open(page, '/', installation)
  await expect(page.locator('.as-of')).not.toContainText(hour)

  await open(page, '/audit-logs', installation)
  await open(page, '/user-details', installation)
  await open(page, `/iam?email=${encodeURIComponent(manager.email)}`, installation)
  await page.getByRole('link', { name: 'Ana Lima' }).first().click()
  await expect(page.locator('main .time-zone')).toHaveText([installation])
})

test('filters a list of one survey by days in the time zone of the survey', async ({
  page,
  context,
  product,
}) => {
  await as(context, product, 'supervisor')
  const village = `Noite ${randomUUID().slice(0, 8)}`
  // 23:30 UTC is 01:30 on the next day in Maputo.
  const startTime = '2026-11-10T23:30:00Z'
  const endTime = '2026-11-10T23:50:00Z'
  await putResponse(context, product, { village, more: { startTime, endTime } })
  const surveyId = await demoSurveyId(context, product)
  const of = (day: string) => `/survey-responses?village=["${village}"]&startTimeRange=["${day}","${day}"]`
  const found = page.locator('.list-count strong')
  await page.goto(of('2026-11-10'))
  await expect(found).toHaveText('1 response')
  await page.goto(`${of('2026-11-10')}&surveyId=["${surveyId}"]`)
  await expect(found).toHaveText('0 responses')
  await page.goto(`${of('2026-11-11')}&surveyId=["${surveyId}"]`)
  await expect(found).toHaveText('1 response')
})

test('formats dates by language in sentences and axes, and as YYYY-MM-DD in tables', async ({
  page,
  context,
  product,
}) => {
  await as(context, product, 'manager')
  const village = `Datas ${randomUUID().slice(0, 8)}`
  await putResponse(context, product, { village, answers: { interview_date: '2026-11-11' } })
  await speak(page, 'pt-BR')
  await page.goto('/?surveyDateRange=["2026-11-09","2026-11-11"]')
  await expect(page.getByRole('slider')).toBeVisible(soon)
  await expect(page.locator('.days-reading')).toContainText('11 de novembro: ')
  await expect(page.locator('.days-text').filter({ hasText: '9 nov.' })).toBeVisible()
  await expect(page.locator('main .time-zone')).toHaveText(['Fuso horário: UTC'])
  await page.getByRole('button', { name: 'Tabela', exact: true }).click()
  await expect(page.getByRole('cell', { name: '2026-11-11', exact: true })).toBeVisible()
})
