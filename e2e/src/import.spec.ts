import type { CellValue } from '../../tabular/src/read-workbook.ts'
import { aPerson, signIn } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'
import { chooseFile, savedSheets, staffRow, userDetailsHeader, workbookOf } from './workbooks.ts'

const unique = () => Math.random().toString(36).slice(2, 8)

type Heading = (typeof userDetailsHeader)[number]

/** Fills in some cells of a row of user details. */
const change = (rows: CellValue[][], nth: number, cells: Partial<Record<Heading, string | null>>): void => {
  rows[nth] = userDetailsHeader.map(
    (heading, at) => cells[heading] ?? (heading in cells ? null : (rows[nth]?.[at] ?? null)),
  )
}

test.beforeEach(async ({ context, product }) => {
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
})

test('§4 §5 a file is checked, imported, and what was wrong is mended in its own file', async ({ page }) => {
  const mark = unique()
  const rows = Array.from({ length: 23 }, (_, index) => staffRow(mark, index))
  change(rows, 3, { firstName: 'X' })
  change(rows, 7, { onboardingDate: '31/12/2026', gender: 'other' })
  change(rows, 11, { managerId: '00000000-0000-4000-8000-000000000000' })
  await page.goto('/user-details')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import user details' })).toBeVisible()
  await expectAccessible(page)

  await chooseFile(page, await workbookOf('staff.xlsx', userDetailsHeader, rows))
  await expect(page.getByText('21 rows can be imported · 2 rows have errors')).toBeVisible()
  await expect(page.getByRole('row', { name: /^5 Error/ })).toContainText(
    'First name must be at least 2 characters',
  )
  const ninth = page.getByRole('row', { name: /^9 Error/ })
  await expect(ninth).toContainText('Onboarding date is invalid. Write it like 2026-11-14.')
  await expect(ninth).toContainText('Gender must be one of the following values: male, female')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Import 21 rows' }).click()
  await expect(page.getByText('20 rows imported · 3 rows were not imported')).toBeVisible()
  await expect(page.getByText('Processed 23 of 23.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^13 Error/ })).toContainText('Manager not found')
  await expectAccessible(page)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 3 rows with errors' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('staff errors.xlsx')
  const [sheet] = await savedSheets(download)
  expect(sheet?.[0]).toEqual([...userDetailsHeader, 'error'])
  expect(sheet).toHaveLength(4)
  expect(sheet?.map((row) => row[7])).toContain('Manager not found')

  const mended = sheet?.slice(1) ?? []
  change(mended, 0, { firstName: 'Xavier' })
  change(mended, 1, { onboardingDate: '2026-12-31', gender: 'male' })
  change(mended, 2, { managerId: null })
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooseFile(page, await workbookOf('mended.xlsx', [...userDetailsHeader, 'error'], mended))
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByText('3 rows imported')).toBeVisible()
  await page.getByRole('link', { name: 'Show the list' }).click()
  await page.goto(`/user-details?lastName=${mark}`)
  await expect(page.getByText('23 records')).toBeVisible()
})
