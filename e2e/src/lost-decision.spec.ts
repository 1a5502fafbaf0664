import type { Page, Route } from '@playwright/test'

import { mainHeading } from './locators.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse, fetchHistory } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { signInAs } from './users.ts'

/** Drops the connection before the request reaches the server. */
const dropRequest = (route: Route) => route.abort('connectionreset')
/** Drops the connection after the server has processed the request, before the response arrives. */
const dropResponse = async (route: Route) => {
  const answer = await route.fetch()
  expect(answer.status()).toBe(200)
  await route.abort('connectionreset')
}

/** Number of attempts of the API client, including retries. */
const attemptCount = 4

/** Creates two responses of a village, and opens the first one of the list as a supervisor. */
const openFirstOfTwo = async (page: Page, product: Product) => {
  const context = page.context()
  const village = `Lost ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const second = await createResponse(context, product, { village, minute: 1 })
  const first = await createResponse(context, product, { village, minute: 2 })
  await page.goto(`/survey-responses/${first.id}/view?village=${village}`)
  return { first, second }
}

for (const { when, drop } of [
  { when: 'before the request reaches the server', drop: dropRequest },
  { when: 'after the server has decided', drop: dropResponse },
]) {
  test(`saves a decision once if the connection drops once ${when}`, async ({
    page,
    context,
    product,
    expectFailures,
  }) => {
    expectFailures('connection')
    const { first, second } = await openFirstOfTwo(page, product)
    await page.route(/\/status$/, drop, { times: 1 })
    await expect(page.getByRole('button', { name: 'Verify' })).toBeVisible()
    await page.keyboard.press('v')
    await expect(page.getByText('Verified. On to the next one.')).toBeVisible()
    await expect(mainHeading(page)).toHaveText(second.displayId)
    const statuses = (await fetchHistory(context, product, first.id)).map(({ action }) => action)
    expect(statuses).toEqual(['statusChange', 'create'])
  })

  test(`reports an unknown result if all attempts fail ${when}, and saves once on retry`, async ({
    page,
    context,
    product,
    expectFailures,
  }) => {
    expectFailures('connection')
    const { first, second } = await openFirstOfTwo(page, product)
    await page.route(/\/status$/, drop, { times: attemptCount })
    await expect(page.getByRole('button', { name: 'Return' })).toBeVisible()
    await page.keyboard.press('r')
    await page.keyboard.type('Ask again')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'The connection was lost' })).toContainText(
      'It may or may not be saved',
      { timeout: 60_000 },
    )
    await expect(mainHeading(page)).toHaveText(first.displayId)
    await expect(page.getByRole('button', { name: 'Verify' })).toBeDisabled()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Returned. On to the next one.')).toBeVisible()
    await expect(mainHeading(page)).toHaveText(second.displayId)
    const history = await fetchHistory(context, product, first.id)
    expect(history.map(({ action, comment }) => ({ action, comment }))).toEqual([
      { action: 'statusChange', comment: 'Ask again' },
      { action: 'create', comment: null },
    ])
  })
}
