import { messagesOf } from '@baseline/contract/messages/all.ts'
import type { Page } from '@playwright/test'

import { aPerson, disable, newEmail, userCommand } from './people.ts'
import type { Product } from './product.ts'
import type { SocialPerson } from './social-provider.ts'
import { expect, speak, test } from './test.ts'

// All tests share one provider, which has one user at a time.
test.describe.configure({ mode: 'serial' })

const continueAs = async (page: Page, product: Product, provider: string, person: Partial<SocialPerson>) => {
  const visitor = { sub: person.email, email_verified: true, name: 'Ana Lima', ...person }
  await fetch(product.socialUrl, { method: 'POST', body: JSON.stringify(visitor) })
  await page.goto('/auth/signin')
  await page.getByRole('button', { name: provider }).click()
}

for (const provider of ['Google', 'Facebook', 'X (Twitter)'])
  test(`${provider}: creates an account without a role for a new user`, async ({ page, product }) => {
    const email = newEmail('social')
    await continueAs(page, product, provider, { email })
    await expect(page.getByText('You have no permissions yet.')).toBeVisible()
    await userCommand(product, 'grant', email, 'monitor')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  })

test('links a social sign-in to a verified account with the same email address', async ({
  page,
  product,
}) => {
  const person = await aPerson(product, { role: 'supervisor' })
  await continueAs(page, product, 'Google', { email: person.email })
  await expect(page).toHaveURL('/')
  // A user without a role does not have this link.
  await expect(page.getByRole('link', { name: 'Survey Responses' })).toBeVisible()
})

for (const language of ['en', 'pt-BR'] as const)
  test(`refuses to link an unverified account with the same email address, in ${language}`, async ({
    page,
    product,
  }) => {
    await speak(page, language)
    const person = await aPerson(product, { emailVerified: false })
    await continueAs(page, product, 'Google', { email: person.email })
    const text = messagesOf[language]['auth/account-exists-with-different-credential']
    await expect(page.getByRole('alert')).toContainText(text)
    await expect(page).toHaveURL(/\/auth\/signin/)
  })

test('refuses the social sign-in of a disabled user', async ({ page, product }) => {
  const person = await aPerson(product, { role: 'supervisor' })
  await continueAs(page, product, 'Google', { email: person.email })
  await expect(page).toHaveURL('/')
  await disable(product, person)
  await page.context().clearCookies()
  await continueAs(page, product, 'Google', { email: person.email })
  await expect(page.getByRole('alert')).toContainText('Your account is disabled')
})

test('opens the requested page after social sign-in', async ({ page, product }) => {
  const person = await aPerson(product, { role: 'manager' })
  const visitor = { sub: person.email, email: person.email, email_verified: true, name: 'Ana' }
  await fetch(product.socialUrl, { method: 'POST', body: JSON.stringify(visitor) })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/profile')
})
