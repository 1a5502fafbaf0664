import type { Route } from '@playwright/test'

import { mainHeading } from './locators.ts'
import { fetchHistory, createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, signIn } from './users.ts'

const createSuffix = () => Math.random().toString(36).slice(2, 8)

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
    const village = `Lost ${createSuffix()}`
    await signIn(context, product, await createUser(product, { role: 'supervisor' }))
    const second = await createResponse(context, product, { village, minute: 1 })
    const first = await createResponse(context, product, { village, minute: 2 })
    await page.route(/\/status$/, drop, { times: 1 })
    await page.goto(`/survey-responses/${first.id}/view?village=${village}`)
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
    const village = `Lost ${createSuffix()}`
    await signIn(context, product, await createUser(product, { role: 'supervisor' }))
    const second = await createResponse(context, product, { village, minute: 1 })
    const first = await createResponse(context, product, { village, minute: 2 })
    await page.route(/\/status$/, drop, { times: attemptCount })
    await page.goto(`/survey-responses/${first.id}/view?village=${village}`)
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
