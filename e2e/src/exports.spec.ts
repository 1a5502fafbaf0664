import { execFileSync } from 'node:child_process'

import type { Download, Page } from '@playwright/test'
import type pg from 'pg'

import { withDatabase } from './database.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { createSampleDevices, createSampleStaff, createSampleUsers } from './records.ts'
import { createResponse } from './responses.ts'
import { expect, expectAccessible, test } from './test.ts'
import { createUser, signIn, signInAs } from './users.ts'
import { readDownload } from './workbooks.ts'

const exportList = async (page: Page) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), sheets: await readDownload(download) }
}

/** The export in the top bar. */
const exportChip = (page: Page) => page.getByRole('group', { name: /^Household baseline · / })

/** Chooses an item in the export menu of the responses. */
const chooseExport = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const exportTable = async (page: Page) => {
  const [download] = await Promise.all([page.waitForEvent('download'), chooseExport(page, 'This table')])
  return { name: download.suggestedFilename(), sheets: await readDownload(download) }
}

/** Creates two responses of a new village, and opens the list of them. Returns the name of the village. */
const openNewVillage = async (page: Page, product: Product, name: string): Promise<string> => {
  const village = `${name} ${createSuffix()}`
  for (const minute of [1, 2]) await createResponse(page.context(), product, { village, minute })
  await page.goto(`/survey-responses?village=["${village}"]`)
  await expect(page.getByText('2 responses')).toBeVisible()
  return village
}

test('§7 exports the filtered and sorted list to the sheet data, in a file with a timestamp', async ({
  page,
  context,
  product,
}) => {
  const village = `Export ${createSuffix()}`
  await signInAs(context, product, 'supervisor')
  for (const minute of [3, 1, 2])
    await createResponse(context, product, {
      village,
      minute,
      answers: { household_name: '=HYPERLINK("x")' },
    })
  await page.goto(`/survey-responses?village=["${village}"]&orderBy=startTime_ASC`)
  await expect(page.getByText('3 responses')).toBeVisible()
  const { name, sheets } = await exportTable(page)
  expect(name).toMatch(/^survey-responses-\d{8}-\d{4}\.xlsx$/)
  expect(sheets.map((sheet) => sheet.name)).toEqual(['data'])
  const [head, ...rows] = sheets[0]?.rows ?? []
  expect(head?.slice(0, 7)).toEqual([
    'Survey Id',
    'Start (UTC)',
    'Village',
    'District',
    'Household',
    'Enumerator',
    'Status',
  ])
  expect(rows.map((readExportRows) => readExportRows.slice(2, 7))).toEqual(
    rows.map(() => [village, 'Manhiça', '=HYPERLINK("x")', expect.any(String), 'Submitted']),
  )
  const starts = rows.map(([, start]) => (start instanceof Date ? start.getTime() : 0))
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(rows).toHaveLength(3)
  await expect(page.getByText('Exported 3 rows.')).toBeVisible()
})

