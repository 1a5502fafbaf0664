import { readFile } from 'node:fs/promises'

import type { Browser, Page } from '@playwright/test'

import { as, monthOf, put, soon } from './fieldwork.ts'
import { expect, test } from './test.ts'

const mb = 1024 * 1024

/** What the largest tab of the browser takes of this machine. */
const residentOf = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => {
      const status = await readFile(`/proc/${String(id)}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
    })
  return Math.max(...(await Promise.all(sizes)))
}

/** What its scripts hold on to. */
const heldBy = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}

/** As when somebody comes back to the tab, which asks at once. */
const refresh = async (page: Page, times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    const answer = page.waitForResponse(/\/api\/dashboard\//)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await (await answer).finished()
  }
}

const walk = ['Equal', 'Equal', 'ArrowRight', 'ArrowUp', 'Minus', 'ArrowLeft', 'ArrowDown', 'Minus'] as const

/** Near and far, over many tiles and back. */
const roam = async (page: Page, times: number): Promise<void> => {
  await page.getByRole('region', { name: 'Map of the responses' }).focus()
  for (const key of Array.from({ length: times }, () => walk).flat()) {
    await page.keyboard.press(key)
    await page.waitForTimeout(40)
  }
}

test('ten minutes of an open dashboard with its map take no more memory than the first one', async ({
  page,
  context,
  product,
  browser,
}) => {
  await as(context, product, 'manager')
  await put(context, product, `${monthOf('memory')}-02`)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Interview locations' }).scrollIntoViewIfNeeded(soon)
  await expect(page.getByText(/responses? in view$/)).toBeVisible(soon)
  await refresh(page, 20)
  await roam(page, 3)
  const before = await heldBy(page)
  // Every five seconds for ten minutes.
  await refresh(page, 120)
  await roam(page, 6)
  const grown = (await heldBy(page)) - before
  const resident = await residentOf(browser)
  console.log(`${(resident / mb).toFixed(0)} MB, grown by ${(grown / mb).toFixed(1)} MB of scripts' memory`)
  expect(grown).toBeLessThan(4 * mb)
  expect(resident).toBeLessThan(400 * mb)
})
