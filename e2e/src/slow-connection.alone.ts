import { en } from '@baseline/contract/messages/en.ts'
import type { Page } from '@playwright/test'

import { definitionOf } from './locators.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect, test } from './test.ts'
import { createUser, password, signIn } from './users.ts'

/** The connection of a district office: 400 kbit/s, and 400 ms latency for each request. */
const slowConnection = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}

const householdAnswer = (page: Page) => definitionOf(page, 'Name of the household')

test('shows the first response in 15 s and the next in 1 s on a slow connection with a cold cache', async ({
  page,
  context,
  product,
  browser,
}) => {
  test.slow()
  const village = `Inhaca ${createSuffix()}`
  const supervisor = await createUser(product, { role: 'supervisor' })
  const setupContext = await browser.newContext()
  await signIn(setupContext, product, supervisor)
  const second = await createResponse(setupContext, product, {
    village,
    minute: 1,
    answers: { household_name: 'Family Two' },
  })
  const first = await createResponse(setupContext, product, {
    village,
    minute: 2,
    answers: { household_name: 'Family One' },
  })
  await setupContext.close()

  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  await session.send('Network.emulateNetworkConditions', slowConnection)
  const openedAt = Date.now()
  // The URL of a list, such as a bookmark. The list opens after sign-in.
  await page.goto(`/survey-responses?village=${village}`)
  await page.getByLabel(en.user.fields.email).fill(supervisor.email)
  const formShownAt = Date.now()
  await page.getByLabel(en.user.fields.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: en.auth.signin, exact: true }).click()
  const signedInAt = Date.now()
  await page.getByRole('link', { name: first.displayId }).click()
  const listShownAt = Date.now()
  await expect(householdAnswer(page)).toHaveText('Family One')
  const readAt = Date.now()
  console.log(
    `form after ${formShownAt - openedAt} ms; sign-in to list ${listShownAt - signedInAt} ms; sign-in to first response ${readAt - signedInAt} ms; total ${readAt - openedAt} ms`,
  )
  expect(readAt - signedInAt, 'ms from sign-in to the answers of the first response').toBeLessThan(15_000)

  // The page prefetches the next response while the user reads the first one.
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { level: 1 }).focus()
  const pressedAt = Date.now()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.displayId)
  await expect(householdAnswer(page)).toHaveText('Family Two')
  const nextMs = Date.now() - pressedAt
  console.log(`next response after ${String(nextMs)} ms`)
  expect(nextMs, 'ms to the answers of the next response').toBeLessThan(1000)
})
