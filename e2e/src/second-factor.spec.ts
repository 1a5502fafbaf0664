import type { Page } from '@playwright/test'

import { nextTotp } from '../../scripts/testing/totp.ts'
import { enterPassword, setUpApp } from './authenticator-app.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, password, signIn, signInAs } from './users.ts'

const enterCredentials = async (page: Page, email: string) => {
  await page.goto('/auth/signin')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
}

test('a code of the authenticator app is needed after the password, and a recovery code works once', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(400)
  const { email } = await signInAs(context, product, 'supervisor')
  const { uri, recoveryCodes } = await setUpApp(page)
  expect(recoveryCodes).toHaveLength(10)
  await context.clearCookies()

  await enterCredentials(page, email)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Code from the app' }).fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This code is wrong or was used before')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(nextTotp(uri))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()

  const enterRecoveryCode = async (code: string | undefined) => {
    await context.clearCookies()
    await enterCredentials(page, email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(code ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await enterRecoveryCode(recoveryCodes[0])
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await enterRecoveryCode(recoveryCodes[0])
  await expect(page.getByText('This code is wrong or was used before')).toBeVisible()
})

test('the user turns the app off with the password', async ({ page, context, product }) => {
  const user = await signInAs(context, product, 'supervisor')
  await setUpApp(page)
  await page.getByRole('button', { name: 'Turn off the app' }).click()
  await enterPassword(page, 'Turn off the app')
  await expect(page.getByText('The authenticator app is turned off')).toBeVisible()
  await context.clearCookies()
  await signIn(context, product, user)
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
})

test('another manager resets a lost second factor, with a reason in the audit log', async ({
  page,
  context,
  browser,
  product,
}) => {
  const lost = await createUser(product, { role: 'supervisor', firstName: 'Nuno', lastName: 'Cossa' })
  const other = await browser.newContext({ baseURL: product.url })
  await signIn(other, product, lost)
  await setUpApp(await other.newPage())
  await other.close()

  await signInAs(context, product, 'manager')
  await page.goto(`/iam?search=${lost.email}`)
  await page.getByRole('link', { name: 'Nuno Cossa' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the second factor of Nuno Cossa?' })
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Phone stolen in Tete')
  await dialog.getByRole('button', { name: 'Reset second factor' }).click()
  await expect(page.getByText('Second factor reset')).toBeVisible()

  await page.goto(`/audit-logs?entityNames=["user"]`)
  await page.getByRole('button', { name: 'Expand row' }).first().click()
  await expect(page.getByText('Phone stolen in Tete')).toBeVisible()

  // The worker removes the second factor.
  const signInAgain = () =>
    context.request.post(`${product.url}/identity/sign-in/email`, {
      headers: { origin: product.url },
      data: { email: lost.email, password },
    })
  await expect.poll(async () => Object.keys((await (await signInAgain()).json()) as object)).toEqual(['user'])
})
