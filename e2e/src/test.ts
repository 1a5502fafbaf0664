import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

import type { Product } from './product.ts'

/** Every test meets the running product, and fails on any script error or breach of the content policy. */
export const test = base.extend<{ product: Product; noSurprises: void }>({
  product: async ({}, use) => {
    await use(JSON.parse(process.env['BASELINE_PRODUCT'] ?? '') as Product)
  },
  baseURL: async ({ product }, use) => {
    await use(product.url)
  },
  noSurprises: [
    async ({ browser, context }, use) => {
      const surprises: string[] = []
      const watch = (watched: BrowserContext) => {
        watched.on('weberror', (error) => surprises.push(`script error: ${error.error().message}`))
        watched.on('console', (message) => {
          const text = message.text()
          // Refused calls are part of many tests; the browser notes each of them by itself.
          if (message.type() === 'error' && !text.startsWith('Failed to load resource')) surprises.push(text)
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
