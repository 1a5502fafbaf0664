import { randomInt } from 'node:crypto'

import { expect, test as base } from '@playwright/test'

import { withDatabase } from './database.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { signInAs } from './users.ts'
import { buildStaffFile, chooseFile, readProcessedCount } from './workbooks.ts'

/** `npm run chaos:import` sets larger numbers. */
const rowCount = Number(process.env['IMPORT_ROWS'] ?? 240)
const killCount = Number(process.env['IMPORT_KILLS'] ?? 2)
const dropCount = Number(process.env['IMPORT_LOSSES'] ?? 4)
const importTimeout = 30_000 + rowCount * 100

type RunningProduct = Awaited<ReturnType<typeof startProduct>>

/** Starts a separate product, because the test kills its api and drops HTTP responses. */
const test = base.extend<object, { running: RunningProduct }>({
  running: [
    async ({}, use) => {
      const running = await startProduct({ dropsResponses: true })
      await use(running)
      await running.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Returns the faults in random order. Each occurs after a random number of processed rows. */
const planFaults = (): { processedRows: number; kind: 'kill' | 'drop' }[] =>
  [...Array<'kill'>(killCount).fill('kill'), ...Array<'drop'>(dropCount).fill('drop')]
    .map((kind) => ({ processedRows: randomInt(1, rowCount - 20), kind }))
    .toSorted((a, b) => a.processedRows - b.processedRows)

const readCounts = (product: Product, mark: string) =>
  withDatabase(product, async (client) => {
    const { rows } = await client.query<Record<'stored' | 'names' | 'hashes' | 'audited', number>>(
      `with mine as (select * from user_details where last_name like $1 || ' %')
       select (select count(*)::int from mine) as stored,
              (select count(distinct last_name)::int from mine) as names,
              (select count(*)::int from import_hashes h join mine on mine.id = h.row_id) as hashes,
              (select count(*)::int from audit_log a join mine on mine.id::text = a.entity_id
                where a.action = 'import') as audited`,
      [mark],
    )
    return rows[0]
  })

test('§4 §5 imports every row once, without errors, when servers are killed and replies are lost', async ({
  browser,
  running,
}) => {
  test.setTimeout(60_000 + rowCount * 200 + killCount * 15_000)
  const { product, killApi, proxy } = running
  const context = await browser.newContext({ baseURL: product.url })
  await signInAs(context, product, 'manager')
  const page = await context.newPage()
  await page.goto('/user-details/import')
  const mark = `F${randomInt(1e9).toString(36)}`
  await chooseFile(page, await buildStaffFile('faults.xlsx', mark, rowCount))
  await page.getByRole('button', { name: /^Import [\d,]+ rows$/ }).click()
  const startedAt = Date.now()

  for (const { processedRows, kind } of planFaults()) {
    await expect
      .poll(() => readProcessedCount(page), { intervals: [20], timeout: importTimeout })
      .toBeGreaterThanOrEqual(processedRows)
    // Wait: the fault must occur at any moment between two responses.
    await page.waitForTimeout(randomInt(0, 150))
    if (kind === 'kill') await killApi()
    else proxy.dropNext()
  }
  const formattedRows = rowCount.toLocaleString('en')
  await expect(page.getByText(`Processed ${formattedRows} of ${formattedRows}.`)).toBeVisible({
    timeout: importTimeout,
  })
  await expect(page.getByText(`${formattedRows} rows imported`, { exact: true })).toBeVisible()

  const counts = await readCounts(product, mark)
  console.log(
    `import of ${formattedRows} rows in ${((Date.now() - startedAt) / 1000).toFixed(0)} s with ${String(killCount)} kills ` +
      `and ${String(proxy.countDropped())} lost replies: ${JSON.stringify(counts)}`,
  )
  expect(counts).toEqual({ stored: rowCount, names: rowCount, hashes: rowCount, audited: rowCount })
  expect(proxy.countDropped()).toBe(dropCount)
  await context.close()
})
