import { defineConfig } from '@playwright/test'

import config from './playwright.config.ts'

/** A hundred hostile texts in every field of a response, on every page that shows it: `npm run xss`. */
export default defineConfig(config, { testMatch: 'xss.ts', workers: 1, timeout: 1_800_000 })
