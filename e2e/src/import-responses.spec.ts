import type { CellValue } from '../../tabular/src/read-workbook.ts'
import { aPerson, signIn } from './people.ts'
import { answers } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { chooseFile, workbookOf } from './workbooks.ts'

const unique = () => Math.random().toString(36).slice(2, 8)

test('§5 responses ask for survey and supervisor first; answers are judged before anything is sent', async ({
  page,
  context,
  product,
}) => {
  await signIn(
    context,
    product,
    await aPerson(product, { role: 'supervisor', firstName: 'Rosa', lastName: 'Nunes' }),
  )
  const village = `V${unique()}`
  const header = [
    'displayId',
    'investigatorName',
    'investigatorMobileNumber',
    'surveyDate',
    'startTime',
    'endTime',
    'status',
    'village',
    'photos',
    'values',
  ]
  const row = (more: Partial<Record<string, CellValue>>) => {
    const cells: Partial<Record<string, CellValue>> = {
      investigatorName: 'Celso Tembe',
      startTime: '2026-11-12 09:00',
      endTime: '2026-11-12 09:42',
      photos: 'https://photos.example.org/1.jpg https://photos.example.org/2.jpg',
      values: JSON.stringify(answers(village)),
      ...more,
    }
    return header.map((key) => cells[key] ?? null)
  }
  const file = await workbookOf('responses.xlsx', header, [
    row({}),
    row({ displayId: '7', values: JSON.stringify(answers(village, { head_age: 999 })) }),
    row({ displayId: '8', values: '{"district"' }),
    row({ displayId: '9', status: 'approved' }),
    row({ displayId: '10', endTime: null, values: '{}' }),
    row({ displayId: '11', photos: 'ftp://x' }),
  ])
  await page.goto('/survey-responses/import')
  await expect(page.getByLabel('Supervisor')).toHaveValue('Rosa Nunes')
  await page.getByLabel('Supervisor').fill('')
  await expect(page.getByText('Choose the survey and the supervisor first.')).toBeVisible()
  await expect(page.getByLabel('Choose a file')).toBeDisabled()
  await page.getByLabel('Supervisor').fill('Amélia Macuácua')
  // The questionnaire may still be on its way.
  await expect(page.getByLabel('Choose a file')).toBeEnabled()
  await chooseFile(page, file)
  await expect(page.getByText('2 rows can be imported · 4 rows have errors')).toBeVisible()
  await expect(page.getByRole('row', { name: /^3 Error/ })).toContainText(/age/i)
  await expect(page.getByRole('row', { name: /^4 Error/ })).toContainText('Write the answers as JSON')
  await expect(page.getByRole('row', { name: /^5 Error/ })).toContainText(
    'Only a manager may import this status',
  )
  await expect(page.getByRole('row', { name: /^7 Error/ })).toContainText('Photos must be a valid URL')
  await expectAccessible(page)
  // On a phone a row keeps what is filled in, and shows nothing that is blank.
  const wide = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 800 })
  const card = page.locator('.import-scroll tbody tr').first()
  await expect(card.locator('td[data-label="End"]')).toBeVisible()
  await expect(card.locator('td[data-label="Village"]')).toBeHidden()
  await page.setViewportSize(wide)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 rows imported · 4 rows were not imported')).toBeVisible()
  await page.goto(`/survey-responses?village=${village}`)
  await expect(page.getByText('1 response', { exact: true })).toBeVisible()
  // Nine o'clock on the survey's own clock, which the list shows too.
  await expect(page.getByText('2026-11-12 09:00')).toBeVisible()
  await expect(page.getByText('Submitted')).toBeVisible()
})
