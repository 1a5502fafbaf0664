import { defineConfig } from '@playwright/test'

import { browser } from './src/browser.ts'

/** Where the counts go, for whoever adds them up. */
const report = process.env['E2E_REPORT']

/** The whole product in a real browser: real services, the built screens behind the real edge. */
export default defineConfig({
  testDir: 'src',
  testMatch: '*.spec.ts',
  globalSetup: './src/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  // Long enough for a busy machine with two cores; a passing test never waits for it.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: browser,
})
