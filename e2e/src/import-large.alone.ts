import { createSuffix } from './random-suffix.ts'
import { expect, test } from './test.ts'
import { signInAs } from './users.ts'
import { buildStaffFile, chooseFile, readProcessedCount } from './workbooks.ts'

/** Number of rows. IMPORT_LARGE=50000 tests the maximum of a file. */
const rowCount = Number(process.env['IMPORT_LARGE'] ?? 10_000)

test('§5 reads a large file, and blocks the page for less than 500 ms while it pages and imports', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(180_000)
  await signInAs(context, product, 'manager')
  await page.goto('/user-details/import')
  await expect(page.getByRole('heading', { name: 'Import user details' })).toBeVisible()
  const mark = createSuffix()
  const file = await buildStaffFile('large.xlsx', mark, rowCount)
  const observeLongTasks = () =>
    page.evaluate(() => {
      const durations: number[] = []
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) durations.push(duration)
      }).observe({ entryTypes: ['longtask'] })
      Object.assign(globalThis, { longTasks: durations })
    })
  const takeLongestTask = () =>
    page.evaluate(() =>
      Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks.splice(0)),
    )
  await chooseFile(page, file)
  await observeLongTasks()
  const startedAt = Date.now()
  const formattedRows = rowCount.toLocaleString('en')
  await expect(page.getByText(`${formattedRows} rows can be imported`)).toBeVisible({ timeout: 60_000 })
  const read = { seconds: (Date.now() - startedAt) / 1000, longestMs: await takeLongestTask() }

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(`51 to 100 of ${formattedRows}`)).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  const pagingMs = await takeLongestTask()
  await page.getByRole('button', { name: `Import ${formattedRows} rows` }).click()
  await expect.poll(() => readProcessedCount(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(1_000)
  const importingMs = await takeLongestTask()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused. Nothing is sent until you resume.')).toBeVisible()
  console.log(
    `${formattedRows} rows: read and checked in ${read.seconds.toFixed(1)} s; longest task of the page: ` +
      `reading ${read.longestMs.toFixed(0)} ms, paging ${pagingMs.toFixed(0)} ms, ` +
      `importing ${importingMs.toFixed(0)} ms`,
  )
  expect(Math.max(pagingMs, importingMs)).toBeLessThan(500)
})
