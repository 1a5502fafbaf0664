import { messagesOf } from '@baseline/contract/messages/all.ts'
import type { Page } from '@playwright/test'

import { aPerson, disable, newEmail, userCommand } from './people.ts'
import type { Product } from './product.ts'
import type { SocialPerson } from './social-provider.ts'
import { expect, speak, test } from './test.ts'

// One provider serves all of these and knows one visitor at a time.
test.describe.configure({ mode: 'serial' })

const continueAs = async (page: Page, product: Product, provider: string, person: Partial<SocialPerson>) => {
  const visitor = { sub: person.email, email_verified: true, name: 'Ana Lima', ...person }
  await fetch(product.socialUrl, { method: 'POST', body: JSON.stringify(visitor) })
  await page.goto('/auth/signin')
  await page.getByRole('button', { name: provider }).click()
}

for (const provider of ['Google', 'Facebook', 'X (Twitter)'])
  test(`${provider}: someone new gets an account without a role`, async ({ page, product }) => {
    const email = newEmail('social')
    await continueAs(page, product, provider, { email })
    await expect(page.getByText('You have no permissions yet.')).toBeVisible()
    await userCommand(product, 'grant', email, 'monitor')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  })

test('a verified account of the same address is linked', async ({ page, product }) => {
  const person = await aPerson(product, { role: 'supervisor' })
  await continueAs(page, product, 'Google', { email: person.email })
  await expect(page).toHaveURL('/')
  // What a supervisor may open, and nobody without that role.
  await expect(page.getByRole('link', { name: 'Survey Responses' })).toBeVisible()
})

for (const language of ['en', 'pt-BR'] as const)
  test(`an unverified account of the same address is not linked, told in ${language}`, async ({
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

test('a disabled person is refused', async ({ page, product }) => {
  const person = await aPerson(product, { role: 'supervisor' })
  await continueAs(page, product, 'Google', { email: person.email })
  await expect(page).toHaveURL('/')
  await disable(product, person)
  await page.context().clearCookies()
  await continueAs(page, product, 'Google', { email: person.email })
  await expect(page.getByRole('alert')).toContainText('Your account is disabled')
})

test('a private page asked for before is where social sign-in leads', async ({ page, product }) => {
  const person = await aPerson(product, { role: 'manager' })
  const visitor = { sub: person.email, email: person.email, email_verified: true, name: 'Ana' }
  await fetch(product.socialUrl, { method: 'POST', body: JSON.stringify(visitor) })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/profile')
})
