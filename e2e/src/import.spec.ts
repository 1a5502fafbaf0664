import { en } from '@baseline/contract/messages/en.ts'

import type { CellValue } from '../../tabular/src/read-workbook.ts'
import { createSuffix } from './random-suffix.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createEmail, createUser, signIn, waitForMail } from './users.ts'
import {
  buildStaffFile,
  buildStaffRow,
  buildWorkbook,
  chooseFile,
  readCells,
  userDetailsHeader,
} from './workbooks.ts'

type Heading = (typeof userDetailsHeader)[number]

/** Changes some cells of a row of user details. */
const setCells = (rows: CellValue[][], nth: number, cells: Partial<Record<Heading, string | null>>): void => {
  rows[nth] = userDetailsHeader.map(
    (heading, at) => cells[heading] ?? (heading in cells ? null : (rows[nth]?.[at] ?? null)),
  )
}

let manager: Awaited<ReturnType<typeof createUser>>
test.beforeEach(async ({ context, product }) => {
  manager = await createUser(product, { role: 'manager' })
  await signIn(context, product, manager)
})

test('§4 §5 checks and imports a file, and downloads the rows with errors for correction', async ({
  page,
  expectFailures,
}) => {
  expectFailures(400)
  const mark = createSuffix()
  const rows = Array.from({ length: 23 }, (_, index) => buildStaffRow(mark, index))
  setCells(rows, 3, { firstName: 'X' })
  setCells(rows, 7, { onboardingDate: '31/12/2026', gender: 'other' })
  setCells(rows, 11, { managerId: '00000000-0000-4000-8000-000000000000' })
  await page.goto('/user-details')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import user details' })).toBeVisible()
  await expectAccessible(page)

  await chooseFile(page, await buildWorkbook('staff.xlsx', userDetailsHeader, rows))
  await expect(page.getByText('21 rows can be imported · 2 rows have errors')).toBeVisible()
  await expect(page.getByRole('row', { name: /^5 Error/ })).toContainText(
    'First name must be at least 2 characters',
  )
  const ninth = page.getByRole('row', { name: /^9 Error/ })
  await expect(ninth).toContainText('Onboarding date is invalid. Write it like 2026-11-14.')
  await expect(ninth).toContainText('Gender must be one of the following values: male, female')
  await expectAccessible(page)

  // With the keyboard only: the focus is never lost.
  await expect(page.getByRole('heading', { name: 'staff.xlsx' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Import 21 rows' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('20 rows imported · 3 rows were not imported')).toBeVisible()
  await expect(page.getByText('Processed 23 of 23.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^13 Error/ })).toContainText('Manager not found')
  await expectAccessible(page)

  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 3 rows with errors' }).click()
  const download = await downloadPromise
  expect(download.suggestedFilename()).toBe('staff errors.xlsx')
  const [sheet] = await readCells(download)
  expect(sheet?.[0]).toEqual([...userDetailsHeader, 'error'])
  expect(sheet).toHaveLength(4)
  expect(sheet?.map((row) => row[7])).toContain('Manager not found')

  const corrected = sheet?.slice(1) ?? []
  setCells(corrected, 0, { firstName: 'Xavier' })
  setCells(corrected, 1, { onboardingDate: '2026-12-31', gender: 'male' })
  setCells(corrected, 2, { managerId: null })
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooseFile(page, await buildWorkbook('corrected.xlsx', [...userDetailsHeader, 'error'], corrected))
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByText('3 rows imported')).toBeVisible()
  await page.getByRole('link', { name: 'Show the list' }).click()
  await page.goto(`/user-details?lastName=${mark}`)
  await expect(page.getByText('23 records')).toBeVisible()
})

test('§5 downloads a template with columns and a guide, and refuses a file without rows', async ({
  page,
}) => {
  await page.goto('/user-details/import')
  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the template' }).click()
  const download = await downloadPromise
  expect(download.suggestedFilename()).toBe('user-details.xlsx')
  const [sheet, guide] = await readCells(download)
  expect(sheet).toEqual([[...userDetailsHeader]])
  expect(guide?.map(([column]) => column)).toEqual(['Column', ...userDetailsHeader])
  await page.getByLabel('Choose a file').setInputFiles(await download.path())
  // The browser stores a download under a random name without an extension.
  await expect(page.getByRole('alert').getByText('Only Excel (.xlsx) files are allowed')).toBeVisible()
  await chooseFile(page, await buildWorkbook('template.xlsx', userDetailsHeader, []))
  await expect(page.getByRole('alert').getByText('The file is empty')).toBeVisible()
  await expectAccessible(page)
})

test('§4 pauses after ten rows, warns on leaving, and skips imported rows on a second attempt', async ({
  page,
  context,
  expectFailures,
}) => {
  expectFailures(400)
  const mark = createSuffix()
  const file = await buildStaffFile('staff.xlsx', mark, 40)
  await page.goto('/user-details/import')
  await chooseFile(page, file)
  let [sentCount, delayMs] = [0, 300]
  await page.route('**/api/user-details/import', async (route) => {
    sentCount += 1
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Import 40 rows' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused. Nothing is sent until you resume.')).toBeVisible()
  await expect(page.getByText('Processed 10 of 40.')).toBeVisible()
  expect(sentCount).toBe(10)
  await expectAccessible(page)

  await page.getByRole('link', { name: /Users$/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Stop the import?')
  await page.getByRole('button', { name: 'Stay' }).click()
  // Slows the import down, so that the page closes in the middle of it.
  delayMs = 3_000
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Processed 20 of 40.')).toBeVisible()
  let hasWarned = false
  page.on('dialog', (dialog) => {
    hasWarned = dialog.type() === 'beforeunload'
    void dialog.accept()
  })
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => hasWarned).toBe(true)

  const otherPage = await context.newPage()
  await otherPage.goto('/user-details/import')
  await chooseFile(otherPage, file)
  await otherPage.getByRole('button', { name: 'Import 40 rows' }).click()
  await expect(otherPage.getByText('Processed 40 of 40.')).toBeVisible()
  await expect(otherPage.getByText(/^\d+ rows imported · \d+ rows had already been imported$/)).toBeVisible()
  await expect(otherPage.getByText('Errors (0)')).toBeVisible()
  await expect(otherPage.getByText('User details imported successfully')).toBeVisible()
  await otherPage.getByText(/^Already imported \(\d+\)$/).click()
  await expect(otherPage.getByRole('row', { name: /^2 Error/ })).toContainText(
    'Data has already been imported',
  )
  await expect(otherPage.getByRole('button', { name: /Download \d+ row/ })).toBeHidden()
  await otherPage.goto(`/user-details?lastName=${mark}`)
  await expect(otherPage.getByText('40 records')).toBeVisible()
})

test('§4 retries after a lost response or a 503, and reports no error', async ({ page, expectFailures }) => {
  expectFailures(503, 'connection')
  const mark = createSuffix()
  await page.goto('/user-details/import')
  await chooseFile(page, await buildStaffFile('staff.xlsx', mark, 12))
  let calls = 0
  await page.route('**/api/user-details/import', async (route) => {
    calls += 1
    if (calls % 4 === 1) {
      // The server stores the row, but its response is lost.
      await route.fetch()
      await route.abort('connectionreset')
    } else if (calls % 4 === 2) await route.fulfill({ status: 503, json: { code: 'errors.unavailable' } })
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Import 12 rows' }).click()
  await expect(page.getByText('12 rows imported', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto(`/user-details?lastName=${mark}`)
  await expect(page.getByText('12 records')).toBeVisible()
})

test('§5 imports users from a dropped file, and sends invitations only if the option is selected', async ({
  page,
  product,
}) => {
  const [importedEmail, invitedEmail] = [createEmail('quiet'), createEmail('invited')]
  const header = ['email', 'firstName', 'lastName', 'phoneNumber', 'avatars', 'roles']
  const dropFile = async (email: string) => {
    const { name, mimeType, buffer } = await buildWorkbook('users.xlsx', header, [
      [email, 'Rosa', 'Tembe', '841234567', 'https://pictures.example.org/rosa.jpg', 'Supervisor monitor'],
    ])
    const data = await page.evaluateHandle(
      ([bytes, fileName, type]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(bytes as number[])], fileName, { type }))
        return transfer
      },
      [[...buffer], name, mimeType] as const,
    )
    // The events bubble to the zone around the field.
    const zone = page.getByLabel('Choose a file')
    await zone.dispatchEvent('dragover', { dataTransfer: data })
    await zone.dispatchEvent('drop', { dataTransfer: data })
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await expect(page.getByText('1 row imported')).toBeVisible()
  }
  await page.goto('/iam/import')
  await dropFile(importedEmail)
  await page.goto('/iam/import')
  await page.getByRole('checkbox', { name: 'Email an invitation to each person' }).check()
  await dropFile(invitedEmail)
  expect((await waitForMail(product, invitedEmail)).subject).toBe('You are invited to Baseline Survey')
  const answer = await (await fetch(`${product.mailUrl}/mails`)).json()
  expect(JSON.stringify(answer)).not.toContain(importedEmail)

  await page.goto(`/iam?email=${importedEmail}`)
  await expect(page.getByRole('row', { name: /Rosa Tembe/ })).toContainText('Monitor, Supervisor')
  await page.goto(`/audit-logs?createdByEmail=${manager.email}`)
  // The invitation has a separate entry above the entry of the import.
  const importEntry = page.getByRole('row').filter({ hasText: en.auditLog.actions.import }).first()
  await importEntry.getByRole('button', { expanded: false }).click()
  await expect(page.getByText('https://pictures.example.org/rosa.jpg').first()).toBeVisible()
})
