import { defineConfig } from '@playwright/test'

import config from './playwright.config.ts'

/**
 * Runs the tests that measure time or memory, draw many maps in software or start a second product:
 * `npm run e2e:alone`. They run one after the other, because a test beside them would take half of the
 * processors.
 */
export default defineConfig(config, { testMatch: '*.alone.ts', workers: 1 })
