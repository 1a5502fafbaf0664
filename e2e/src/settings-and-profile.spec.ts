import { aPerson, signIn, tokenOf } from './people.ts'
import { expect, test } from './test.ts'

test.describe.configure({ mode: 'serial' })

test('§4 a theme is previewed, saved with a message of the seconds, and the page reloads after 3 s', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  await page.goto('/settings')
  const save = page.getByRole('button', { name: 'Save' })
  const current = page.getByRole('navigation').getByRole('link', { name: 'Settings' })
  const colour = () => current.evaluate((link) => getComputedStyle(link).color)
  const original = await colour()

  // Leaving without saving takes the preview back.
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
  const began = Date.now()
  await page.waitForEvent('load')
  expect(Date.now() - began).toBeGreaterThan(2000)
  await expect.poll(colour).toBe(purple)

  const token = await tokenOf(context, product)
  await context.request.put(`${product.url}/api/settings`, {
    headers: { authorization: `Bearer ${token}` },
    data: { settings: { theme: 'default' } },
  })
})

test('§2 settings that fail to load lead home', async ({ page, context, product, expectFailures }) => {
  expectFailures('connection')
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  await page.goto('/')
  await page.route('**/api/settings', (route) => route.abort())
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/', { timeout: 30_000 })
})

test('§2 §5 the profile: limits from the contract, saved, home, and the new name in the top bar', async ({
  page,
  context,
  product,
}) => {
  const person = await aPerson(product, { role: 'enumerator' })
  await signIn(context, product, person)
  await page.goto('/profile')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
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