test('§1 exports the lists of users, user details and devices, the audit log and the read log', async ({
  page,
  context,
  product,
}) => {
  await signInAs(context, product, 'manager')
  await createSampleStaff(context, product)
  await createSampleUsers(context, product)
  await createSampleDevices(context, product)
  for (const [path, columns] of [
    ['/iam', ['Name', 'Email', 'Phone number', 'Roles', 'Status', 'Last sign-in (UTC)', 'Created (UTC)']],
    [
      '/user-details',
      ['First name', 'Last name', 'Mobile number', 'Manager', 'Onboarding date', 'Gender', 'Created (UTC)'],
    ],
    [
      '/devices',
      [
        'Label',
        'Person',
        'Manager',
        'State',
        'Phones',
        'Last seen (UTC)',
        'App version',
        'Surveys',
        'Created (UTC)',
        'Revoked (UTC)',
      ],
    ],
    ['/audit-logs', ['Time (UTC)', 'Changed by', 'Record type', 'Action', 'Record', 'Record id', 'Change']],
    [
      '/read-log',
      ['Time (UTC)', 'Person', 'Kind', 'Record type', 'Records', 'Filter', 'Record', 'Record id'],
    ],
  ] as const) {
    await page.goto(path)
    const { sheets } = await exportList(page)
    expect(sheets[0]?.rows[0], path).toEqual(columns)
    expect(sheets[0]?.rows.length, path).toBeGreaterThan(2)
    if (path === '/iam')
      expect(sheets[0]?.rows.map((readExportRows) => readExportRows[4])).toContain('Enabled')
    if (path === '/audit-logs') expect(sheets[0]?.rows[1]?.[6]).toMatch(/^\{"/)
  }
})

const startExport = async (page: Page, choose: () => Promise<void> = async () => undefined) => {
  await chooseExport(page, 'All answers…')
  const dialog = page.getByRole('dialog')
  await choose()
  await dialog.getByRole('button', { name: 'Start the export' }).click()
  await expect(dialog).toBeHidden()
}

/** Downloads the finished export, which opens a small window. */
const downloadSheet = async (page: Page): Promise<Download> => {
  const link = page.getByRole('button', { name: 'Export Complete. Click to download' })
  await expect(link).toBeVisible({ timeout: 60_000 })
  // The window closes as soon as the download starts.
  const downloadPromise = page.context().waitForEvent('download')
  const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()])
  expect(await popup.opener()).toBe(page)
  return downloadPromise
}

test('§4 exports all answers, and shows the export on other screens and after a reload', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  await signInAs(context, product, 'supervisor')
  await openNewVillage(page, product, 'Sheet')
  await startExport(page, async () => {
    await expect(page.getByRole('radio', { name: 'Stata (.dta)' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Include personal data' })).not.toBeChecked()
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'Português' }).check()
  })
  // The export remains visible on another screen and after a reload.
  await page.getByRole('link', { name: 'User Details' }).click()
  await expect(exportChip(page)).toBeVisible()
  await page.reload()
  const download = await downloadSheet(page)
  expect(download.suggestedFilename()).toMatch(/ \d{8}-\d{4}\.xlsx$/)
  await expectAccessible(page)
  const sheets = await readDownload(download)
  expect(sheets.map((sheet) => sheet.name)).toEqual(['data', 'members', 'codebook', 'manifest'])
  expect(sheets[0]?.rows).toHaveLength(3)
  expect(sheets[1]?.rows).toHaveLength(9)
  const headers = sheets[0]?.rows[0] ?? []
  expect(headers[0]).toBe('Id da pesquisa')
  expect(headers).not.toContain('Família')
  expect(headers).not.toContain('Comunidade')
  const pseudonyms = headers.indexOf('Entrevistador (pseudônimo)')
  for (const row of sheets[0]?.rows.slice(1) ?? []) expect(row[pseudonyms]).toMatch(/^E-[0-9A-Z]{10}$/)
  // A downloaded export disappears from the bar.
  await expect(exportChip(page)).toBeHidden({ timeout: 10_000 })
})

