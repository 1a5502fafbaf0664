import { defineConfig } from '@playwright/test'

import config from './playwright.config.ts'

/** Checks the accessibility of one screen in all twelve themes, light and dark: `npm run themes`. */
export default defineConfig(config, { testMatch: 'themes.ts', workers: 1, timeout: 600_000 })
