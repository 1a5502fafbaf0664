import { defineConfig } from '@playwright/test'

import { browser } from './src/browser.ts'

/** Path of a JSON report, from which .ci/run reads the number of passed and failed tests. */
const report = process.env['E2E_REPORT']

/** Tests the whole product in a browser: all services, and the built web app behind nginx. */
export default defineConfig({
  testDir: 'src',
  testMatch: '*.spec.ts',
  globalSetup: './src/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  // Allows for a busy machine with two cores. An assertion returns as soon as it holds.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: browser,
})
