import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'

import type { PhoneEngine } from './engine.ts'
import { fillForm } from './in-page.ts'

/** Only secure contexts have the functions of cryptography that the engine needs. */
const origin = 'https://engine.test'
const engineFile = createRequire(import.meta.url).resolve('@getodk/xforms-engine')

/** The fixed clock of the browser. */
const clock = { today: '2026-03-15', now: '2026-03-15T10:15' }

/** Opens ODK's web engine in a page whose time zone is that of the tests. The engine does not run in Node. */
export const openWebEngine = async (page: Page): Promise<PhoneEngine> => {
  await page.clock.setFixedTime(new Date(`${clock.now}:00+02:00`))
  await page.route(`${origin}/**`, (route) =>
    route.request().url().endsWith('/engine.js')
      ? route.fulfill({ path: engineFile, contentType: 'text/javascript' })
      : route.fulfill({ body: '<!doctype html><title>engine</title>', contentType: 'text/html' }),
  )
  await page.goto(origin)
  return {
    clock,
    hasQuirks: true,
    read: (xform, _, given) => page.evaluate(fillForm, { xform, ...given }),
    close: () => page.close(),
  }
}