test('§4 exports csv with personal data, and shows why an export failed', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Csv ${createSuffix()}`
  await signInAs(context, product, 'manager')
  await createResponse(context, product, { village, minute: 1 })
  await page.goto(`/survey-responses?village=["${village}"]`)
  await startExport(page, async () => {
    await page.getByRole('radio', { name: 'Text (.csv)' }).check()
    await page.getByRole('checkbox', { name: 'Include personal data' }).check()
  })
  const download = await downloadSheet(page)
  const csv = execFileSync('unzip', ['-p', await download.path(), 'data.csv'], { encoding: 'utf8' })
  expect(csv).toContain('Helena Machava')
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  await expect(exportChip(page)).toBeHidden({ timeout: 10_000 })

  // An SPSS file cannot have an empty table.
  await page.goto('/survey-responses?village=["Nowhere at all"]')
  await startExport(page, () => page.getByRole('radio', { name: 'SPSS (.sav)' }).check())
  await expect(page.getByText(/^Update failed\. No response matches/)).toBeVisible({ timeout: 60_000 })
  await expect(exportChip(page).getByRole('button', { name: 'Update failed' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove from the bar' }).click()
})

/** Locks the table of responses, so that an export starts but does not progress. */
const withLockedResponses = (product: Product, action: (client: pg.Client) => Promise<void>): Promise<void> =>
  withDatabase(product, async (client) => {
    await client.query('begin')
    await client.query('lock table survey_responses in access exclusive mode')
    await action(client)
  })

test('§4 shows several exports in every tab, supports the keyboard, and cancels a running export', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const village = `Several ${createSuffix()}`
  const user = await createUser(product, { role: 'manager' })
  await signIn(context, product, user)
  for (const minute of [1, 2]) await createResponse(context, product, { village, minute })
  await page.setViewportSize({ width: 400, height: 860 })
  await page.goto(`/survey-responses?village=["${village}"]`)
  await expect(page.getByText('2 responses')).toBeVisible()
  const finished = page.getByRole('button', { name: 'Export Complete. Click to download' })
  for (const format of ['Text (.csv)', 'Stata (.dta)']) {
    await startExport(page, () => page.getByRole('radio', { name: format }).check())
    await expect(finished).toBeVisible({ timeout: 60_000 })
  }
  const otherTab = await context.newPage()
  await otherTab.goto('/user-details')
  await expect(otherTab.getByRole('button', { name: 'Other exports: +1' })).toBeVisible()
  await page.bringToFront()

  await withLockedResponses(product, async (client) => {
    const readExportRows = async () => {
      const { rows } = await client.query(
        `select attempt, status, failure ->> 'key' as failure from survey_exports
         where created_by_email = $1 and format = 'xlsx'`,
        [user.email],
      )
      return rows
    }
    // The dialog remembers the last format.
    await startExport(page, () => page.getByRole('radio', { name: 'Excel (.xlsx)' }).check())
    await expect.poll(readExportRows).toEqual([{ attempt: 1, status: 'START', failure: null }])
    await expect(otherTab.getByRole('button', { name: 'Other exports: +2' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel the export' }).click()
    await expect(page.getByText('The export was cancelled')).toBeVisible()
    expect(await readExportRows()).toEqual([{ attempt: 1, status: 'FAILED', failure: 'cancelled' }])
  })

  // The bar shows the newest finished export again. The menu has the one before it.
  const otherExports = page.getByRole('button', { name: 'Other exports: +1' })
  const menu = page.getByRole('list', { name: /^Other exports/ })
  await expect(menu).toBeHidden()
  await otherExports.press('Enter')
  await expect(menu.getByText('Text (.csv)')).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('button', { name: 'Export Complete. Click to download' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await otherExports.press('Enter')
  await menu.getByRole('button', { name: 'Remove from the bar' }).press('Enter')
  await expect(otherExports).toBeHidden()
  await expect(otherTab.getByRole('group', { name: 'Stata (.dta)' })).toBeVisible()
  await expect(otherTab.getByRole('button', { name: 'Other exports' })).toBeHidden()
})

test('exports csv with variable names and codes, and each fact in one column only', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  await signInAs(context, product, 'supervisor')
  const village = await openNewVillage(page, product, 'Codes')
  await startExport(page, async () => {
    await page.getByRole('radio', { name: 'Text (.csv)' }).check()
    await page.getByRole('radio', { name: 'Variable names' }).check()
    await page.getByRole('radio', { name: 'Codes' }).check()
    await page.getByRole('checkbox', { name: 'Include personal data' }).check()
  })
  const path = await (await downloadSheet(page)).path()
  const [head = [], ...rows] = execFileSync('unzip', ['-p', path, 'data.csv'], { encoding: 'utf8' })
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(rows).toHaveLength(2)
  for (const readExportRows of rows)
    expect(
      ['displayId', 'status', 'village', 'district'].map((name) => readExportRows[head.indexOf(name)]),
    ).toEqual([expect.stringMatching(/^\d{4}-\d{4}-\d{4}$/), 'submitted', village, 'manhica'])
  expect(head.filter((name) => /village(_\d)?$/.test(name))).toEqual(['village'])
  expect(head).not.toContain('districtName')
})

test('lists the exports of the user, also after a reload, and cancels, downloads and deletes them', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  await signInAs(context, product, 'supervisor')
  const village = await openNewVillage(page, product, 'Own')
  const drawer = page.getByRole('dialog', { name: 'My exports' })
  const entry = (format: string) => drawer.getByRole('listitem').filter({ hasText: format })
  await chooseExport(page, 'My exports…')
  await expect(drawer.getByText('No exports yet')).toBeVisible()
  await page.keyboard.press('Escape')

  await startExport(page, () => page.getByRole('radio', { name: 'Stata (.dta)' }).check())
  const chip = exportChip(page)
  await expect(chip.getByText(/2 responses · \d+ kB/)).toBeVisible({ timeout: 60_000 })
  await withLockedResponses(product, async () => {
    await startExport(page, () => page.getByRole('radio', { name: 'Excel (.xlsx)' }).check())
    await chooseExport(page, 'My exports…')
    await entry('Excel (.xlsx)').getByRole('button', { name: 'Cancel the export' }).click()
    await expect(entry('Excel (.xlsx)')).toContainText('Update failed. It was cancelled.')
  })
  await expectAccessible(page)

  await page.reload()
  await chooseExport(page, 'My exports…')
  await expect(drawer.getByRole('listitem')).toHaveCount(2)
  const stata = entry('Stata (.dta)')
  await expect(stata).toContainText(`Village: ${village}`)
  await expect(stata).toContainText(/2 responses · \d+ kB · Kept until \d{4}-\d\d-\d\d \d\d:\d\d/)
  const downloadPromise = context.waitForEvent('download')
  await stata.getByRole('button', { name: 'Download' }).click()
  expect((await downloadPromise).suggestedFilename()).toMatch(/ dta\.zip$/)
  // The chip disappears after the download.
  await expect(chip).toBeHidden()
  await stata.getByRole('button', { name: 'Delete the file' }).click()
  await expect(page.getByText('File deleted')).toBeVisible()
  await expect(stata).toContainText('Expired')
  await expect(stata.getByRole('button')).toHaveCount(0)
})

test('warns of small groups in a file without personal data, in the bar, in the list and in the file', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  await signInAs(context, product, 'supervisor')
  const village = `Small ${createSuffix()}`
  // Five women form a group that is large enough. Two men and one woman of another age do not.
  const heads = [
    ...Array.from({ length: 5 }, () => ({ head_sex: 'female', head_age: 34 })),
    ...Array.from({ length: 2 }, () => ({ head_sex: 'male', head_age: 34 })),
    { head_sex: 'female', head_age: 71 },
  ]
  for (const [minute, answers] of heads.entries())
    await createResponse(context, product, { village, minute, answers })
  await page.goto(`/survey-responses?village=["${village}"]`)
  await expect(page.getByText('8 responses')).toBeVisible()

  await startExport(page)
  await expect(exportChip(page).getByText(/ · Small groups: 2$/)).toBeVisible({ timeout: 60_000 })
  const manifest = (await readDownload(await downloadSheet(page))).find(({ name }) => name === 'manifest')
  const warning = /^Combinations of District, .* with fewer than 5 responses: 2\. Responses in them: 3\./
  expect(manifest?.rows).toContainEqual(['warning', expect.stringMatching(warning)])

  await startExport(page, () => page.getByRole('checkbox', { name: 'Include personal data' }).check())
  await expect(exportChip(page).getByText(/^8 responses · \d+ kB$/)).toBeVisible({ timeout: 60_000 })
  await chooseExport(page, 'My exports…')
  const entries = page.getByRole('dialog', { name: 'My exports' }).getByRole('listitem')
  await expect(entries.nth(0)).toContainText('Personal data')
  await expect(entries.nth(0).getByRole('alert')).toHaveCount(0)
  await expect(entries.nth(1).getByRole('alert')).toContainText(warning)
  await expectAccessible(page)
})
