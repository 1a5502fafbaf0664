import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

/** One PostgreSQL per run for the projects that need it. */
const globalSetup = join(import.meta.dirname, 'scripts/testing/global-setup.ts')

/** Real servers on a busy machine with two cores; a passing test never waits for these. */
const patience = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // One worker less than cores, the default, leaves half of a machine with two waiting.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'contract', root: 'contract', ...patience } },
      { test: { name: 'tabular', root: 'tabular', ...patience } },
      { test: { name: 'scripts', root: 'scripts', ...patience } },
      { test: { name: 'cli', root: 'cli', ...patience } },
      { test: { name: 'identity', root: 'identity', globalSetup, ...patience } },
      { test: { name: 'api', root: 'api', globalSetup, ...patience } },
      'web',
    ],
  },
})
