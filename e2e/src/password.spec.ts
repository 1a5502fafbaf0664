import { messagesByLanguage } from '@baseline/contract/messages/all.ts'

import { expect, setLanguage, test } from './test.ts'
import { createEmail, createUser, password, signIn, waitForMail } from './users.ts'

test('resets a forgotten password by mail, and revokes the old password and sessions', async ({
  browser,
  page,
  product,
  expectFailures,
}) => {
  expectFailures(400)
  const user = await createUser(product, { role: 'monitor' })
  const otherContext = await browser.newContext({ baseURL: product.url })
  await signIn(otherContext, product, user)

  await page.goto('/auth/signin')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // Both pages have the field 'Email'. Only the button identifies the second page.
  const send = page.getByRole('button', { name: 'Send password reset email' })
  await expect(send).toBeVisible()
  await page.getByLabel('Email').fill(user.email)
  await send.click()
  await expect(page.getByText('Password reset email sent successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(user.email)

  const mail = await waitForMail(product, user.email)
  expect(mail.subject).toBe('Reset your Baseline Survey password')
  await page.goto(mail.link)
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password must be at least 10 characters')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('another-password-2026')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password saved. You can sign in now.')).toBeVisible()

  await page.getByLabel('Email').fill(user.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText("Sorry, we don't recognize your credentials")).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('another-password-2026')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')

  const otherPage = await otherContext.newPage()
  await otherPage.goto('/')
  await expect(otherPage).toHaveURL(/\/auth\/signin/)

  // The link works once.
  await page.goto(mail.link)
  await page.getByRole('textbox', { name: 'Password' }).fill('yet-another-password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('This link is no longer valid. Please request a new one.')).toBeVisible()
})

for (const language of ['en', 'pt-BR'] as const) {
  const texts = messagesByLanguage[language]
  test(`§8 shows the errors of password mails and links in ${language}`, async ({
    page,
    product,
    expectFailures,
  }) => {
    expectFailures(400)
    await setLanguage(page, language)
    const requestReset = async (email: string) => {
      await page.goto('/auth/forgot-password')
      await page.getByLabel(texts.user.fields.email).fill(email)
      await page.getByRole('button', { name: texts.auth.passwordResetEmail.message }).click()
    }
    await requestReset(createEmail('nobody'))
    await expect(page.getByText(texts.auth.passwordResetEmail.error)).toBeVisible()

    const { email } = await createUser(product)
    for (let i = 0; i < 5; i += 1) {
      await requestReset(email)
      await expect(page.getByText(texts.auth.passwordResetEmailSuccess)).toBeVisible()
    }
    await requestReset(email)
    await expect(page.getByText(texts['auth/too-many-requests'])).toBeVisible()

    await page.goto('/auth/reset-password?token=no-such-token')
    await page.getByRole('textbox', { name: texts.user.fields.password }).fill(password)
    await page.getByRole('button', { name: texts.auth.resetPassword.submit }).click()
    await expect(page.getByText(texts['auth/invalid-action-code'])).toBeVisible()
  })
}
