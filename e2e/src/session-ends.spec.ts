import type { BrowserContext, Page } from '@playwright/test'

import { aPerson, password, signIn } from './people.ts'
import { putResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'

/** The session is gone, and the token that lived in the page has run out. */
const endSession = async (page: Page, context: BrowserContext) => {
  await context.clearCookies()
  await page.clock.fastForward('10:00')
}

test('a session that ends over a half-filled form is begun again without losing a word', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(400)
  const person = await aPerson(product, { role: 'manager' })
  await signIn(context, product, person)
  await page.clock.install()
  await page.goto('/profile')
  await page.getByLabel('First name').fill('Quitéria')
  await endSession(page, context)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email)
  await expectAccessible(page)
  await dialog.getByLabel('Password').fill('not this one')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText(/\w/)
  await dialog.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Quitéria')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Quitéria')
})

test('whoever signs in again in another tab finds the comment that they were writing', async ({
  page,
  context,
  product,
}) => {
  const person = await aPerson(product, { role: 'supervisor' })
  await signIn(context, product, person)
  const { id } = await putResponse(context, product, { village: 'Chibuto' })
  await page.clock.install()
  await page.goto(`/survey-responses/${id}/view`)
  await page.getByRole('textbox', { name: 'Comment' }).fill('Ask about the well')
  // The photos ask for new addresses by themselves; that is how the page finds out.
  await endSession(page, context)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await signIn(context, product, person)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText(/^Returned\./)).toBeVisible()
})

test('with nothing written the sign-in page comes at once, and leads back', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  await page.clock.install()
  await page.goto('/profile')
  await expect(page.getByLabel('First name')).toBeVisible()
  await endSession(page, context)
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page).toHaveURL(/\/auth\/signin\?from=%2Faudit-logs/)
})
