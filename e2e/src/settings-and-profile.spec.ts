import { expect, test } from './test.ts'
import { createUser, fetchToken, signIn, signInAs } from './users.ts'

test.describe.configure({ mode: 'serial' })

test('§4 previews and saves a theme, announces the reload, and reloads the page after 3 s', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await page.goto('/settings')
  const save = page.getByRole('button', { name: 'Save' })
  const current = page.getByRole('navigation').getByRole('link', { name: 'Settings' })
  const colour = () => current.evaluate((link) => getComputedStyle(link).color)
  const original = await colour()

  // Leaving without saving reverts the preview.
  await page.getByText('Purple').click()
  await expect.poll(colour).not.toBe(original)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.poll(colour).toBe(original)

  await page.getByText('Purple').click()
  await expect.poll(colour).not.toBe(original)
  const purple = await colour()
  await save.click()
  await expect(page.getByText('Settings saved. The page will reload in 3 seconds.')).toBeVisible()
  const startedAt = Date.now()
  await page.waitForEvent('load')
  expect(Date.now() - startedAt).toBeGreaterThan(2000)
  await expect.poll(colour).toBe(purple)

  const token = await fetchToken(context, product)
  await context.request.put(`${product.url}/api/settings`, {
    headers: { authorization: `Bearer ${token}` },
    data: { settings: { theme: 'default' } },
  })
})

test('§2 goes to the home page if the settings fail to load', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures('connection')
  await signInAs(context, product, 'manager')
  await page.goto('/')
  await page.route('**/api/settings', (route) => route.abort())
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/', { timeout: 30_000 })
})

test('§2 §5 validates and saves the profile, goes home, and shows the new name in the top bar', async ({
  page,
  context,
  product,
}) => {
  const user = await createUser(product, { role: 'enumerator' })
  await signIn(context, product, user)
  await page.goto('/profile')
  await expect(page.getByLabel('Email')).toHaveValue(user.email)
  await page.getByLabel('First name').fill('x'.repeat(81))
  await page.getByLabel('Phone number').fill('+258 84')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('First name must be at most 80 characters')).toBeVisible()
  await expect(page.getByText('Phone number must start with a digit')).toBeVisible()
  await page.getByLabel('First name').fill('  Beatriz ')
  await page.getByLabel('Last name').fill('Costa')
  await page.getByLabel('Phone number').fill('258 84 123')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Beatriz Costa' })).toBeVisible()
})
