import { randomInt } from 'node:crypto'

import { expect, test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import pg from 'pg'

import { aPerson, signIn } from './people.ts'
import { startProduct } from './product.ts'
import { chooseFile, staffFile } from './workbooks.ts'

/** `npm run chaos:import` sets larger numbers. */
const rows = Number(process.env['IMPORT_ROWS'] ?? 240)
const kills = Number(process.env['IMPORT_KILLS'] ?? 2)
const losses = Number(process.env['IMPORT_LOSSES'] ?? 4)

type Running = Awaited<ReturnType<typeof startProduct>>

/** Starts a separate product, because the test kills its api and drops HTTP responses. */
const test = base.extend<object, { running: Running }>({
  running: [
    async ({}, use) => {
      const running = await startProduct({ lossy: true })
      await use(running)
      await running.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const processed = async (page: Page): Promise<number> => {
  const [, done = '0'] =
    /Processed ([\d,]+) of/.exec(await page.locator('.import-progress').innerText()) ?? []
  return Number(done.replaceAll(',', ''))
}

/** Returns the faults in random order. Each occurs after a random number of processed rows. */
const plan = (): { at: number; what: 'kill' | 'lose' }[] =>
  [...Array<'kill'>(kills).fill('kill'), ...Array<'lose'>(losses).fill('lose')]
    .map((what) => ({ at: randomInt(1, rows - 20), what }))
    .toSorted((a, b) => a.at - b.at)

const countsOf = async (running: Running, mark: string) => {
  const client = new pg.Client({ connectionString: running.product.apiEnv['DATABASE_URL'] })
  await client.connect()
  const { rows: found } = await client.query<Record<'stored' | 'names' | 'hashes' | 'audited', number>>(
    `with mine as (select * from user_details where last_name like $1 || ' %')
     select (select count(*)::int from mine) as stored,
            (select count(distinct last_name)::int from mine) as names,
            (select count(*)::int from import_hashes h join mine on mine.id = h.row_id) as hashes,
            (select count(*)::int from audit_log a join mine on mine.id::text = a.entity_id
              where a.action = 'import') as audited`,
    [mark],
  )
  await client.end()
  return found[0]
}

test('§4 §5 imports every row once, without errors, when servers are killed and replies are lost', async ({
  browser,
  running,
}) => {
  test.setTimeout(60_000 + rows * 200 + kills * 15_000)
  const { product, killApi, proxy } = running
  const context = await browser.newContext({ baseURL: product.url })
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  const page = await context.newPage()
  await page.goto('/user-details/import')
  const mark = `F${randomInt(1e9).toString(36)}`
  await chooseFile(page, await staffFile('faults.xlsx', mark, rows))
  await page.getByRole('button', { name: /^Import [\d,]+ rows$/ }).click()
  const began = Date.now()

  for (const { at, what } of plan()) {
    while ((await processed(page)) < at) await page.waitForTimeout(20)
    await page.waitForTimeout(randomInt(0, 150))
    if (what === 'kill') await killApi()
    else proxy.dropNext()
  }
  const whole = rows.toLocaleString('en')
  await expect(page.getByText(`Processed ${whole} of ${whole}.`)).toBeVisible({
    timeout: 30_000 + rows * 100,
  })
  await expect(page.getByText(`${whole} rows imported`, { exact: true })).toBeVisible()

  const counts = await countsOf(running, mark)
  console.log(
    `import of ${whole} rows in ${((Date.now() - began) / 1000).toFixed(0)} s with ${String(kills)} kills ` +
      `and ${String(proxy.countDropped())} lost replies: ${JSON.stringify(counts)}`,
  )
  expect(counts).toEqual({ stored: rows, names: rows, hashes: rows, audited: rows })
  expect(proxy.countDropped()).toBe(losses)
  await context.close()
})
