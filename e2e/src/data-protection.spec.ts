import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { tableRows } from './locators.ts'
import { createSuffix } from './random-suffix.ts'
import { createResponse, uploadPhoto } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, disableUser, fetchHeaders, signInAs } from './users.ts'

/** Allows time for the worker process of the product to erase. */
const erasingTimeout = { timeout: 60_000 }

const find = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('button', { name: 'Find' }).click()
}

/** Fills in the open dialog and erases. */
const confirmErasure = async (page: Page, reason: string, confirmation: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: /^Erase/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('textbox', { name: `Type ${confirmation} to confirm` }).fill(confirmation)
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
}

/** Downloads the data with a button of this name. Returns the number of bytes. */
const downloadData = async (page: Page, button: string): Promise<number> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  await expect(page.getByText(`${download.suggestedFilename()} is being downloaded.`)).toBeVisible()
  return (await readFile(await download.path())).length
}

test('hands over and erases the data of one household, and keeps the other one', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const suffix = createSuffix()
  const erasedName = `Família Zandamela ${suffix}`
  const otherName = `Família Cumbe ${suffix}`
  await signInAs(context, product, 'manager')
  const photo = await uploadPhoto(context, product, 'house.png')
  const erased = [
    await createResponse(context, product, {
      village: 'Xinavane',
      answers: { household_name: erasedName, house_photo: photo.id },
    }),
    await createResponse(context, product, {
      village: 'Xinavane',
      minute: 5,
      answers: { household_name: erasedName },
    }),
  ]
  const otherResponse = await createResponse(context, product, {
    village: 'Xinavane',
    minute: 10,
    answers: { household_name: otherName },
  })
  const [first, second] = erased.map(({ displayId }) => displayId)

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Data protection' }).click()
  await expect(page).toHaveURL('/data-protection')
  await expect(page.getByRole('heading', { level: 1, name: 'Data protection' })).toBeFocused()
  await find(page, suffix)
  await expect(page.getByText('Responses: 3 · People: 0')).toBeVisible()
  await expect(page).toHaveURL('/data-protection')
  for (const displayId of [first, second])
    await page.getByRole('checkbox', { name: `Select ${displayId ?? ''} ·` }).check()
  expect(await downloadData(page, 'Download data')).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase the data of this household?' })
  await expect(dialog.getByRole('listitem').filter({ hasText: erasedName })).toHaveCount(2)
  await expect(dialog.getByText(otherName)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await expect(dialog).toHaveCSS('opacity', '1')
  await expectAccessible(page)
  // The dialog asks for the Survey Id of the response that the search returned first.
  const label = await dialog.getByText(/^Type .* to confirm$/).textContent()
  const requested = [first, second].find((displayId) => displayId && label?.includes(displayId)) ?? ''
  await confirmErasure(page, `Letter ${suffix}`, requested)

  await expect(page).toHaveURL('/data-protection?part=erasures')
  const entry = tableRows(page).filter({ hasText: `Letter ${suffix}` })
  await expect(entry).toContainText('Household')
  await expect(entry.getByText('Done')).toBeVisible(erasingTimeout)
  await expect(entry).toContainText('Responses 2')
  await expect(page.getByRole('main')).not.toContainText(erasedName)

  await page.getByRole('link', { name: 'Find data' }).click()
  await find(page, suffix)
  await expect(page.getByText('Responses: 1 · People: 0')).toBeVisible()
  await expect(tableRows(page)).toContainText([otherName])
  await page.getByRole('link', { name: otherResponse.displayId }).click()
  await expect(page.getByText(otherName).first()).toBeVisible()
  const headers = await fetchHeaders(context, product)
  for (const { id } of erased)
    expect(
      (await context.request.get(`${product.url}/api/survey-responses/${id}`, { headers })).status(),
    ).toBe(404)
})

test('erases a user only after the user is disabled', async ({ page, context, product }) => {
  test.slow()
  const lastName = `Zunguze ${createSuffix()}`
  const person = await createUser(product, { role: 'enumerator', firstName: 'Rui', lastName })
  await signInAs(context, product, 'manager')
  await page.goto('/data-protection')
  await find(page, lastName)
  await expect(page.getByText('Can sign in')).toBeVisible()
  await expect(page.getByRole('button', { name: `Erase… Rui ${lastName}` })).toBeHidden()
  await page.getByRole('link', { name: 'Disable the user to erase' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Rui ${lastName}` })).toBeVisible()
  await disableUser(product, person)

  await page.goto('/data-protection')
  await find(page, person.email)
  expect(await downloadData(page, `Download data: Rui ${lastName}`)).toBeGreaterThan(0)
  await page.getByRole('button', { name: `Erase… Rui ${lastName}` }).click()
  await confirmErasure(page, `Left ${lastName.slice(-6)}`, `Rui ${lastName}`)
  const entry = tableRows(page).filter({ hasText: `Left ${lastName.slice(-6)}` })
  await expect(entry.getByText('Done')).toBeVisible(erasingTimeout)
  await page.getByRole('link', { name: 'Find data' }).click()
  for (const text of [lastName, person.email]) {
    await find(page, text)
    await expect(page.getByRole('heading', { name: 'No data found' })).toBeVisible()
  }
})

test('sets the retention period of a survey, and shows what its end would remove', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await createResponse(context, product, { village: 'Xinavane' })
  await page.goto('/data-protection?part=retention')
  const survey = tableRows(page).first()
  const savePeriod = async (months: string) => {
    await survey.getByRole('button', { name: /^Change period: / }).click()
    await page.getByRole('textbox', { name: 'Months after closing' }).fill(months)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await savePeriod('24')
  await expect(survey).toContainText('24 months')
  await page.reload()
  await expect(survey).toContainText('24 months')
  await survey.getByRole('button', { name: /^What would be removed\? / }).click()
  const report = page.getByRole('dialog').getByRole('definition')
  await expect(report.first()).toHaveText(/^[1-9]/)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await savePeriod('')
  await expect(survey).toContainText('Keep')
})

test('is closed to supervisors', async ({ page, context, product }) => {
  await signInAs(context, product, 'supervisor')
  await page.goto('/data-protection')
  await expect(page).toHaveURL('/403')
})
