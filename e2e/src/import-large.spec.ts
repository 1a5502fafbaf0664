import { aPerson, signIn } from './people.ts'
import { expect, test } from './test.ts'
import { chooseFile, staffFile } from './workbooks.ts'

/** Number of rows. IMPORT_LARGE=50000 tests the maximum of a file. */
const rows = Number(process.env['IMPORT_LARGE'] ?? 10_000)

test('§5 reads a large file, and blocks the page for less than 500 ms while it pages and imports', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(180_000)
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  await page.goto('/user-details/import')
  await expect(page.getByRole('heading', { name: 'Import user details' })).toBeVisible()
  const mark = Math.random().toString(36).slice(2, 8)
  const file = await staffFile('large.xlsx', mark, rows)
  const watch = () =>
    page.evaluate(() => {
      const seen: number[] = []
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.push(duration)
      }).observe({ entryTypes: ['longtask'] })
      Object.assign(globalThis, { longTasks: seen })
    })
  const longest = () =>
    page.evaluate(() =>
      Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks.splice(0)),
    )
  await chooseFile(page, file)
  await watch()
  const began = Date.now()
  const whole = rows.toLocaleString('en')
  await expect(page.getByText(`${whole} rows can be imported`)).toBeVisible({ timeout: 60_000 })
  const read = { seconds: (Date.now() - began) / 1000, longestMs: await longest() }

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(`51 to 100 of ${whole}`)).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  const turning = await longest()
  await page.getByRole('button', { name: `Import ${whole} rows` }).click()
  await expect(page.getByText(/^Processed [1-9][\d,]* of/)).toBeVisible()
  await page.waitForTimeout(5_000)
  const importing = await longest()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused. Nothing is sent until you resume.')).toBeVisible()
  console.log(
    `${whole} rows: read and checked in ${read.seconds.toFixed(1)} s; longest task of the page: ` +
      `reading ${read.longestMs.toFixed(0)} ms, paging ${turning.toFixed(0)} ms, ` +
      `importing ${importing.toFixed(0)} ms`,
  )
  expect(Math.max(turning, importing)).toBeLessThan(500)
})
