import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'

/** Only secure contexts have the functions of cryptography that the engine needs. */
const origin = 'https://engine.test'
const engineFile = createRequire(import.meta.url).resolve('@getodk/xforms-engine')

/** Opens a page in which ODK's web engine can be imported. The engine does not run in Node. */
export const openEngine = async (page: Page): Promise<void> => {
  await page.route(`${origin}/**`, (route) =>
    route.request().url().endsWith('/engine.js')
      ? route.fulfill({ path: engineFile, contentType: 'text/javascript' })
      : route.fulfill({ body: '<!doctype html><title>engine</title>', contentType: 'text/html' }),
  )
  await page.goto(origin)
}
