import {
  createFiveResponses,
  createResponseOn,
  dateRangeQuery,
  monthOf,
  tile,
  countingTimeout,
} from './fieldwork.ts'
import { visitHostileDashboard } from './hostile-fieldwork.ts'
import { sampleHostileTexts } from './hostile-texts.ts'
import { listCount } from './locators.ts'
import { fetchDemoSurveyId } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { fetchHeaders, signInAs } from './users.ts'

test('§2 goes from / to /dashboard if the figures fail to load, and offers a retry', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures('connection')
  await signInAs(context, product, 'monitor')
  // Aborts the requests, as if the server were unreachable.
  let requestCount = 0
  await page.route('**/api/dashboard/**', (route) => {
    requestCount += 1
    return route.abort()
  })
  await page.goto('/?people=supervisors')
  await expect(page).toHaveURL('/dashboard?people=supervisors', countingTimeout)
  await expect(page.getByText('The figures could not be loaded')).toBeVisible()
  await expectAccessible(page)
  const before = requestCount
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => requestCount).toBeGreaterThan(before)
  await page.unroute('**/api/dashboard/**')
  await expect(page.getByText(/^Updated /)).toBeVisible(countingTimeout)
  await expect(page).toHaveURL('/dashboard?people=supervisors')
})

