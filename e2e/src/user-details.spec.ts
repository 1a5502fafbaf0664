import { createSuffix } from './random-suffix.ts'
import { saveUserDetails } from './records.ts'
import { expect, expectAccessible, test } from './test.ts'
import { signInAs } from './users.ts'

test.beforeEach(async ({ context, product }) => {
  await signInAs(context, product, 'manager')
})

test('§2 §3 §5 creates a record with a manager, shows it, changes it and deletes it', async ({
  page,
  context,
  product,
}) => {
  const [managerName, name] = [`Benedita ${createSuffix()}`, `Rui${createSuffix()}`]
  await saveUserDetails(context, product, { firstName: managerName })
  await page.goto('/')
  await page.getByRole('link', { name: 'User Details' }).click()
  await page.getByRole('link', { name: 'New user details' }).click()
  await expect(page).toHaveURL('/user-details/new')

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Gender must be selected')).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('First name').fill(name)
  await page.getByLabel('Manager').click()
  await page.keyboard.type(managerName.slice(3))
  await page.getByRole('option', { name: managerName }).waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await page.getByLabel('Onboarding date').fill('2026-11-14')
  await page.getByLabel('Gender').click()
  await page.getByText('Male', { exact: true }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('User details saved successfully')).toBeVisible()
  await expect(page).toHaveURL('/user-details')

  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(`${name} · Baseline Survey`)
  await expect(page.getByRole('link', { name: managerName })).toBeVisible()
  await expect(page.getByText('2026-11-14', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Last name').fill('Sitoe')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/user-details')

  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText(`${name} Sitoe`)
  await page.getByRole('button', { name: 'Delete record' }).click()
  await expect(page.getByText('User details deleted successfully')).toBeVisible()
  await expect(page).toHaveURL('/user-details')
  await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
})

test('§4 §8 deletes several records at once, after it shows their number', async ({
  page,
  context,
  product,
}) => {
  const mark = createSuffix()
  for (const name of ['Ana', 'Rui', 'Zoe'])
    await saveUserDetails(context, product, { firstName: `${name}-${mark}` })
  await page.goto(`/user-details?firstName=${mark}`)
  await expect(page.getByText('3 records')).toBeVisible()
  await page.getByRole('checkbox', { name: `Select Ana-${mark}` }).check()
  await page.getByRole('checkbox', { name: `Select Zoe-${mark}` }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Delete 2 records?')
  await page.getByRole('button', { name: 'Delete 2 records' }).click()
  await expect(page.getByText('User details deleted successfully')).toBeVisible()
  // The filter remains, and the list shows the record that is left.
  await expect(page).toHaveURL(`/user-details?firstName=${mark}`)
  await expect(page.getByText('1 record', { exact: true })).toBeVisible()
})

test('shows both versions if a record changed during an edit, and merges the changes', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(409)
  const name = `Rui${createSuffix()}`
  const { id } = await saveUserDetails(context, product, { firstName: name, mobileNumber: '1' })
  await page.goto(`/user-details/${id}/edit`)
  await page.getByLabel('Last name').fill('Mine')
  await saveUserDetails(context, product, { firstName: name, lastName: 'Theirs', mobileNumber: '2' }, id)
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Someone else changed this record')
  await expect(dialog.getByRole('radio', { name: 'Mine' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: '2' })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save selection' }).click()
  await expect(page).toHaveURL('/user-details')
  await page.goto(`/user-details/${id}`)
  await expect(page.getByText('Mine', { exact: true })).toBeVisible()
  await expect(page.getByText('2', { exact: true })).toBeVisible()
})

test('asks before it discards unsaved input', async ({ page }) => {
  await page.goto('/user-details/new')
  await page.getByLabel('First name').fill('Rui')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Rui')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL('/')
})

test('§2 goes to the list if a record does not exist', async ({ page, expectFailures }) => {
  expectFailures(404)
  for (const path of ['', '/edit']) {
    await page.goto(`/user-details/01a1dd5e-bcb1-798e-b318-bc1163ea192c${path}`)
    await expect(page).toHaveURL('/user-details')
  }
})

test('§6 lets a supervisor read a record, but not change it', async ({ page, context, product }) => {
  const { id, firstName } = await saveUserDetails(context, product, { firstName: `Ana${createSuffix()}` })
  await context.clearCookies()
  await signInAs(context, product, 'supervisor')
  await page.goto('/user-details')
  await page.getByRole('link', { name: firstName, exact: true }).click()
  await expect(page.getByRole('heading', { name: firstName, level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeHidden()
  await page.goto(`/user-details/${id}/edit`)
  await expect(page).toHaveURL('/403')
})
