/**
 * Runs the storage tests against Ceph, which is not available in CI: `npm run storage:ceph`. Needs Debian's
 * packages radosgw, ceph-mon, ceph-osd and ceph-common, and takes about half a minute.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findMissingCephPrograms, startCeph } from './stack/ceph.ts'

const missing = findMissingCephPrograms()
if (missing.length > 0) {
  console.error(`Ceph is not installed: ${missing.join(', ')} missing. Nothing was tested. To install it:`)
  console.error('  apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-common')
  process.exit(2)
}

const startedAt = Date.now()
const directory = await mkdtemp(join(tmpdir(), 'baseline-ceph-'))
const lines: string[] = []
const ceph = await startCeph(directory, (line) => lines.push(line)).catch((error: unknown) => {
  console.error(lines.join('\n'))
  throw error
})
console.log(`Ceph ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s at ${ceph.endpoint}`)
try {
  const tests = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', 'platform/storage/storage.test.ts'],
    {
      cwd: join(import.meta.dirname, '..'),
      stdio: 'inherit',
      env: {
        ...process.env,
        CEPH_ENDPOINT: ceph.endpoint,
        CEPH_KEY_ID: ceph.keyId,
        CEPH_SECRET: ceph.secret,
      },
    },
  )
  process.exitCode = await new Promise<number>((resolve) => tests.once('exit', (code) => resolve(code ?? 1)))
} finally {
  await ceph.stop()
  await rm(directory, { recursive: true, force: true })
}
