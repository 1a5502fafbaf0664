import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

/** One PostgreSQL per run for the projects that need it. */
const globalSetup = join(import.meta.dirname, 'scripts/testing/global-setup.ts')

/** Real servers on a busy machine with two cores; a passing test never waits for these. */
const patience = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: 'contract' } },
      { test: { name: 'tabular', root: 'tabular' } },
      { test: { name: 'identity', root: 'identity', globalSetup, ...patience } },
      { test: { name: 'api', root: 'api', globalSetup, ...patience } },
      'web',
    ],
  },
})
