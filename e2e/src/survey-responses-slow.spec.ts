import type { Page } from '@playwright/test'

import { aPerson, signIn } from './people.ts'
import { putResponse } from './responses.ts'
import { expect, test } from './test.ts'

/** Holds the matching calls. Returns a function that releases them. */
const holding = async (page: Page, calls: RegExp) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(calls, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('refuses a decision while the response loads, and delays it until the next one is known', async ({
  page,
  context,
  product,
}) => {
  const village = `Marracuene ${Math.random().toString(36).slice(2, 8)}`
  await signIn(context, product, await aPerson(product, { role: 'supervisor' }))
  const second = await putResponse(context, product, { village, minute: 1 })
  const first = await putResponse(context, product, { village, minute: 2 })
  const decided: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/status')) decided.push(request.url())
  })

  const recordComes = await holding(page, new RegExp(`survey-responses/${first.id}$`))
  const neighboursCome = await holding(page, new RegExp(`survey-responses/${first.id}/neighbours`))
  await page.goto(`/survey-responses/${first.id}/view?village=${village}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Survey response' })).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByText('The response is still loading. Please try again')).toBeVisible()
  recordComes()

  const verify = page.getByRole('button', { name: 'Verify' })
  await expect(verify).toBeVisible()
  expect(decided).toEqual([])
  await page.keyboard.press('v')
  await expect(verify).toHaveClass(/ant-btn-loading/)
  await page.keyboard.press('v')
  expect(decided).toEqual([])
  neighboursCome()
  await expect(page.getByText('Verified. On to the next one.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.displayId)
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  expect(decided).toEqual([expect.stringContaining(first.id)])

  const words = page.getByRole('textbox', { name: 'Comment' })
  await words.fill('Half a')
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.displayId)
  await expect(words).toHaveValue('')
  await page.goBack()
  await expect(words).toHaveValue('Half a')
})

test('keeps the response and the comment if a decision does not reach the server', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures('connection')
  await signIn(context, product, await aPerson(product, { role: 'supervisor' }))
  const { id, displayId } = await putResponse(context, product, { village: 'Namaacha' })
  await page.goto(`/survey-responses/${id}/view`)
  await page.getByRole('textbox', { name: 'Comment' }).fill('Ask about the goats')
  await page.route(/\/status$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText(/The connection was lost before the server confirmed “Returned”/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Ask about the goats')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(displayId)
  await page.unroute(/\/status$/)
  await page.getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText(/^Returned\./)).toBeVisible()
})
