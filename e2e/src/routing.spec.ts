import { expect, test } from './test.ts'
import { createUser, password, signIn, signInAs } from './users.ts'

test('§2 rule 1: asks a signed-out user to sign in, and then opens the requested page', async ({
  page,
  product,
}) => {
  const manager = await createUser(product, { role: 'manager' })
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/auth\/signin\?from=/)
  await page.getByLabel('Email').fill(manager.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})

test('§2 rule 1: does not redirect to another site after sign-in', async ({ page, product }) => {
  const manager = await createUser(product, { role: 'manager' })
  await page.goto(`/auth/signin?from=${encodeURIComponent('//evil.example/x')}`)
  await page.getByLabel('Email').fill(manager.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${product.url}/`)
})

test('§2 rule 2: sends a user with an unverified email address to the confirmation page', async ({
  page,
  context,
  product,
}) => {
  const user = await createUser(product, { emailVerified: false, role: 'manager' })
  await signIn(context, product, user)
  for (const path of ['/', '/profile', '/settings', '/auth/empty-permissions']) {
    await page.goto(path)
    await expect(page).toHaveURL(path === '/auth/empty-permissions' ? path : '/auth/email-unverified')
  }
  await page.goto('/auth/email-unverified')
  await expect(page.getByText(`Please confirm your email at ${user.email} to continue`)).toBeVisible()
})

test('§2 rule 3: sends a user without a role to the page about missing permissions', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, product, await createUser(product))
  for (const path of ['/', '/profile', '/settings']) {
    await page.goto(path)
    await expect(page).toHaveURL('/auth/empty-permissions')
  }
  await expect(
    page.getByText('You have no permissions yet. Wait for the admin to grant you privileges.'),
  ).toBeVisible()
})

test('§2 rule 4: sends a user without the permission to /403', async ({ page, context, product }) => {
  await signInAs(context, product, 'supervisor')
  await page.goto('/settings')
  await expect(page).toHaveURL('/403')
  await expect(page.getByRole('heading', { name: "Sorry, you don't have access to this page" })).toBeVisible()
  await page.getByRole('button', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
})

test('§2 redirects signed-in users from public pages, and signed-out users from waiting pages', async ({
  page,
  context,
  product,
}) => {
  for (const path of ['/auth/empty-permissions', '/auth/email-unverified']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth\/signin/)
  }
  await signInAs(context, product, 'monitor')
  for (const path of [
    '/auth/signin',
    '/auth/signup',
    '/auth/forgot-password',
    '/auth/empty-permissions',
    '/auth/email-unverified',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})

test('§2 shows the pages 403, 500 and not found without sign-in', async ({ page }) => {
  const texts = {
    '/403': "Sorry, you don't have access to this page",
    '/500': 'Sorry, the server is reporting an error',
    '/no/such/page': 'Sorry, the page you visited does not exist',
  }
  for (const [path, text] of Object.entries(texts)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: text, level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back to home' })).toBeVisible()
  }
})
