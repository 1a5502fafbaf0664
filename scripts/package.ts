/**
 * Builds the packages for operators in .data/packages, each with its software bill of materials: `npm run package`.
 * `-- --no-image` builds only the package of Debian.
 */
import { mkdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

import { productVersion } from '../api/src/platform/version.ts'
import { buildDeb } from './package/deb.ts'
import { buildImage, listDebianPackages, writeCompose } from './package/image.ts'
import { writeSbom } from './package/sbom.ts'
import { execute, root } from './package/stage.ts'

const output = join(root, '.data/packages')
const folder = join(root, '.data/package-stage')
const program = join(folder, 'usr/lib/baseline-survey')
const sbomFile = (kind: string) => join(output, `baseline-survey_${productVersion}_${kind}.cdx.json`)

await mkdir(output, { recursive: true })
await execute('npm', 'run', 'build')
const files = [await buildDeb(folder, output, productVersion)]
files.push(await writeSbom(program, sbomFile('deb'), productVersion, []))
if (!process.argv.includes('--no-image')) {
  files.push(await buildImage(folder, output, productVersion))
  files.push(await writeCompose(output, productVersion))
  files.push(await writeSbom(program, sbomFile('oci'), productVersion, await listDebianPackages()))
}
for (const file of files)
  console.log(`${relative(root, file)}  ${((await stat(file)).size / 1e6).toFixed(1)} MB`)
