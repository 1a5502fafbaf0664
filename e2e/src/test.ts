import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

import type { Product } from './product.ts'

/** What a test provokes on purpose: a refused call by its status, or a connection that fails. */
type ExpectedFailure = number | 'connection'

/** A hint of the software renderer about its own speed. No page causes it and no user meets it. */
const slowCopy = 'GPU stall due to ReadPixels'

/** The browser reports a failed load by itself. Returns what failed, or undefined for any other message. */
const failureIn = (text: string): ExpectedFailure | undefined => {
  if (!text.startsWith('Failed to load resource')) return undefined
  const status = /status of (\d+)/.exec(text)?.[1]
  return status === undefined ? 'connection' : Number(status)
}

/**
 * Every test meets the running product. It fails on any script error, console error or warning, failed load and breach
 * of the content policy. A test that provokes a failed load names it with `expectFailures`; it must occur.
 */
export const test = base.extend<{
  product: Product
  expectFailures: (...failures: ExpectedFailure[]) => void
  expected: Set<ExpectedFailure>
  noSurprises: void
}>({
  product: async ({}, use) => {
    await use(JSON.parse(process.env['BASELINE_PRODUCT'] ?? '') as Product)
  },
  baseURL: async ({ product }, use) => {
    await use(product.url)
  },
  expected: async ({}, use) => {
    await use(new Set())
  },
  expectFailures: async ({ expected }, use) => {
    await use((...failures) => {
      for (const failure of failures) expected.add(failure)
    })
  },
  noSurprises: [
    async ({ browser, context, expected }, use) => {
      const surprises: string[] = []
      const occurred = new Set<ExpectedFailure>()
      const watch = (watched: BrowserContext) => {
        watched.on('weberror', (error) => surprises.push(`script error: ${error.error().message}`))
        watched.on('console', (message) => {
          if (message.type() !== 'error' && message.type() !== 'warning') return
          if (message.text().includes(slowCopy)) return
          const failure = failureIn(message.text())
          if (failure !== undefined) occurred.add(failure)
          if (failure === undefined || !expected.has(failure))
            surprises.push(`console ${message.type()}: ${message.text()} ${message.location().url}`)
        })
      }
      watch(context)
      // Tests that need a second person open further contexts by themselves.
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (...options) => {
        const opened = await newContext(...options)
        watch(opened)
        return opened
      }
      await use()
      browser.newContext = newContext
      expect(surprises).toEqual([])
      expect(
        [...expected].filter((failure) => !occurred.has(failure)),
        'failures that the test expects and that did not occur',
      ).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** No violation of WCAG 2.2 A and AA. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // What is right is not told, and nothing is carried to a second page to be added up: no screen has frames.
  expect(page.frames()).toHaveLength(1)
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode()
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
}

/** Chooses a language before the first page is opened. */
export const speak = (page: Page, language: 'en' | 'pt-BR'): Promise<unknown> =>
  page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
