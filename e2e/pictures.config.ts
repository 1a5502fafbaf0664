import { defineConfig } from '@playwright/test'

import config from './playwright.config.ts'

/** Takes screenshots of every screen: `npm run pictures`. Writes them to e2e/pictures. */
export default defineConfig(config, { testMatch: 'pictures.ts', timeout: 120_000 })
