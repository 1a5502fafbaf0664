import type { Page } from '@playwright/test'

/** Holds the matching calls. Returns a function that releases them. */
export const holdCalls = async (page: Page, calls: RegExp | string): Promise<() => void> => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(calls, async (route) => {
    await released
    await route.continue()
  })
  return release
}
