import { expect, test as base } from '@playwright/test'

import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { createEmail, runUserCommand, signUp, waitForMail } from './users.ts'

/** Starts a product whose api has no mail server. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const { product, stop } = await startProduct({ apiMail: false })
      await use(product)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('§7 sends all mails from the identity service if the api has no mail server', async ({
  browser,
  product,
}) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage()
  const email = createEmail('alone')
  await signUp(page, email)
  await expect(page.getByText(`Please confirm your email at ${email} to continue`)).toBeVisible()
  const mail = await waitForMail(product, email)
  expect(mail.subject).toBe('Confirm your email for Baseline Survey')
  await page.goto(mail.link)
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/auth/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send password reset email' }).click()
  await expect(page.getByText('Password reset email sent successfully')).toBeVisible()
  expect((await waitForMail(product, email, 2)).subject).toBe('Reset your Baseline Survey password')

  const invited = createEmail('invited')
  await runUserCommand(product, 'invite', invited, 'monitor')
  expect((await waitForMail(product, invited)).subject).toBe('You are invited to Baseline Survey')
})
