import { join } from 'node:path'

import { defineConfig } from 'vitest/config'

/** One PostgreSQL per run for the projects that need it. */
const globalSetup = join(import.meta.dirname, 'scripts/testing/global-setup.ts')

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: 'contract' } },
      { test: { name: 'identity', root: 'identity', globalSetup } },
      { test: { name: 'api', root: 'api', globalSetup } },
      'web',
    ],
  },
})
