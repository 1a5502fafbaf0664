/** Builds the packages for operators in .data/packages: `npm run package`; `-- --no-image` only that of Debian. */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { productVersion } from '../api/src/platform/version.ts'
import { buildDeb } from './package/deb.ts'
import { execute, root } from './package/stage.ts'

const output = join(root, '.data/packages')
const folder = join(root, '.data/package-stage')

await mkdir(output, { recursive: true })
await execute('npm', 'run', 'build')
const files = [await buildDeb(folder, output, productVersion)]
for (const file of files)
  console.log(`${file.replace(`${root}/`, '')}  ${String(Math.round((await stat(file)).size / 1e6))} MB`)
