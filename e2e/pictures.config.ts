import { defineConfig } from '@playwright/test'

import config from './playwright.config.ts'

/** Pictures of every screen: `npm run pictures`, into e2e/pictures. */
export default defineConfig(config, { testMatch: 'pictures.ts', timeout: 120_000 })