test('keeps the figures when the connection fails, and marks them as old after a minute', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures('connection')
  await page.clock.install()
  await signInAs(context, product, 'monitor')
  await page.goto('/')
  await expect(tile(page, 'Done')).toBeVisible(countingTimeout)
  let requestCount = 0
  await page.route('**/api/dashboard/**', (route) => {
    requestCount += 1
    return route.abort()
  })
  await expect.poll(() => requestCount).toBeGreaterThan(0)
  await expect(page.getByText(/^Updated /)).toBeVisible()
  await page.clock.fastForward('01:05')
  await expect(page.getByText(/^Last updated .* New figures are not arriving\.$/)).toBeVisible()
  await expect(tile(page, 'Done')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/dashboard/**')
  await page.clock.fastForward('00:35')
  await expect(page.getByText(/^Updated /)).toBeVisible(countingTimeout)
})

const longNames = [
  'W'.repeat(200),
  `Distrito Municipal ${'de São Sebastião da Boa Esperança e '.repeat(5)}Arredores`,
  'محافظة القاهرة الكبرى (الشمال)',
  '\u202eNamaacha',
]

test('fits long names of several scripts at five widths, and scrolls a long list of districts', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  const month = monthOf('names')
  for (const name of longNames)
    await createResponseOn(context, product, `${month}-02`, {
      districtName: name,
      investigatorName: name,
      supervisorName: name,
      villageType: name,
    })
  await page.goto(`/?${dateRangeQuery(month)}`)
  await expect(tile(page, 'Responses')).toHaveText('Responses 4', countingTimeout)
  await page.getByText('By type and category of village').click()
  for (const width of [400, 600, 1000, 1200, 1440]) {
    await page.setViewportSize({ width, height: 860 })
    const countOverflows = () =>
      page.evaluate(
        () =>
          [document.documentElement, ...document.querySelectorAll('main, main section, main details')].filter(
            ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
          ).length,
      )
    await expect.poll(countOverflows, { message: `elements with overflow at ${String(width)} px` }).toBe(0)
  }
  await expect(page.getByRole('table', { name: 'Enumerators' }).getByTitle('W'.repeat(200))).toBeVisible()
  await page.getByRole('button', { name: 'Show all 11' }).click()
  const districts = page.getByRole('region', { name: 'Districts' })
  await districts.focus()
  await expect(districts.getByRole('row')).toHaveCount(12)
  // Scrolls up: a control that the top bar covers in part fails the check of target sizes.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
})

test('reports a survey that does not exist, and offers all surveys', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(404)
  await signInAs(context, product, 'manager')
  const path = '/dashboard?survey=00000000-0000-7000-8000-000000000000'
  await page.goto(path)
  await expect(page.getByText('The figures could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Show all surveys and dates' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(/^Updated /)).toBeVisible()
})

test('reads the chart with the keyboard, shows it as a table and saves it as a picture', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  const month = monthOf('chart')
  await createFiveResponses(context, product, month)
  await page.goto(`/?${dateRangeQuery(month)}`)
  await expect(tile(page, 'Responses')).toHaveText('Responses 5', countingTimeout)
  const chart = page.getByRole('slider', { name: 'Responses per day' })
  const longDate = (day: number) => `${String(day)} September ${month.slice(0, 4)}`
  await expect(chart).toHaveAttribute('aria-valuetext', `${longDate(9)}: 1 received, 0 done`)
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', `${longDate(2)}: 2 received, 2 done`)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(`${longDate(3)}: 1 received, 1 done`)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a picture' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^responses-per-day-\d{8}-\d{4}\.png$/)
  const bytes: Buffer[] = []
  for await (const part of await download.createReadStream()) bytes.push(part as Buffer)
  expect(Buffer.concat(bytes).subarray(1, 4).toString()).toBe('PNG')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const table = page.getByRole('table', { name: 'Responses per day' })
  await expect(table.getByRole('row')).toHaveCount(9)
  await expect(table.getByRole('row', { name: `${month}-02 2 2` })).toBeVisible()
  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  await chart.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(listCount(page)).toHaveText('2 responses')
})

test('saves targets, and shows a conflict if they changed during an edit', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(409)
  await signInAs(context, product, 'manager')
  await page.goto('/')
  await expect(tile(page, 'Done')).toContainText('of 6,500', countingTimeout)
  await page.getByRole('button', { name: 'Targets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Targets for Household baseline' })
  await dialog.getByLabel('Total').fill('a lot')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Total must be a whole number from 1 to 1,000,000,000')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Total').fill('7000')
  await dialog.getByLabel('Add a district').fill('Chókwè')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByLabel('Chókwè').fill('40')

  const url = `${product.url}/api/surveys/${await fetchDemoSurveyId(context, product)}/targets`
  const headers = await fetchHeaders(context, product)
  const before = (await (await context.request.get(url, { headers })).json()) as {
    total: number
    districts: { districtName: string; target: number }[]
  }
  const otherTargets = {
    total: 8000,
    districts: [...before.districts, { districtName: 'Chibuto', target: 30 }],
  }
  expect((await context.request.put(url, { headers, data: { data: otherTargets } })).ok()).toBe(true)

  await dialog.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this record' })
  await expect(conflict.getByRole('row')).toHaveCount(4)
  await expect(
    conflict.getByRole('row', { name: /^Total/ }).getByRole('radio', { name: '7,000' }),
  ).toBeChecked()
  await expect(
    conflict.getByRole('row', { name: /^Chibuto/ }).getByRole('radio', { name: '30' }),
  ).toBeChecked()
  await conflict.getByRole('button', { name: 'Save selection' }).click()
  await expect(page.getByText('Targets saved')).toBeVisible()
  await expect(tile(page, 'Done')).toContainText('of 7,000')
  const after = (await (await context.request.get(url, { headers })).json()) as typeof before
  expect(after.total).toBe(7000)
  expect(after.districts).toHaveLength(before.districts.length + 2)
  const restoreAnswer = await context.request.put(url, {
    headers,
    data: { data: { total: 6500, districts: before.districts } },
  })
  expect(restoreAnswer.ok()).toBe(true)
  await expect(tile(page, 'Done')).toContainText('of 6,500', countingTimeout)
})

test('prints the filters and figures on one page without buttons and selects, and in light colours', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  const month = monthOf('paper')
  // Fills the tables of districts and people to the length that they show at first.
  for (let index = 0; index < 12; index++)
    await createResponseOn(context, product, `${month}-${String(index + 10)}`, {
      districtName: index < 4 ? `Distrito ${String(index)}` : 'Manhiça',
      investigatorName: `Ana Machava ${String(index)}`,
    })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/?${dateRangeQuery(month)}`)
  await expect(tile(page, 'Responses')).toHaveText('Responses 12', countingTimeout)
  await expect(page.getByRole('table', { name: 'Enumerators' }).getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('document')).toHaveAttribute('data-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.getByRole('document')).toHaveAttribute('data-scheme', 'light')
  await expect(page.getByRole('paragraph').filter({ hasText: /^All surveys · / })).toBeVisible()
  await expect(tile(page, 'Responses')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('button', { name: /^(Targets|Table|Save as a picture)$/ }),
  ).toHaveCount(0)
  await expect(page.getByRole('combobox')).toHaveCount(0)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('shows hostile names as text on the dashboard', async ({ page, context, product }) => {
  await signInAs(context, product, 'manager')
  const { breaches } = await visitHostileDashboard(page, context, product, sampleHostileTexts)
  expect(breaches).toEqual([])
})
