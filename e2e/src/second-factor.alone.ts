import { expect, test as base } from '@playwright/test'
import type { Page } from '@playwright/test'

import { withDatabase } from './database.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { password, signInAs } from './users.ts'

/** Starts a product in which managers need a second factor. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const { product, stop } = await startProduct({
        hostName: 'localhost',
        apiEnv: { SECOND_FACTOR_ROLES: 'manager' },
      })
      await use(product)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Gives the browser a device with a fingerprint reader. */
const addAuthenticator = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('suggests a second factor to a manager, then requires it, and accepts a passkey', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await addAuthenticator(page)
  const { email } = await signInAs(context, product, 'manager')
  await page.goto('/profile/security')
  await expect(page.getByText(/^Your role needs a second factor\. Set one up by/)).toBeVisible()
  await page.goto('/iam')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()

  await withDatabase(product, (client) =>
    client.query(`update users set second_factor_asked_at = now() - interval '15 days' where email = $1`, [
      email,
    ]),
  )
  await page.goto('/iam')
  await expect(page).toHaveURL('/profile/security')
  await expect(page.getByText('Your role needs a second factor. Set one up to continue.')).toBeVisible()
  // The page begins with the required section, and has no link that would only lead back to the page.
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Second factor')
  await expect(page.getByText('Recommended for managers.')).toBeHidden()
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveCount(0)
  const token = ((await (await context.request.get('/identity/token')).json()) as { token: string }).token
  const headers = { authorization: `Bearer ${token}` }
  expect((await context.request.get('/api/iam/user', { headers })).status()).toBe(403)

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()

  await context.clearCookies()
  await page.goto('/auth/signin')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()

  await context.clearCookies()
  await page.goto('/auth/signin')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()

  await page.goto('/profile/security')
  await page.getByRole('button', { name: /^Remove / }).click()
  const removal = page.getByRole('dialog')
  await removal.getByRole('textbox', { name: 'Password' }).fill(password)
  await removal.getByRole('button', { name: /^Remove / }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await context.close()
})
