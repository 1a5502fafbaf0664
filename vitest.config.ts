import { join } from 'node:path'

import { configDefaults, defineConfig } from 'vitest/config'

/** One PostgreSQL per run for the projects that need it. */
const globalSetup = join(import.meta.dirname, 'scripts/testing/global-setup.ts')

const common = {
  // Real servers on a busy machine with two cores; a passing test never waits for these.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // The files of a worker share the loaded modules. Loading the api for each file took a quarter of the processor time.
  isolate: false,
}

/** Tests of memory, of processor time and of programs that are found once per process. */
const measuring = ['**/hostile*.test.ts', '**/upload.test.ts', '**/*-cost.test.ts', '**/formats.test.ts']

export default defineConfig({
  test: {
    // One worker less than cores, the default, leaves half of a machine with two waiting.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'contract', root: 'contract', ...common } },
      { test: { name: 'tabular', root: 'tabular', ...common } },
      { test: { name: 'scripts', root: 'scripts', ...common } },
      { test: { name: 'cli', root: 'cli', ...common } },
      { test: { name: 'identity', root: 'identity', globalSetup, ...common } },
      {
        test: {
          name: 'api',
          root: 'api',
          globalSetup,
          ...common,
          exclude: [...configDefaults.exclude, ...measuring],
        },
      },
      {
        test: {
          name: 'api measurements',
          root: 'api',
          globalSetup,
          ...common,
          include: measuring,
          isolate: true,
        },
      },
      'web',
    ],
  },
})
