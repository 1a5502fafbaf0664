import type { Page } from '@playwright/test'

import {
  createFiveResponses,
  createResponseOn,
  dateRangeQuery,
  monthOf,
  tile,
  countingTimeout,
} from './fieldwork.ts'
import { listCount } from './locators.ts'
import { expect, test } from './test.ts'
import { signInAs } from './users.ts'

/** Returns the number and the link of every figure. */
const readFigures = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) =>
      links.flatMap((link) => {
        const href = link.getAttribute('href') ?? ''
        const number = /\d[\d,]*$|^\d[\d,]*/.exec(link.textContent.trim())?.[0]
        // A response can have several flags.
        const isOfResponses = href.includes('/survey-responses?') && !href.includes('flagSeverity')
        return number === undefined || !isOfResponses
          ? []
          : [{ href, count: Number(number.replaceAll(',', '')) }]
      }),
    )

test('links every figure to a list with the same number of responses', async ({ page, context, product }) => {
  test.slow()
  await signInAs(context, product, 'manager')
  const month = monthOf('lists')
  await createFiveResponses(context, product, month)
  await page.goto(`/?${dateRangeQuery(month)}`)
  await expect(tile(page, 'Responses')).toHaveText('Responses 5', countingTimeout)
  await expect(tile(page, 'Waiting for review')).toHaveText('Waiting for review 2', countingTimeout)
  await expect(tile(page, 'Returned')).toHaveText('Returned 1', countingTimeout)
  await page.getByText('By type and category of village').click()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const figures = await readFigures(page)
  expect(figures.length).toBeGreaterThan(20)
  const listPage = await context.newPage()
  for (const { href, count } of new Map(figures.map((figure) => [figure.href, figure])).values()) {
    await listPage.goto(href)
    const expectedText = count === 1 ? '1 response' : `${String(count)} responses`
    await expect(listCount(listPage), href).toHaveText(expectedText, countingTimeout)
  }
  // The filter for Ana does not match Ana Maria.
  await page.getByRole('link', { name: 'Ana', exact: true }).click()
  await expect(listCount(page)).toHaveText('1 response')
  await page.goBack()
  await expect(tile(page, 'Responses')).toHaveText('Responses 5')
})

test('adds new responses to an open dashboard within ten seconds, without flicker', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'supervisor')
  const month = monthOf('refresh')
  await createResponseOn(context, product, `${month}-02`)
  await page.goto(`/?${dateRangeQuery(month)}`)
  await expect(tile(page, 'Responses')).toHaveText('Responses 1', countingTimeout)
  await page.evaluate(() => {
    const main = document.querySelector('main')
    const flashes: string[] = []
    Reflect.set(window, 'flashes', flashes)
    const recordFlicker = () => {
      if (document.querySelector('[aria-busy="true"]')) flashes.push('busy')
      if (!document.querySelector('[aria-label="Fieldwork progress"] li')) flashes.push('gone')
    }
    if (main)
      new MutationObserver(recordFlicker).observe(main, { subtree: true, childList: true, attributes: true })
  })
  await createResponseOn(context, product, `${month}-03`)
  const startedAt = Date.now()
  await expect(tile(page, 'Responses')).toHaveText('Responses 2', countingTimeout)
  expect(Date.now() - startedAt, 'within ten seconds').toBeLessThan(10_000)
  expect(await page.evaluate(() => Reflect.get(window, 'flashes') as string[])).toEqual([])
})

test('keeps the survey, the dates and the table of people in the URL', async ({ page, context, product }) => {
  await signInAs(context, product, 'manager')
  const month = monthOf('address')
  await createFiveResponses(context, product, month)
  await page.goto(`/?${dateRangeQuery(month)}`)
  await expect(tile(page, 'Responses')).toHaveText('Responses 5', countingTimeout)
  await page.getByRole('combobox', { name: 'Survey' }).click()
  await page
    .getByRole('option', { name: 'Household baseline' })
    .or(page.getByTitle('Household baseline'))
    .last()
    .click()
  await expect(page).toHaveURL(/[?&]survey=[0-9a-f-]{36}/)
  await page.getByRole('button', { name: 'Supervisors' }).click()
  await expect(page).toHaveURL(/people=supervisors/)
  await expect(page.getByRole('table', { name: 'Supervisors' }).getByRole('row')).toHaveCount(2)
  await page.goBack()
  const people = page.getByRole('table', { name: 'Enumerators' })
  await people.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/orderBy=name_ASC/)
  await expect(people.getByRole('row').nth(1)).toContainText('Ana')
  await people.getByRole('button', { name: 'Name' }).click()
  await expect(people.getByRole('row').nth(1)).toContainText('Rui 2')
  await page.getByRole('button', { name: /^Survey date/ }).click()
  await page.getByLabel('To', { exact: true }).fill(`${month}-04`)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(tile(page, 'Responses')).toHaveText('Responses 3')
  await page.getByRole('button', { name: 'Remove the filter Survey date' }).click()
  await expect(page).not.toHaveURL(/surveyDateRange/)
})

for (const role of ['supervisor', 'monitor'] as const)
  test(`shows a ${role} all figures, ${role === 'monitor' ? 'and no list behind them' : 'and no targets'}`, async ({
    page,
    context,
    product,
    browser,
  }) => {
    const managerContext = await browser.newContext()
    await signInAs(managerContext, product, 'manager')
    const month = monthOf(role)
    await createFiveResponses(managerContext, product, month)
    await signInAs(context, product, role)
    await page.goto(`/?${dateRangeQuery(month)}`)
    await expect(tile(page, 'Responses')).toHaveText('Responses 5', countingTimeout)
    await expect(page.getByRole('table', { name: 'Enumerators' }).getByRole('row')).toHaveCount(6)
    await expect(page.getByRole('table', { name: 'Districts' })).toContainText('Boane')
    const hrefs = await page
      .getByRole('main')
      .getByRole('link', { includeHidden: true })
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const listHrefs = hrefs.filter((href) => href?.includes('/survey-responses'))
    expect(listHrefs).toEqual(role === 'monitor' ? [] : hrefs)
    await page.goto('/')
    await expect(tile(page, 'Done')).toBeVisible()
    await expect(page.getByRole('button', { name: /targets/i })).toHaveCount(0)
    await managerContext.close()
  })

test('shows enumerators their own figures, without lists, people and targets', async ({
  page,
  context,
  product,
  browser,
}) => {
  const managerContext = await browser.newContext()
  await signInAs(managerContext, product, 'manager')
  const { email } = await signInAs(context, product, 'enumerator')
  const month = monthOf('enumerator')
  await createFiveResponses(managerContext, product, month, { investigatorEmail: email })
  await page.goto(`/?${dateRangeQuery(month)}`)
  await expect(page.getByText('Your own responses')).toBeVisible()
  await expect(tile(page, 'Responses')).toHaveText('Responses 1', countingTimeout)
  await expect(page.getByRole('table', { name: 'Districts' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Enumerators' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /targets/i })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { includeHidden: true })).toHaveCount(0)
  await managerContext.close()
})
