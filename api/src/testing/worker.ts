import { pathToFileURL } from 'node:url'

import { findFreePort, startProcess, waitUntilReady } from '../../../scripts/stack/processes.ts'
import type { RunningProcess } from '../../../scripts/stack/processes.ts'
import type { World } from './world.ts'

/** Starts a separate worker process, so that a test can kill it. */
export const startWorker = async (world: World): Promise<RunningProcess> => {
  const port = await findFreePort()
  const worker = startProcess(process.execPath, ['src/worker.ts'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: 'http://localhost',
      DATABASE_URL: world.database.app,
      IDENTITY_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN: 'service-token-for-tests-0123456789',
      STORAGE_URL: pathToFileURL(world.files).href,
      STORAGE_SECRET: 'storage-secret-for-tests-0123456789',
    },
    onLine: () => {},
  })
  await waitUntilReady(`http://127.0.0.1:${String(port)}/ready`, worker)
  return worker
}

/** Waits for at most a minute until the check passes. */
export const waitUntil = async (check: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await check()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the condition was not met within a minute')
}
