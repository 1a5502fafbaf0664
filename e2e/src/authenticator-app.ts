import type { Page } from '@playwright/test'

import { totp } from '../../scripts/testing/totp.ts'
import { expect, expectAccessible } from './test.ts'
import { password } from './users.ts'

/** Enters the password in the dialog that a change of the second factor opens. */
export const enterPassword = async (page: Page, action: string) => {
  const dialog = page.getByRole('dialog', { name: action })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: action }).click()
}

/** Sets up the app. Returns the address of its key, and the recovery codes. */
export const setUpApp = async (page: Page) => {
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const answer = page.waitForResponse('**/identity/two-factor/enable')
  await enterPassword(page, 'Set up the app')
  const { uri } = (await (await answer).json()) as { uri: string }
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(totp(uri))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await expectAccessible(page)
  const recoveryCodes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('You enter a code from the app when you sign in.')).toBeVisible()
  return { uri, recoveryCodes }
}
