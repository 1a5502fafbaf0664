import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: 'contract' } },
      { test: { name: 'identity', root: 'identity', globalSetup: '../scripts/testing/global-setup.ts' } },
      { test: { name: 'api', root: 'api', globalSetup: '../scripts/testing/global-setup.ts' } },
      'web',
    ],
  },
})
