import type { BrowserContext, Page } from '@playwright/test'

import { mainHeading } from './locators.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { signInAs } from './users.ts'

/** Creates two responses of one household, with different answers to one question. */
const createDuplicates = async (context: BrowserContext, product: Product) => {
  const village = `Chókwè ${createSuffix()}`
  const answers = { household_name: 'Família Machava', land: 1.5, maize_harvest: 820 }
  const original = await createResponse(context, product, { village, minute: 1, answers })
  const other = await createResponse(context, product, {
    village,
    minute: 2,
    answers: { ...answers, rooms: 4 },
  })
  return { original, other }
}

const openComparison = async (page: Page, id: string): Promise<void> => {
  const link = page
    .getByRole('region', { name: 'Flags' })
    .getByRole('listitem')
    .filter({ hasText: 'household' })
    .getByRole('link', { name: 'Compare' })
  // The worker compares new responses within seconds.
  await expect(async () => {
    await page.goto(`/survey-responses/${id}/view`)
    await expect(link).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await link.click()
}

test('a manager compares two responses of a household, keeps one, and undoes it', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  await signInAs(context, product, 'manager')
  const { original, other } = await createDuplicates(context, product)
  await openComparison(page, original.id)
  await expect(mainHeading(page)).toHaveText('Compare responses')
  const differences = page.getByRole('region', { name: 'Different answers (1)' })
  await expect(differences.getByRole('row')).toHaveText([
    `Different answers (1)${original.displayId}${other.displayId}`,
    'Rooms used for sleeping34',
  ])
  await expect(page.getByRole('region', { name: 'Interview' }).getByRole('row').nth(1)).toHaveText(
    'StatusSubmittedSubmitted',
  )
  // Equal answers are folded.
  await expect(page.getByRole('region', { name: 'Equal answers' })).toBeHidden()
  await page.getByText(/^\d+ equal answers$/).click()
  await expect(page.getByRole('region', { name: 'Equal answers' })).toContainText('Helena Machava')
  await expectAccessible(page)

  await page.getByRole('button', { name: `Keep ${original.displayId}, reject the others` }).click()
  await expect(mainHeading(page)).toHaveText(original.displayId)
  const link = page.getByRole('note').filter({ hasText: 'Kept. Rejected as its duplicates:' })
  await expect(link).toContainText(other.displayId)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The duplicates are open again')).toBeVisible()
  await expect(link).toHaveCount(0)

  // The link leads in both directions.
  await page.goto(`/survey-responses/${original.id}/compare?with=${other.id}`)
  await page.getByRole('button', { name: `Keep ${original.displayId}, reject the others` }).click()
  await link.getByRole('link', { name: other.displayId }).click()
  await expect(mainHeading(page)).toHaveText(other.displayId)
  await expect(page.getByRole('note').filter({ hasText: /^Duplicate of/ })).toHaveText(
    `Duplicate of ${original.displayId}`,
  )
  await expect(page.getByRole('note').filter({ hasText: 'Rejected by' })).toContainText(
    `Duplicate of ${original.displayId}`,
  )
  await expectAccessible(page)
  await page.getByRole('note').getByRole('link', { name: original.displayId }).click()
  await expect(mainHeading(page)).toHaveText(original.displayId)
})

test('a supervisor can compare responses, but cannot reject one of them', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'supervisor')
  const { original, other } = await createDuplicates(context, product)
  await page.goto(`/survey-responses/${original.id}/compare?with=${other.id}`)
  await expect(page.getByRole('region', { name: 'Different answers (1)' })).toBeVisible()
  await expect(page.getByText('does not allow you to reject one of them')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Keep/ })).toHaveCount(0)
})
