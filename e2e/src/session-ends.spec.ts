import type { BrowserContext, Page } from '@playwright/test'

import { nextTotp } from '../../scripts/testing/totp.ts'
import { setUpApp } from './authenticator-app.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, password, signIn, signInAs } from './users.ts'

/** Deletes the session cookie, and advances the clock until the token of the page has expired. */
const endSession = async (page: Page, context: BrowserContext) => {
  await context.clearCookies()
  await page.clock.fastForward('10:00')
}

test('asks for the password when the session ends, and keeps the input of the form', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(400)
  const user = await createUser(product, { role: 'manager' })
  await signIn(context, product, user)
  await page.clock.install()
  await page.goto('/profile')
  await page.getByLabel('First name').fill('Quitéria')
  await endSession(page, context)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Email')).toHaveValue(user.email)
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

test('asks for the password and the code; the user can go back to the password, and leave', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(400)
  await signInAs(context, product, 'supervisor')
  const { uri } = await setUpApp(page)
  await page.clock.install()
  await page.goto('/profile')
  await page.getByLabel('First name').fill('Quitéria')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const passwordField = dialog.getByRole('textbox', { name: 'Password' })
  const codeField = dialog.getByRole('textbox', { name: 'Code from the app' })
  const enterPassword = async () => {
    await passwordField.fill(password)
    await page.keyboard.press('Enter')
    await expect(codeField).toBeFocused()
  }
  await endSession(page, context)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await enterPassword()
  await expectAccessible(page)
  await codeField.fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This code is wrong or was used before')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to the password' }).click()
  await expect(codeField).toBeHidden()
  await expect(dialog.getByText('This code is wrong or was used before')).toBeHidden()
  await expect(passwordField).toBeFocused()
  await enterPassword()
  await codeField.fill(nextTotp(uri))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Quitéria')

  await endSession(page, context)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await enterPassword()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/auth\/signin\?from=%2Fprofile/)
})

test('keeps an unsent comment when the user signs in again in another tab', async ({
  page,
  context,
  product,
}) => {
  const user = await createUser(product, { role: 'supervisor' })
  await signIn(context, product, user)
  const { id } = await createResponse(context, product, { village: 'Chibuto' })
  await page.clock.install()
  await page.goto(`/survey-responses/${id}/view`)
  await page.getByRole('textbox', { name: 'Comment' }).fill('Ask about the well')
  // The page renews the URLs of photos periodically, and so detects the end of the session.
  await endSession(page, context)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await signIn(context, product, user)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText(/^Returned\./)).toBeVisible()
})

test('goes to sign-in at once if there is no unsaved input, and remembers the requested page', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await page.clock.install()
  await page.goto('/profile')
  await expect(page.getByLabel('First name')).toBeVisible()
  await endSession(page, context)
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page).toHaveURL(/\/auth\/signin\?from=%2Faudit-logs/)
})
