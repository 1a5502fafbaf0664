import { readFile } from 'node:fs/promises'

import type { Browser, Page } from '@playwright/test'

import { createResponseOn, monthOf, countingTimeout } from './fieldwork.ts'
import { expect, test } from './test.ts'
import { signInAs } from './users.ts'

const mb = 1024 * 1024

/** Returns the resident memory of the largest renderer process, in bytes. */
const measureResidentMemory = async (browser: Browser): Promise<number> => {
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

/** Returns the size of the JavaScript heap after garbage collection, in bytes. */
const measureHeap = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}

/** Simulates returns to the tab, which fetch the figures immediately. Waits for each response. */
const refresh = async (page: Page, times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    // Waits for a new request: the next response may belong to a poll that has already started.
    const request = page.waitForRequest(/\/api\/dashboard\//)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    const response = await (await request).response()
    await response?.finished()
  }
}

const mapKeys = [
  'Equal',
  'Equal',
  'ArrowRight',
  'ArrowUp',
  'Minus',
  'ArrowLeft',
  'ArrowDown',
  'Minus',
] as const

/** Zooms and moves the map, so that it loads and discards many tiles. */
const moveMap = async (page: Page, times: number): Promise<void> => {
  await page.getByRole('region', { name: 'Map of the responses' }).focus()
  for (const key of Array.from({ length: times }, () => mapKeys).flat()) {
    await page.keyboard.press(key, { delay: 40 })
  }
}

test('adds under 4 MB of JavaScript heap in 120 refreshes, and stays under 400 MB resident', async ({
  page,
  context,
  product,
  browser,
}) => {
  await signInAs(context, product, 'manager')
  await createResponseOn(context, product, `${monthOf('memory')}-02`)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Interview locations' }).scrollIntoViewIfNeeded(countingTimeout)
  await expect(page.getByText(/responses? in view$/)).toBeVisible(countingTimeout)
  await refresh(page, 20)
  await moveMap(page, 3)
  const before = await measureHeap(page)
  // The number of refreshes in ten minutes, at one every five seconds.
  await refresh(page, 120)
  await moveMap(page, 6)
  const growth = (await measureHeap(page)) - before
  const resident = await measureResidentMemory(browser)
  console.log(
    `${(resident / mb).toFixed(0)} MB resident, JavaScript heap grown by ${(growth / mb).toFixed(1)} MB`,
  )
  expect(growth).toBeLessThan(4 * mb)
  expect(resident).toBeLessThan(400 * mb)
})
