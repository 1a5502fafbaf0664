import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import type { Page } from '@playwright/test'

import type { Product } from './product.ts'
import type { SocialUser } from './social-provider.ts'
import { expect, setLanguage, test } from './test.ts'
import { createEmail, createUser, disableUser, runUserCommand } from './users.ts'

// All tests share one provider, which has one user at a time.
test.describe.configure({ mode: 'serial' })

const signInWithProvider = async (
  page: Page,
  product: Product,
  provider: string,
  user: Partial<SocialUser>,
) => {
  const socialUser = { sub: user.email, email_verified: true, name: 'Ana Lima', ...user }
  await fetch(product.socialUrl, { method: 'POST', body: JSON.stringify(socialUser) })
  await page.goto('/auth/signin')
  await page.getByRole('button', { name: provider }).click()
}

for (const provider of ['Google', 'Facebook', 'X (Twitter)'])
  test(`${provider}: creates an account without a role for a new user`, async ({ page, product }) => {
    const email = createEmail('social')
    await signInWithProvider(page, product, provider, { email })
    await expect(page.getByText('You have no permissions yet.')).toBeVisible()
    await runUserCommand(product, 'grant', email, 'monitor')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  })

test('links a social sign-in to a verified account with the same email address', async ({
  page,
  product,
}) => {
  const user = await createUser(product, { role: 'supervisor' })
  await signInWithProvider(page, product, 'Google', { email: user.email })
  await expect(page).toHaveURL('/')
  // A user without a role does not have this link.
  await expect(page.getByRole('link', { name: 'Survey Responses' })).toBeVisible()
})

for (const language of ['en', 'pt-BR'] as const)
  test(`refuses to link an unverified account with the same email address, in ${language}`, async ({
    page,
    product,
  }) => {
    await setLanguage(page, language)
    const user = await createUser(product, { emailVerified: false })
    await signInWithProvider(page, product, 'Google', { email: user.email })
    const text = messagesByLanguage[language]['auth/account-exists-with-different-credential']
    await expect(page.getByRole('alert')).toContainText(text)
    await expect(page).toHaveURL(/\/auth\/signin/)
  })

test('refuses the social sign-in of a disabled user', async ({ page, product }) => {
  const user = await createUser(product, { role: 'supervisor' })
  await signInWithProvider(page, product, 'Google', { email: user.email })
  await expect(page).toHaveURL('/')
  await disableUser(product, user)
  await page.context().clearCookies()
  await signInWithProvider(page, product, 'Google', { email: user.email })
  await expect(page.getByRole('alert')).toContainText('Your account is disabled')
})

test('opens the requested page after social sign-in', async ({ page, product }) => {
  const user = await createUser(product, { role: 'manager' })
  const socialUser = { sub: user.email, email: user.email, email_verified: true, name: 'Ana' }
  await fetch(product.socialUrl, { method: 'POST', body: JSON.stringify(socialUser) })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/profile')
})
