import type { CellValue } from '../../tabular/src/read-workbook.ts'
import { tableRows } from './locators.ts'
import { createSuffix } from './random-suffix.ts'
import { buildAnswers } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, signIn } from './users.ts'
import { buildFile, buildWorkbook, chooseFile, readCells } from './workbooks.ts'
import type { TestFile } from './workbooks.ts'

/** The first columns of the template. The columns of the questions follow. */
const recordColumns = [
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

test('§5 requires survey and supervisor before a file, and validates answers before it sends rows', async ({
  page,
  context,
  product,
}) => {
  await signIn(
    context,
    product,
    await createUser(product, { role: 'supervisor', firstName: 'Rosa', lastName: 'Nunes' }),
  )
  const village = `V${createSuffix()}`
  const buildRow = (changes: Partial<Record<string, CellValue>>) => {
    const cells: Partial<Record<string, CellValue>> = {
      investigatorName: 'Celso Tembe',
      startTime: '2026-11-12 09:00',
      endTime: '2026-11-12 09:42',
      photos: 'https://photos.example.org/1.jpg https://photos.example.org/2.jpg',
      values: JSON.stringify(buildAnswers(village)),
      ...changes,
    }
    return recordColumns.map((key) => cells[key] ?? null)
  }
  const file = await buildWorkbook('responses.xlsx', recordColumns, [
    buildRow({}),
    buildRow({ displayId: '7', values: JSON.stringify(buildAnswers(village, { head_age: 999 })) }),
    buildRow({ displayId: '8', values: '{"district"' }),
    buildRow({ displayId: '9', status: 'approved' }),
    buildRow({ displayId: '10', endTime: null, values: '{}' }),
    buildRow({ displayId: '11', photos: 'ftp://x' }),
  ])
  await page.goto('/survey-responses/import')
  await expect(page.getByLabel('Supervisor')).toHaveValue('Rosa Nunes')
  await page.getByLabel('Supervisor').fill('')
  await expect(page.getByText('Choose the survey and the supervisor first.')).toBeVisible()
  await expect(page.getByLabel('Choose a file')).toBeDisabled()
  await page.getByLabel('Supervisor').fill('Amélia Macuácua')
  // The questionnaire may still be loading.
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
  // On a phone, a row shows only the cells that have a value.
  const wideViewport = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 800 })
  const card = tableRows(page).first()
  await expect(card.getByRole('cell', { name: '2026-11-12 09:42' })).toBeVisible()
  expect(await card.getByRole('cell').allTextContents()).not.toContain('')
  await page.setViewportSize(wideViewport)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 rows imported · 4 rows were not imported')).toBeVisible()
  await page.goto(`/survey-responses?village=${village}`)
  await expect(page.getByText('1 response', { exact: true })).toBeVisible()
  // 09:00 in the time zone of the survey. The list shows UTC, the time zone of the installation.
  await expect(page.getByText('2026-11-12 07:00')).toBeVisible()
  await expect(page.getByText('Submitted')).toBeVisible()
})

type Cells = Readonly<Record<string, CellValue>>

/** Fills in the template: rows of answers, and members of the households on a separate sheet. */
const fillTemplate = (
  template: readonly (readonly CellValue[])[][],
  rows: readonly Cells[],
  members: readonly Cells[],
): Promise<TestFile> => {
  const fillSheet = (head: readonly CellValue[] = [], records: readonly Cells[]) => [
    [...head],
    ...records.map((cells) => head.map((key) => cells[String(key)] ?? null)),
  ]
  return buildFile('filled.xlsx', [
    { name: 'data', rows: fillSheet(template[0]?.[0], rows) },
    { name: 'members', rows: fillSheet(template[1]?.[0], members) },
  ])
}

test('§5 imports a template with a column for each question and a sheet for the repeat', async ({
  page,
  context,
  product,
}) => {
  await signIn(
    context,
    product,
    await createUser(product, { role: 'supervisor', firstName: 'Rosa', lastName: 'Nunes' }),
  )
  await page.goto('/survey-responses/import')
  await expect(page.getByLabel('Choose a file')).toBeEnabled()
  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the template' }).click()
  const template = await readCells(await downloadPromise)
  const [head, memberHead, guide] = [template[0]?.[0], template[1]?.[0], template[2]]
  expect(head?.slice(0, 10)).toEqual(recordColumns)
  expect(head).toEqual(expect.arrayContaining(['district', 'rooms', 'water_treatment', 'position']))
  expect(memberHead?.slice(0, 3)).toEqual(['displayId', 'row', 'member_name'])
  expect(guide?.find(([key]) => key === 'roof')?.[2]).toContain('sheets (Metal sheets)')

  const village = `V${createSuffix()}`
  const { members, position: _, ...rest } = buildAnswers(village)
  const toCells = (values: Readonly<Record<string, unknown>>): Cells =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.join('; ') : typeof value === 'number' ? value : String(value),
      ]),
    )
  const row = {
    investigatorName: 'Celso Tembe',
    startTime: '2026-11-12 09:00',
    endTime: '2026-11-12 09:42',
    ...toCells(rest),
    position: '-25.4021 32.8067 6',
    // A choice by its Portuguese label.
    roof: 'chapas de metal',
  }
  const memberRows = Array.isArray(members) ? members.map((member) => toCells(member as Cells)) : []
  const membersFor = (reference: Cells) => memberRows.map((member) => ({ ...member, ...reference }))
  const invalidMembers = membersFor({ row: 3 }).map((member, at) =>
    at === 1 ? { ...member, member_age: 200 } : member,
  )
  await chooseFile(
    page,
    await fillTemplate(
      template,
      [
        { ...row, displayId: village },
        { ...row, investigatorName: 'Rui Cossa' },
        { ...row, rooms: 'three', district: 'Atlantis' },
      ],
      [...membersFor({ displayId: village }), ...invalidMembers, ...membersFor({ row: 4 })],
    ),
  )
  await expect(page.getByText('1 row can be imported · 2 rows have errors')).toBeVisible()
  // Each problem is in its own cell, also on the sheet of the repeat.
  await expect(page.getByRole('cell', { name: /^Atlantis ./ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^3 Error/ })).toContainText('Sheet members, row 7')
  await expect(page.getByRole('cell', { name: /^200 .*A number from 0 to 110/ })).toBeVisible()
  await expectAccessible(page)
  const errorsPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 2 rows with errors' }).click()
  const errors = await readCells(await errorsPromise)
  // The rows of the file are renumbered, and so are the references of the members.
  const references = errors[1]?.slice(1).map((cells) => cells[errors[1]?.[0]?.indexOf('row') ?? -1])
  expect(new Set(references)).toEqual(new Set([2, 3]))
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('Survey responses imported successfully')).toBeVisible()
  await page.goto(`/survey-responses?village=${village}`)
  await page.getByRole('link', { name: village }).first().click()
  await expect(page.getByText('Metal sheets')).toBeVisible()
  await expect(page.getByText('Ivone')).toBeVisible()
})
