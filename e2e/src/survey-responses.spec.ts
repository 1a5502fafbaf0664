import type { Page } from '@playwright/test'

import { visitHostileResponses } from './hostile-pages.ts'
import { sampleHostileTexts } from './hostile-texts.ts'
import { createPngFile } from './images.ts'
import { definitionOf, mainHeading, tableRows } from './locators.ts'
import { createSuffix } from './random-suffix.ts'
import { changeAnswers, createResponse, uploadPhoto } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, signIn, signInAs } from './users.ts'

const filterBy = async (page: Page, name: string, text: string) => {
  const chip = page.getByRole('button', { name, exact: true })
  if (await chip.isVisible()) await chip.click()
  else {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await page.getByRole('combobox', { name }).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `${name}: ${text}` })).toBeFocused()
}

test('filters responses, corrects and returns one, and verifies the others with the keyboard', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Xinavane ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const photo = await uploadPhoto(context, product, 'house.png')
  const other = await uploadPhoto(context, product, 'well.png', [60, 120, 160])
  for (const startMinute of [3, 2, 1])
    await createResponse(context, product, {
      village,
      minute: startMinute,
      answers: { household_name: `Family ${startMinute}` },
    })
  // The list shows the latest interview first.
  const first = await createResponse(context, product, {
    village,
    minute: 4,
    fields: { photos: [photo, other] },
  })

  await page.goto('/')
  await page.getByRole('link', { name: 'Survey Responses' }).click()
  await filterBy(page, 'Village', village)
  await filterBy(page, 'District', 'Manhiça')
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Submitted', exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('4 responses')).toBeVisible()
  await expectAccessible(page)
  await tableRows(page).first().getByRole('link').click()
  await expect(mainHeading(page)).toHaveText(first.displayId)
  await expect(page.getByText('1 of 4')).toBeVisible()

  await page.getByRole('button', { name: 'Open the photo house.png' }).click()
  const gallery = page.getByRole('dialog')
  await gallery.getByRole('button', { name: 'Zoom in' }).click()
  await gallery.getByRole('button', { name: 'Rotate right' }).click()
  await expect(gallery.getByRole('img').first()).toHaveAttribute('style', /rotate\(90deg\)/)
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByText('2 / 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(gallery).toBeHidden()
  await expect(page.getByRole('region', { name: 'Map with the place of this response' })).toBeVisible()
  await expect(page.getByRole('code').filter({ hasText: '-25.402100, 32.806700' })).toBeVisible()

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Rooms used for sleeping').fill('41')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('From 1 to 20')).toBeVisible()
  await expect(page.getByLabel('Rooms used for sleeping')).toBeFocused()
  await page.getByLabel('Rooms used for sleeping').fill('4')
  await expect(page.getByText('From 1 to 20')).toBeHidden()
  await page.getByLabel('Reason for the change').fill('Counted on the photo')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Survey response saved successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/survey-responses\?.*village/)

  await tableRows(page).first().getByRole('link').click()
  await expect(page.getByText('was 3')).toBeVisible()
  await page.getByRole('tab', { name: /History/ }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Counted on the photo')

  await mainHeading(page).focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeFocused()
  await expect(page.getByText('Please write a comment')).toBeVisible()
  await page.keyboard.type('Ask again about the rooms')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Returned. On to the next one.')).toBeVisible()
  await expect(mainHeading(page)).not.toHaveText(first.displayId)

  await expect(page.getByText('Family 3', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Only a manager may do this')).toBeVisible()
  for (const family of ['Family 3', 'Family 2', 'Family 1']) {
    await expect(page.getByText(family, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Verify' })).toBeVisible()
    await page.keyboard.press('v')
  }
  await expect(page.getByText('Verified. That was the last one of this list.')).toBeVisible()
  await expect(page).toHaveURL(/\/survey-responses\?.*village/)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})

test('approves all responses that match a filter, and reports one that cannot be approved', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(500)
  test.slow()
  const count = Number(process.env['BULK_RESPONSES'] ?? 40)
  const village = `Calanga ${createSuffix()}`
  await signInAs(context, product, 'manager')
  for (let createdCount = 0; createdCount < count; createdCount += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, count - createdCount) }, (_, index) =>
        createResponse(context, product, { village, minute: createdCount + index }),
      ),
    )
  // A response without an end time is in progress and cannot be approved.
  await createResponse(context, product, { village, fields: { endTime: null } })
  await page.goto(`/survey-responses?village=${village}`)
  await expect(page.getByText(`${count + 1} responses`)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check()
  await page.getByRole('button', { name: `Select all ${count + 1}` }).click()
  await expect(page.getByText(`${count + 1} selected`)).toBeVisible()
  // Checks that a server error keeps the list and the selection.
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await page.route('**/api/survey-responses/status', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await approve.click()
  await expect(page.getByText('Ops, an error occurred')).toBeVisible()
  await expect(page.getByText(`${count + 1} selected`)).toBeVisible()
  await approve.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${count} of ${count + 1} responses will change.`)
  await expect(dialog).toContainText('1 skipped: its status does not allow it')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Approve ${count} responses` }).click()
  await expect(dialog.getByText(`${count} responses approved`)).toBeVisible({ timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.goto(`/survey-responses?village=${village}&status=approved`)
  await expect(page.getByText(`${count} responses`)).toBeVisible()
})

test('shows both versions if a response changed during an edit, and merges the changes', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(409)
  await signInAs(context, product, 'supervisor')
  const { id } = await createResponse(context, product, { village: `Maluana ${createSuffix()}` })
  await page.goto(`/survey-responses/${id}/edit`)
  await page.getByLabel('Rooms used for sleeping').fill('5')
  await changeAnswers(context, product, id, { rooms: 6, head_age: 60, village: 'Palmeira' })
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Someone else changed this record')
  await expect(dialog).toContainText(/Saved by supervisor\S* on \d{4}-\d\d-\d\d \d\d:\d\d\./)
  // A header and one row per changed field. The village is an answer and a column of the response, but has
  // one row.
  await expect(dialog.getByRole('row')).toHaveCount(4)
  await expect(dialog.getByRole('row', { name: /^Village/ })).toHaveCount(1)
  await expect(
    dialog.getByRole('row', { name: /Rooms used for sleeping/ }).getByRole('radio', { name: '5' }),
  ).toBeChecked()
  await expect(dialog.getByRole('row', { name: /^Age/ }).getByRole('radio', { name: '60' })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save selection' }).click()
  await expect(page).toHaveURL('/survey-responses')
  await page.goto(`/survey-responses/${id}/view`)
  await expect(definitionOf(page, 'Rooms used for sleeping')).toContainText('5')
  await expect(definitionOf(page, 'Age')).toContainText('60')
})

test('refuses a decision on a response that has since changed, and reopens an approved response', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(409)
  await signInAs(context, product, 'manager')
  const { id } = await createResponse(context, product, { village: `Ilha ${createSuffix()}` })
  await page.goto(`/survey-responses/${id}/view`)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await changeAnswers(context, product, id, { rooms: 6 })
  await page.keyboard.press('a')
  await expect(page.getByText('Someone else has changed this record')).toBeVisible()
  await expect(page.getByText('was 3')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/^Approved\./)).toBeVisible()

  await page.goto(`/survey-responses/${id}/edit`)
  await expect(page.getByText(/Reopen it to change/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the response' }).last().click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeDisabled()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.keyboard.type('Approved by mistake')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Verified\./)).toBeVisible()
})

test('§2 §5 shows conditional questions, validates fields and photos, and saves a response in progress', async ({
  page,
  context,
  product,
}) => {
  const village = `Munguine ${createSuffix()}`
  await signIn(context, product, await createUser(product, { role: 'supervisor', firstName: 'Amélia' }))
  await page.goto('/survey-responses/new')
  await expect(page.getByLabel('Supervisor')).toHaveValue('Amélia Lima')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enumerator is required')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Enumerator', { exact: true }).fill('Celso Tembe')
  await page.getByLabel('Village', { exact: true }).fill(village)
  await expect(page.getByRole('heading', { name: 'Head of the household' })).toBeHidden()
  await page
    .getByRole('radiogroup', { name: 'Do you agree to the interview?' })
    .getByRole('radio', { name: 'Yes' })
    .check()
  await expect(page.getByRole('heading', { name: 'Head of the household' })).toBeVisible()
  await page.getByRole('button', { name: 'Add to Member' }).click()
  await page.getByLabel('First name').fill('Ivone')
  await page.getByLabel('Photo of the house').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await expect(page.getByText('You must upload an image')).toBeVisible()
  await page.getByLabel('Photo of the house').setInputFiles(createPngFile('front.png'))
  await expect(page.getByRole('button', { name: 'Remove front.png' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Survey response saved successfully')).toBeVisible()
  await page.goto(`/survey-responses?village=${village}`)
  await expect(page.getByText('In progress')).toBeVisible()
  await tableRows(page).first().getByRole('link').click()
  await expect(page.getByText('Ivone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open the photo front.png' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/Fill in the end/)).toBeVisible()
})

test('§4 §8 lists responses in the delete dialog, and redirects to the list if one does not exist', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(404)
  const village = `Bilene ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const { displayId } = await createResponse(context, product, { village })
  await page.goto(`/survey-responses?village=${village}`)
  await page.getByRole('checkbox', { name: `Select ${displayId}` }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(displayId)
  await page.getByRole('button', { name: 'Delete response' }).click()
  await expect(page.getByText('Survey response deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/survey-responses\?village/)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  const other = await createResponse(context, product, { village })
  await page.goto(`/survey-responses/${other.id}/view?village=${village}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete response' }).click()
  await expect(page).toHaveURL(/\/survey-responses\?village/)
  for (const path of ['', '/view', '/edit']) {
    await page.goto(`/survey-responses/01a1dd5e-bcb1-798e-b318-bc1163ea192c${path}`)
    await expect(page).toHaveURL('/survey-responses')
  }
})

test('shows hostile texts in responses as text: list, view, history, print and form', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  await signInAs(context, product, 'manager')
  const { breaches } = await visitHostileResponses(page, context, product, sampleHostileTexts)
  expect(breaches).toEqual([])
})

test('prints comments and history, without the Approve button', async ({ page, context, product }) => {
  await signInAs(context, product, 'manager')
  const { id } = await createResponse(context, product, {
    village: `Moamba ${createSuffix()}`,
    fields: { photos: [{ url: 'https://photos.example.org/0042.jpg' }] },
  })
  await changeAnswers(context, product, id, { rooms: 4 })
  await page.goto(`/survey-responses/${id}/view`)
  await page.getByRole('textbox', { name: 'Comment' }).fill('The roof is new')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('tabpanel')).toContainText('The roof is new')
  await page.emulateMedia({ media: 'print' })
  // The History tab is not selected: hidden from screen readers, but printed.
  await expect(page.getByRole('heading', { name: 'Comments', includeHidden: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'History', includeHidden: true })).toBeVisible()
  await expect(page.getByText('The roof is new')).toBeVisible()
  const history = page.getByRole('tabpanel', { name: /^History/, includeHidden: true })
  await expect(history.getByText('Rooms used for sleeping')).toBeVisible()
  const photoLink = page.getByRole('link', { name: /^Photo 1/ })
  expect(await photoLink.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(
    'photos.example.org',
  )
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
})
