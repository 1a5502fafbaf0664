import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

import type { Product } from './product.ts'

/** A failure that a test causes on purpose: the status of a refused call, or a failed connection. */
type ExpectedFailure = number | 'connection'

/** A performance warning of the software renderer. The pages do not cause it, and users do not get it. */
const readPixelsWarning = 'GPU stall due to ReadPixels'

/** Returns the failed load that a console message reports, or undefined for any other message. */
const parseFailure = (text: string): ExpectedFailure | undefined => {
  if (!text.startsWith('Failed to load resource')) return undefined
  const status = /status of (\d+)/.exec(text)?.[1]
  return status === undefined ? 'connection' : Number(status)
}

/**
 * Connects every test to the running product. A test fails on any script error, console error or warning,
 * failed load and violation of the content security policy. A test that causes a failed load declares it with
 * `expectFailures`. A declared failure must occur.
 */
export const test = base.extend<{
  product: Product
  expectFailures: (...failures: ExpectedFailure[]) => void
  expectedFailures: Set<ExpectedFailure>
  failOnErrors: void
}>({
  product: async ({}, use) => {
    await use(JSON.parse(process.env['BASELINE_PRODUCT'] ?? '') as Product)
  },
  baseURL: async ({ product }, use) => {
    await use(product.url)
  },
  expectedFailures: async ({}, use) => {
    await use(new Set())
  },
  expectFailures: async ({ expectedFailures }, use) => {
    await use((...failures) => {
      for (const failure of failures) expectedFailures.add(failure)
    })
  },
  failOnErrors: [
    async ({ browser, context, expectedFailures }, use) => {
      const errors: string[] = []
      const occurredFailures = new Set<ExpectedFailure>()
      const collectErrors = (watchedContext: BrowserContext) => {
        watchedContext.on('weberror', (error) => errors.push(`script error: ${error.error().message}`))
        watchedContext.on('console', (message) => {
          if (message.type() !== 'error' && message.type() !== 'warning') return
          if (message.text().includes(readPixelsWarning)) return
          const failure = parseFailure(message.text())
          if (failure !== undefined) occurredFailures.add(failure)
          if (failure === undefined || !expectedFailures.has(failure))
            errors.push(`console ${message.type()}: ${message.text()} ${message.location().url}`)
        })
      }
      collectErrors(context)
      // Also watches the contexts that a test opens for a second user.
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (...options) => {
        const openedContext = await newContext(...options)
        collectErrors(openedContext)
        return openedContext
      }
      await use()
      browser.newContext = newContext
      expect(errors).toEqual([])
      expect(
        [...expectedFailures].filter((failure) => !occurredFailures.has(failure)),
        'expected failures that did not occur',
      ).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/**
 * Returns whether a link is too small although the page is scrolled to it. Before that, a bar at the edge of the window
 * can cover a part of it.
 */
const isSmallInView = async (page: Page, selector: string): Promise<boolean> => {
  await page.evaluate(
    (target) => document.querySelector(target)?.scrollIntoView({ block: 'center' }),
    selector,
  )
  const { violations } = await new AxeBuilder({ page })
    .include(selector)
    .withRules(['target-size'])
    .setLegacyMode()
    .analyze()
  await page.evaluate(() => scrollTo(0, 0))
  return violations.length > 0
}

/** Fails on any violation of WCAG 2.2 A and AA. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // Legacy mode skips the second page in which axe merges the results of frames. No screen has frames.
  expect(page.frames()).toHaveLength(1)
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode()
    .analyze()
  const found: string[] = []
  for (const { id, nodes } of violations)
    for (const { target } of nodes) {
      const selector = target.join(' ')
      if (id !== 'target-size' || (await isSmallInView(page, selector))) found.push(`${id}: ${selector}`)
    }
  expect(found).toEqual([])
}

/** Sets the language of all pages that load afterwards. */
export const setLanguage = (page: Page, language: 'en' | 'pt-BR'): Promise<unknown> =>
  page.addInitScript((value) => localStorage.setItem('language', value), language)
