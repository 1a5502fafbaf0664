import type { BrowserContext } from '@playwright/test'

import { tableRows } from './locators.ts'
import type { Product } from './product.ts'
import { changeAnswers, createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createEmail, createUser, fetchHeaders, signIn, signInAs } from './users.ts'

/** Writes one audit log entry of this user. Has no effect on other users. */
const renameSelf = async (context: BrowserContext, product: Product, lastName: string): Promise<void> => {
  const answer = await context.request.put(`${product.url}/api/auth/profile`, {
    headers: await fetchHeaders(context, product),
    data: { profile: { firstName: 'Ana', lastName } },
  })
  expect(answer.ok()).toBe(true)
}

test('§3 §4 finds audit entries by email, shows old and new values, keeps the search in the URL', async ({
  page,
  context,
  product,
}) => {
  const manager = await createUser(product, { role: 'manager' })
  await signIn(context, product, manager)
  for (const name of ['Sitoe', 'Costa', 'Moiane']) await renameSelf(context, product, name)

  await page.goto('/')
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page.getByText('newest first')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(manager.email)
  await expect(page.getByText('3 entries')).toBeVisible()
  await expect(page).toHaveURL(/\/audit-logs\?search=/)
  await expect(tableRows(page).first().getByRole('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

  await page.keyboard.press('Tab')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'Last name Costa Moiane', exact: true })).toBeVisible()
  await expectAccessible(page)

  // The URL contains the search: Back and a reload restore the same entries.
  const sharedUrl = page.url()
  await page.getByRole('columnheader', { name: 'Time' }).click()
  await expect(page).toHaveURL(/orderBy=timestamp_ASC/)
  await page.goBack()
  await expect(page).toHaveURL(sharedUrl)
  await page.reload()
  await expect(page.getByText('3 entries')).toBeVisible()
})

test('finds who changed a response by its Survey Id, with labels of questions, in six actions', async ({
  page,
  context,
  product,
}) => {
  const manager = await createUser(product, {
    role: 'manager',
    firstName: 'Beatriz',
    lastName: createEmail('audit'),
  })
  await signIn(context, product, manager)
  const [target, other] = [
    await createResponse(context, product, { village: 'Palmeira' }),
    await createResponse(context, product, { village: 'Xinavane' }),
  ]
  await changeAnswers(context, product, target.id, { roof: 'straw', village: 'Maluana' })
  await changeAnswers(context, product, other.id, { roof: 'tiles' })

  await page.goto('/')
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page.getByText('newest first')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.insertText(target.displayId)
  await expect(page.getByText('2 entries')).toBeVisible()
  const newest = tableRows(page).first()
  await expect(newest).toContainText(`Beatriz ${manager.lastName ?? ''}`)
  await expect(newest).toContainText(manager.email)
  await expect(newest).toContainText('Changed')
  for (const key of ['Enter', 'j']) await page.keyboard.press(key)
  await expect(newest).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /^Village Palmeira Maluana$/ })).toHaveCount(1)
  await expect(
    page.getByRole('row', { name: 'Main material of the roof Metal sheets Straw or palm', exact: true }),
  ).toBeVisible()
  const difference = page.getByRole('table').last()
  await expect(difference).not.toContainText('values')
  await expect(difference).not.toContainText('{')
  await expectAccessible(page)

  await page.getByRole('searchbox').fill(manager.lastName ?? '')
  await expect(page.getByText('4 entries')).toBeVisible()
})

test('adds and removes audit filters, offers date presets, and drops invalid values from the URL', async ({
  page,
  context,
  product,
}) => {
  const user = await createUser(product, { role: 'manager' })
  await signIn(context, product, user)
  await renameSelf(context, product, 'Sitoe')
  await page.goto('/audit-logs?page=abc&pageSize=7&orderBy=nonsense')
  // Defaults replace invalid values, which disappear from the URL.
  await expect(page).toHaveURL('/audit-logs')

  // Entries of this user only: other tests write entries at the same time.
  await page.goto(`/audit-logs?createdByEmail=${encodeURIComponent(user.email)}`)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Time' }).click()
  await expect(page.getByRole('button', { name: 'Today' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).toHaveURL(/timestampRange=/)
  await expect(tableRows(page).first()).toBeVisible()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Action' }).click()
  await page.getByRole('checkbox', { name: 'Imported' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove the filter Action' }).click()
  await expect(tableRows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL('/audit-logs')
})

test('shows audit entries as cards and filters in a drawer on a phone', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await renameSelf(context, product, 'Sitoe')
  await page.setViewportSize({ width: 400, height: 800 })
  await page.goto('/audit-logs')
  await page.getByRole('button', { name: 'Details' }).first().click()
  await expect(page.getByRole('columnheader', { name: 'Before' })).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'Changed', exact: true }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(page).toHaveURL(/action=/)
})

test('§2 §6 refuses the audit log to a supervisor', async ({ page, context, product }) => {
  await signInAs(context, product, 'supervisor')
  await page.goto('/audit-logs')
  await expect(page).toHaveURL('/403')
})
