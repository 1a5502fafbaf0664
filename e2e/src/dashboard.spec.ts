import type { BrowserContext, Locator, Page } from '@playwright/test'

import { aPerson, signIn, tokenOf } from './people.ts'
import type { Product } from './product.ts'
import { demoSurveyId, giveStatus, putResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'

/** New responses are added up by the worker. */
const soon = { timeout: 20_000 }

/** Each test has a month of its own, as all of them share one survey. */
const daysOf = (month: string) =>
  `surveyDateRange=${encodeURIComponent(JSON.stringify([`${month}-01`, `${month}-28`]))}`

const as = async (context: BrowserContext, product: Product, role: string) => {
  const person = await aPerson(product, { role })
  await signIn(context, product, person)
  return person
}

const put = (
  context: BrowserContext,
  product: Product,
  day: string,
  { district = 'manhica', ...more }: Record<string, unknown> = {},
) =>
  putResponse(context, product, {
    village: 'Maluana',
    answers: { interview_date: day, district, planting_date: '2018-11-03' },
    more,
  })

/** Five of four days: two submitted, one verified, one returned, one rejected. */
const putFive = async (context: BrowserContext, product: Product, month: string, more: object = {}) => {
  await put(context, product, `${month}-02`, { investigatorName: 'Ana', ...more })
  await put(context, product, `${month}-02`, { investigatorName: 'Ana Maria', district: 'boane' })
  const rest = []
  for (const [index, day] of ['03', '05', '09'].entries())
    rest.push(await put(context, product, `${month}-${day}`, { investigatorName: `Rui ${String(index)}` }))
  const [verified, returned, rejected] = rest.map(({ id }) => id)
  await giveStatus(context, product, verified ?? '', 'verified')
  await giveStatus(context, product, returned ?? '', 'returned', 'The age is missing')
  await giveStatus(context, product, rejected ?? '', 'rejected', 'Interviewed twice')
}

const tile = (page: Page, label: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('.tile-value')

/** What a figure says, and where it leads. */
const figuresOf = (page: Page) =>
  page.locator('main a[href*="/survey-responses?"]').evaluateAll((links) =>
    links.flatMap((link) => {
      const number = /\d[\d,]*$|^\d[\d,]*/.exec(
        (link.querySelector('.tile-value') ?? link).textContent.trim(),
      )?.[0]
      return number === undefined || link.closest('.days-open')
        ? []
        : [{ href: link.getAttribute('href') ?? '', count: Number(number.replaceAll(',', '')) }]
    }),
  )

test('every figure leads to a list that has so many', async ({ page, context, product }) => {
  test.slow()
  await as(context, product, 'manager')
  await putFive(context, product, '2019-03')
  await page.goto(`/?${daysOf('2019-03')}`)
  await expect(tile(page, 'Responses')).toHaveText('5', soon)
  await expect(tile(page, 'Waiting for review')).toHaveText('2', soon)
  await expect(tile(page, 'Returned')).toHaveText('1', soon)
  await page.getByText('By type and category of village').click()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const figures = await figuresOf(page)
  expect(figures.length).toBeGreaterThan(20)
  const list = await context.newPage()
  for (const { href, count } of new Map(figures.map((one) => [one.href, one])).values()) {
    await list.goto(href)
    const said = count === 1 ? '1 response' : `${String(count)} responses`
    await expect(list.locator('.list-count strong'), href).toHaveText(said, soon)
  }
  // Those of Ana are not those of Ana Maria.
  await page.getByRole('link', { name: 'Ana', exact: true }).click()
  await expect(page.locator('.list-count strong')).toHaveText('1 response')
  await page.goBack()
  await expect(tile(page, 'Responses')).toHaveText('5')
})

test('an open screen shows what is received meanwhile, and nothing of it flashes', async ({
  page,
  context,
  product,
}) => {
  await as(context, product, 'supervisor')
  await put(context, product, '2019-04-02')
  await page.goto(`/?${daysOf('2019-04')}`)
  await expect(tile(page, 'Responses')).toHaveText('1', soon)
  await page.evaluate(() => {
    const main = document.querySelector('main')
    const flashes: string[] = []
    Reflect.set(window, 'flashes', flashes)
    const look = () => {
      if (document.querySelector('.dashboard-skeleton, [aria-busy="true"]')) flashes.push('busy')
      if (!document.querySelector('.tile-value')) flashes.push('gone')
    }
    if (main) new MutationObserver(look).observe(main, { subtree: true, childList: true, attributes: true })
  })
  await put(context, product, '2019-04-03')
  const began = Date.now()
  await expect(tile(page, 'Responses')).toHaveText('2', soon)
  expect(Date.now() - began, 'within ten seconds').toBeLessThan(10_000)
  expect(await page.evaluate(() => Reflect.get(window, 'flashes') as string[])).toEqual([])
})

test('the survey, the days and the table of people stand in the address', async ({
  page,
  context,
  product,
}) => {
  await as(context, product, 'manager')
  await putFive(context, product, '2019-05')
  await page.goto(`/?${daysOf('2019-05')}`)
  await expect(tile(page, 'Responses')).toHaveText('5', soon)
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
  await page.getByLabel('To', { exact: true }).fill('2019-05-04')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(tile(page, 'Responses')).toHaveText('3')
  await page.getByRole('button', { name: 'Remove the filter Survey date' }).click()
  await expect(page).not.toHaveURL(/surveyDateRange/)
})

for (const role of ['supervisor', 'monitor'] as const)
  test(`a ${role} sees all figures, ${role === 'monitor' ? 'and no list behind them' : 'and no targets'}`, async ({
    page,
    context,
    product,
    browser,
  }) => {
    const office = await browser.newContext()
    await as(office, product, 'manager')
    const month = role === 'monitor' ? '2019-06' : '2019-07'
    await putFive(office, product, month)
    await as(context, product, role)
    await page.goto(`/?${daysOf(month)}`)
    await expect(tile(page, 'Responses')).toHaveText('5', soon)
    await expect(page.getByRole('table', { name: 'Enumerators' }).getByRole('row')).toHaveCount(6)
    await expect(page.getByRole('table', { name: 'Districts' })).toContainText('Boane')
    await expect(page.locator('main a[href*="/survey-responses"]')).toHaveCount(
      role === 'monitor' ? 0 : await page.locator('main a').count(),
    )
    await page.goto('/')
    await expect(tile(page, 'Done')).toBeVisible()
    await expect(page.getByRole('button', { name: /targets/i })).toHaveCount(0)
    await office.close()
  })

test('an enumerator sees their own figures: no list, no people, no targets', async ({
  page,
  context,
  product,
  browser,
}) => {
  const office = await browser.newContext()
  await as(office, product, 'manager')
  const { email } = await as(context, product, 'enumerator')
  await putFive(office, product, '2019-08', { investigatorEmail: email })
  await page.goto(`/?${daysOf('2019-08')}`)
  await expect(page.getByText('The figures of your own responses.')).toBeVisible()
  await expect(tile(page, 'Responses')).toHaveText('1', soon)
  await expect(page.getByRole('table', { name: 'Districts' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Enumerators' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /targets/i })).toHaveCount(0)
  await expect(page.locator('main a')).toHaveCount(0)
  await office.close()
})

test('§2 figures that do not come lead from / to /dashboard, which stays and offers another try', async ({
  page,
  context,
  product,
}) => {
  await as(context, product, 'monitor')
  // Cut off at the network, as when a server is away: the answers themselves are never made up.
  let asked = 0
  await page.route('**/api/dashboard/**', (route) => {
    asked += 1
    return route.abort()
  })
  await page.goto('/?people=supervisors')
  await expect(page).toHaveURL('/dashboard?people=supervisors', soon)
  await expect(page.getByText('The figures could not be loaded')).toBeVisible()
  await expectAccessible(page)
  const before = asked
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked).toBeGreaterThan(before)
  await page.unroute('**/api/dashboard/**')
  await expect(page.getByText(/^Figures of /)).toBeVisible(soon)
  await expect(page).toHaveURL('/dashboard?people=supervisors')
  // What is on the screen stays there when the line goes.
  await page.route('**/api/dashboard/**', (route) => route.abort())
  await page.waitForTimeout(12_000)
  await expect(page.getByText(/^Figures of /)).toBeVisible()
})

test('a survey that does not exist is told, and all surveys are one click away', async ({
  page,
  context,
  product,
}) => {
  await as(context, product, 'manager')
  const gone = '/dashboard?survey=00000000-0000-7000-8000-000000000000'
  await page.goto(gone)
  await expect(page.getByText('The figures could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Show all surveys and dates' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(/^Figures of /)).toBeVisible()
})

test('a chart is walked with the keyboard, read as a table and saved as a picture', async ({
  page,
  context,
  product,
}) => {
  await as(context, product, 'manager')
  await putFive(context, product, '2019-09')
  await page.goto(`/?${daysOf('2019-09')}`)
  await expect(tile(page, 'Responses')).toHaveText('5', soon)
  const chart = page.getByRole('slider', { name: 'Responses per day' })
  await expect(chart).toHaveAttribute('aria-valuetext', '2019-09-09: 1 received, 0 done')
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', '2019-09-02: 2 received, 2 done')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('2019-09-03: 1 received, 1 done')).toBeVisible()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a picture' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^responses-per-day-\d{8}-\d{4}\.png$/)
  const bytes: Buffer[] = []
  for await (const part of await saved.createReadStream()) bytes.push(part as Buffer)
  expect(Buffer.concat(bytes).subarray(1, 4).toString()).toBe('PNG')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const table = page.getByRole('table', { name: 'Responses per day' })
  await expect(table.getByRole('row')).toHaveCount(9)
  await expect(table.getByRole('row', { name: '2019-09-02 2 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  await chart.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.locator('.list-count strong')).toHaveText('2 responses')
})

test('a manager sets targets; what another one has saved meanwhile is shown, not overwritten', async ({
  page,
  context,
  product,
}) => {
  await as(context, product, 'manager')
  await page.goto('/')
  await expect(tile(page, 'Done')).toContainText('of 6,500', soon)
  await page.getByRole('button', { name: 'Targets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Targets of Household baseline' })
  await dialog.getByLabel('In all').fill('a lot')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('In all must be a whole number from 1 to 1,000,000,000')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('In all').fill('7000')
  await dialog.getByLabel('Another district').fill('Chókwè')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByLabel('Chókwè').fill('40')

  const url = `${product.url}/api/surveys/${await demoSurveyId(context, product)}/targets`
  const headers = { authorization: `Bearer ${await tokenOf(context, product)}` }
  const before = (await (await context.request.get(url, { headers })).json()) as {
    total: number
    districts: { districtName: string; target: number }[]
  }
  const other = { total: 8000, districts: [...before.districts, { districtName: 'Chibuto', target: 30 }] }
  expect((await context.request.put(url, { headers, data: { data: other } })).ok()).toBe(true)

  await dialog.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this record' })
  await expect(conflict.getByRole('row')).toHaveCount(4)
  await expect(
    conflict.getByRole('row', { name: /^In all/ }).getByRole('radio', { name: '7,000' }),
  ).toBeChecked()
  await expect(
    conflict.getByRole('row', { name: /^Chibuto/ }).getByRole('radio', { name: '30' }),
  ).toBeChecked()
  await conflict.getByRole('button', { name: 'Save what is chosen' }).click()
  await expect(page.getByText('Targets saved')).toBeVisible()
  await expect(tile(page, 'Done')).toContainText('of 7,000')
  const after = (await (await context.request.get(url, { headers })).json()) as typeof before
  expect(after.total).toBe(7000)
  expect(after.districts).toHaveLength(before.districts.length + 2)
  const restored = await context.request.put(url, {
    headers,
    data: { data: { total: 6500, districts: before.districts } },
  })
  expect(restored.ok()).toBe(true)
  await expect(tile(page, 'Done')).toContainText('of 6,500', soon)
})

test('paper says what was chosen, is white also where the screen is dark, and has nothing to operate', async ({
  page,
  context,
  product,
}) => {
  await as(context, product, 'manager')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(tile(page, 'Done')).toBeVisible(soon)
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light')
  await expect(page.getByRole('paragraph').filter({ hasText: /^All surveys$/ })).toBeVisible()
  await expect(tile(page, 'Done')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('button', { name: /^(Targets|Table|Save as a picture)$/ }),
  ).toHaveCount(0)
  await expect(page.getByRole('combobox')).toHaveCount(0)
})
