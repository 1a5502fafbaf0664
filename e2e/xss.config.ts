import { defineConfig } from '@playwright/test'

import config from './playwright.config.ts'

/** Stores 100 hostile texts in all text fields, and opens every page that shows them: `npm run xss`. */
export default defineConfig(config, { testMatch: 'xss.ts', workers: 1, timeout: 1_800_000 })
