import type { BrowserContext, Locator, Page } from '@playwright/test'

import { listCount, mainHeading } from './locators.ts'
import type { Product } from './product.ts'
import { buildQuestionnaire, closeSurvey, openSurvey } from './questionnaires.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { saveRuleDraft } from './rules.ts'
import { expect, expectAccessible, test } from './test.ts'
import { fetchHeaders, signInAs } from './users.ts'

/** Opens a survey that measures places. Returns its id. */
const openPlaceSurvey = async (
  context: BrowserContext,
  product: Product,
  formId: string,
): Promise<string> => {
  await openSurvey(
    product,
    await buildQuestionnaire({
      formId,
      title: formId,
      columns: ['baseline::feeds'],
      survey: [
        ['text', 'head', 'Head', 'Chefe', null, 'householdName'],
        ['geopoint', 'position', 'Position', 'Posição', null, 'location'],
      ],
    }),
  )
  const answer = await context.request.get(`${product.url}/api/survey-list?filter[formId]=${formId}`, {
    headers: await fetchHeaders(context, product),
  })
  const { rows } = (await answer.json()) as { rows: { id: string }[] }
  return rows[0]?.id ?? ''
}

/** Creates an interview whose place has this accuracy in metres. Each has its own hour, so that none overlap. */
const createInterview = (
  context: BrowserContext,
  product: Product,
  interview: { surveyId: string; hour: number; accuracy: number; investigatorName?: string },
) => {
  const { surveyId, hour, accuracy, investigatorName = 'Ana Sitoe' } = interview
  return createResponse(context, product, {
    village: 'Macia',
    minute: hour * 60,
    fields: {
      surveyId,
      investigatorName,
      values: {
        head: `Head ${String(hour)}`,
        position: { latitude: -25.4 - hour / 100, longitude: 32.8, accuracy },
      },
    },
  })
}

const item = (page: Page): Locator => page.getByRole('listitem', { name: 'Location', exact: true })
const cells = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table }).getByRole('row')
const examples = (page: Page): Locator => page.getByRole('list', { name: 'Examples' }).getByRole('listitem')

/** Opens the list of responses until the worker has checked them again. */
const expectFlagged = (page: Page, surveyId: string, count: string): Promise<void> =>
  expect(async () => {
    await page.goto(`/survey-responses?surveyId=${surveyId}&flag=G1&flagState=open`)
    await expect(listCount(page)).toHaveText(count, { timeout: 10_000 })
  }).toPass({ timeout: 120_000 })

test('a manager loosens a check after a trial, and retires it; the other survey keeps its values', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  test.slow()
  const [first, second] = [`places_${createSuffix()}`, `places_${createSuffix()}`]
  await signInAs(context, product, 'manager')
  const surveyId = await openPlaceSurvey(context, product, first)
  const otherId = await openPlaceSurvey(context, product, second)
  const accurate = await createInterview(context, product, { surveyId, hour: 1, accuracy: 60 })
  const inaccurate = await createInterview(context, product, {
    surveyId,
    hour: 3,
    accuracy: 120,
    investigatorName: 'Rui Cossa',
  })
  await createInterview(context, product, { surveyId, hour: 5, accuracy: 8 })
  await createInterview(context, product, { surveyId: otherId, hour: 1, accuracy: 70 })

  await page.goto(`/checks?survey=${surveyId}`)
  await expect(item(page)).toContainText('Accuracy needed: 50 m')
  await expect(item(page)).toContainText('2 new flags in 14 days')
  await expect(item(page)).toContainText('No decision yet')
  await expect(item(page).getByRole('img')).toHaveAccessibleName(/: (0; ){13}2$/)
  await item(page).getByRole('link', { name: 'Location', exact: true }).click()
  await expect(mainHeading(page)).toHaveText('Location')

  // A value outside the limits is refused. Another manager saves a draft at the same time.
  const accuracy = page.getByLabel('Accuracy needed')
  await expect(accuracy).toHaveValue('50')
  await accuracy.fill('0')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Accuracy needed must be greater than or equal to 1')).toBeVisible()
  await saveRuleDraft(
    context,
    product,
    { surveyId, rule: 'G1' },
    { severity: null, parameters: { accuracy: 80 } },
  )
  expectFailures(409)
  await accuracy.fill('100')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row').nth(1)).toHaveText(/Accuracy needed\s*100\s*80/)
  await dialog.getByRole('button', { name: 'Save selection' }).click()
  await expect(page.getByText('Draft saved. It does not apply yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Try on the last 30 days' }).click()
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^3 responses received since /)).toBeVisible()
  await expect(page.getByText('The draft adds 0 flags and removes 1.')).toBeVisible()
  await expect(cells(page, 'Flags by severity')).toHaveText([
    'SeverityNowWith the draft',
    'Note21',
    'Total21',
  ])
  await expect(cells(page, 'Flags by enumerator')).toHaveText([
    'EnumeratorResponsesNowWith the draft',
    'Rui Cossa111',
    'Ana Sitoe210',
  ])
  await expect(examples(page)).toHaveText([
    `RemovedNote${accurate.displayId}The location is accurate to 60 m only (limit 50 m).`,
    `UnchangedNote${inaccurate.displayId}The location is accurate to 120 m only (limit 100 m).`,
  ])
  await expectAccessible(page)
  await page.setViewportSize({ width: 400, height: 800 })
  // The menu closes with an animation.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400)
  await page.setViewportSize({ width: 1280, height: 800 })
  // The draft does not apply yet.
  await expectFlagged(page, surveyId, '2 responses')

  await page.goto(`/checks/G1?survey=${surveyId}`)
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(page.getByText('Check activated. Responses are being checked again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Draft', exact: true })).toHaveCount(0)
  await expect(accuracy).toHaveValue('100')
  await expectFlagged(page, surveyId, '1 response')

  // The other survey has its own values.
  await page.goto(`/checks?survey=${surveyId}`)
  await expect(item(page)).toContainText('Accuracy needed: 100 m')
  await expect(item(page).getByRole('link', { name: '1 open flag', exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Survey', exact: true }).click()
  await page.getByTitle(second).click()
  await expect(page).toHaveURL(new RegExp(otherId))
  await expect(item(page)).toContainText('Accuracy needed: 50 m')
  await page.reload()
  await expect(item(page)).toContainText('Accuracy needed: 50 m')

  await page.goto(`/checks/G1?survey=${surveyId}`)
  await page.getByRole('button', { name: 'Retire check' }).click()
  await expect(dialog).toContainText('Location')
  await dialog.getByRole('button', { name: 'Retire', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Activate again' })).toBeVisible()
  await expect(async () => {
    await page.goto(`/survey-responses/${inaccurate.id}/view`)
    await expect(page.getByRole('region', { name: 'Flags' })).toContainText('0 open flags', {
      timeout: 10_000,
    })
  }).toPass({ timeout: 120_000 })
  await page.getByText('1 earlier flag', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Flags' })).toContainText('Withdrawn')
  await expectFlagged(page, otherId, '1 response')
  for (const formId of [first, second]) await closeSurvey(product, formId)
})
