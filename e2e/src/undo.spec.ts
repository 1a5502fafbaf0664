import { holdCalls } from './hold-calls.ts'
import { definitionOf, mainHeading } from './locators.ts'
import { createSuffix } from './random-suffix.ts'
import { changeAnswers, createResponse, fetchHistory, setStatus } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { signInAs } from './users.ts'

test('undoes a decision with the key z or in the toast, and returns to its response', async ({
  page,
  context,
  product,
}) => {
  const village = `Manjacaze ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const [third, second, first] = [
    await createResponse(context, product, { village, minute: 1, answers: { rooms: 1 } }),
    await createResponse(context, product, { village, minute: 2, answers: { rooms: 2 } }),
    await createResponse(context, product, { village, minute: 3, answers: { rooms: 3 } }),
  ]
  await page.goto(`/survey-responses/${first.id}/view?village=${village}&status=submitted`)
  await expect(definitionOf(page, 'Rooms used for sleeping')).toHaveText('3')
  await page.keyboard.press('r')
  await page.keyboard.type('Ask again')
  await page.keyboard.press('Enter')
  await expect(mainHeading(page)).toHaveText(second.displayId)
  await expect(definitionOf(page, 'Rooms used for sleeping')).toHaveText('2')
  await page.keyboard.press('v')
  await expect(mainHeading(page)).toHaveText(third.displayId)

  await page.keyboard.press('z')
  await expect(page.getByText(`Undone. ${second.displayId} is Submitted again.`)).toBeVisible()
  await expect(mainHeading(page)).toHaveText(second.displayId)
  await expect(definitionOf(page, 'Rooms used for sleeping')).toHaveText('2')
  await expect(page.getByRole('button', { name: 'Verify' })).toBeVisible()

  // The second press undoes the previous decision, and restores its comment in the field.
  await page.keyboard.press('z')
  await expect(mainHeading(page)).toHaveText(first.displayId)
  await expect(definitionOf(page, 'Rooms used for sleeping')).toHaveText('3')
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Ask again')
  await expect(page.getByText('Submitted', { exact: true }).filter({ visible: true })).toBeVisible()

  await page.getByRole('textbox', { name: 'Comment' }).fill('')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(mainHeading(page)).toHaveText(second.displayId)
  // A toast remains while the pointer is on it. It moves when a toast above it closes, so it must be the only one.
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toHaveCount(1)
  await expect(page.getByText(/^Undone\./)).toHaveCount(0)
  await undo.hover()
  await expectAccessible(page)
  await undo.click()
  await expect(mainHeading(page)).toHaveText(first.displayId)
  await page.getByRole('tab', { name: /History/ }).click()
  await expect(page.getByRole('tabpanel').getByText('Undone', { exact: true })).toHaveCount(2)
  expect((await fetchHistory(context, product, third.id)).map(({ action }) => action)).toEqual(['create'])
})

test('refuses to undo a decision on a response that has changed since, and says why', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  expectFailures(409)
  const village = `Chibuto ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  const second = await createResponse(context, product, { village, minute: 1 })
  const first = await createResponse(context, product, { village, minute: 2 })
  await page.goto(`/survey-responses/${first.id}/view?village=${village}`)
  await expect(page.getByRole('button', { name: 'Verify' })).toBeVisible()
  await page.keyboard.press('v')
  await expect(mainHeading(page)).toHaveText(second.displayId)
  await changeAnswers(context, product, first.id, { rooms: 6 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Someone else has changed this record')).toBeVisible()
  await expect(mainHeading(page)).toHaveText(second.displayId)
})

test('undoes a bulk review, and lists the responses that were not reverted, with the reason', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Macia ${createSuffix()}`
  await signInAs(context, product, 'manager')
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, minute) => createResponse(context, product, { village, minute })),
  )
  await page.goto(`/survey-responses?village=${village}`)
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check()
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('8 selected responses')
  await dialog.getByRole('button', { name: 'Verify 8 responses' }).click()
  await expect(dialog.getByText('8 responses verified')).toBeVisible({ timeout: 60_000 })
  const [edited, approved] = responses
  await changeAnswers(context, product, edited?.id ?? '', { rooms: 6 })
  await setStatus(context, product, approved?.id ?? '', 'approved')
  await expectAccessible(page)
  await page.keyboard.press('z')
  await expect(dialog.getByText('6 responses reverted')).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByText('2 responses were not reverted')).toBeVisible()
  for (const response of [edited, approved])
    await expect(dialog.getByRole('row', { name: response?.displayId ?? '' })).toContainText(
      'Changed since the review',
    )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.goto(`/survey-responses?village=${village}&status=submitted`)
  // Editing a verified response also resets it to submitted.
  await expect(page.getByText('7 responses')).toBeVisible()
})

test('offers Undo in the toast of a bulk review that finished in the background', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Praia ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  for (const minute of [1, 2]) await createResponse(context, product, { village, minute })
  await page.goto(`/survey-responses?village=${village}`)
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check()
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason added to each response').fill('Flooded')
  // Holds the progress until the dialog is closed, because the review is quick.
  const release = await holdCalls(page, /\/survey-responses\/status\/[^/]+$/)
  await dialog.getByRole('button', { name: 'Hold 2 responses' }).click()
  await dialog.getByRole('button', { name: /Leave it running/ }).click()
  await expect(dialog).toBeHidden()
  release()
  await expect(page.getByText('2 responses put on hold')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByText('2 responses reverted')).toBeVisible({ timeout: 60_000 })
})
