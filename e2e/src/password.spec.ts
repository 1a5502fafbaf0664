import { aPerson, mailTo, newEmail, password, signIn } from './people.ts'
import { expect, test } from './test.ts'

test('forgot → mail → reset → sign in; the old session and the old password are gone', async ({
  browser,
  page,
  product,
}) => {
  const person = await aPerson(product, { role: 'monitor' })
  const elsewhere = await browser.newContext({ baseURL: product.url })
  await signIn(elsewhere, product, person)

  await page.goto('/auth/signin')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send password reset email' }).click()
  await expect(page.getByText('Password reset email sent successfully')).toBeVisible()

  const mail = await mailTo(product, person.email)
  expect(mail.subject).toBe('Reset your Baseline Survey password')
  await page.goto(mail.link)
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password must be at least 10 characters')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('another-password-2026')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password saved. You can sign in now.')).toBeVisible()

  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText("Sorry, we don't recognize your credentials")).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('another-password-2026')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')

  const old = await elsewhere.newPage()
  await old.goto('/')
  await expect(old).toHaveURL(/\/auth\/signin/)

  // The link works once.
  await page.goto(mail.link)
  await page.getByRole('textbox', { name: 'Password' }).fill('yet-another-password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('This link is no longer valid. Please ask for a new one.')).toBeVisible()
})

test('§8 an unknown address is told so, in both languages', async ({ page }) => {
  const texts = {
    en: ['Send password reset email', 'Email not recognized'],
    'pt-BR': ['Enviar email de redefinição de senha', 'Email não reconhecido'],
  } as const
  await page.goto('/auth/forgot-password')
  for (const language of ['en', 'pt-BR'] as const) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.reload()
    await page.getByLabel('Email').fill(newEmail('nobody'))
    await page.getByRole('button', { name: texts[language][0] }).click()
    await expect(page.getByText(texts[language][1])).toBeVisible()
  }
})
