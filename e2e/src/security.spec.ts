import { tableRows } from './locators.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createEmail, createUser, password, signIn, signInAs } from './users.ts'

test('changes the password, after a warning about a weak one, and signs the other devices out', async ({
  page,
  context,
  browser,
  product,
  expectFailures,
}) => {
  expectFailures(400)
  const user = await signInAs(context, product, 'supervisor')
  const other = await browser.newContext({ baseURL: product.url })
  await signIn(other, product, user)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Password and devices' }).click()
  const devices = page.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)

  await page.getByRole('textbox', { name: 'New password' }).fill('password12')
  await expect(page.getByText('This is a common password. Choose another one.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'New password' }).fill('oblique river kettle')
  await expect(page.getByText('At least 10 characters')).toBeVisible()
  await page.getByRole('textbox', { name: 'Current password' }).fill('not my password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText("Sorry, we don't recognize your credentials")).toBeVisible()
  await page.getByRole('textbox', { name: 'Current password' }).fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. Your other devices are signed out.')).toBeVisible()
  await expect(devices).toHaveCount(1)
  await expect(devices.getByText('This device')).toBeVisible()

  const otherPage = await other.newPage()
  await otherPage.goto('/')
  await expect(otherPage).toHaveURL('/auth/signin')
  await other.close()
})

test('signs out of one other device', async ({ page, context, browser, product }) => {
  const user = await signInAs(context, product, 'supervisor')
  const other = await browser.newContext({ baseURL: product.url })
  await signIn(other, product, user)
  await page.goto('/profile/security')
  await page.getByRole('button', { name: /^Sign out of/ }).click()
  await expect(page.getByText(/^Signed out of/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sign out of/ })).toBeHidden()
  const otherPage = await other.newPage()
  await otherPage.goto('/')
  await expect(otherPage).toHaveURL('/auth/signin')
  await other.close()
})

test('managers see successful and refused sign-ins', async ({ page, context, product }) => {
  const email = createEmail('watched')
  await createUser(product, { role: 'monitor', email })
  const attempt = (attempted: string) =>
    context.request.post(`${product.url}/identity/sign-in/email`, {
      headers: { origin: product.url },
      data: { email, password: attempted },
    })
  await attempt('not the password')
  await attempt(password)
  await signInAs(context, product, 'manager')
  await page.goto('/audit-logs')
  await page.getByRole('link', { name: 'Security log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security log' })).toBeVisible()
  await page.goto(`/security-log?email=${email}`)
  await expect(tableRows(page)).toHaveCount(2)
  await expect(tableRows(page).nth(0)).toContainText('Successful')
  await expect(tableRows(page).nth(1)).toContainText("Sorry, we don't recognize your credentials")
  await expect(tableRows(page).nth(1)).toContainText(email)
  await expectAccessible(page)
})
