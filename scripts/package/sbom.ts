import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Module } from './modules.ts'
import { isInstalled, listShippedModules, sourceTime } from './stage.ts'

export interface DebianPackage {
  name: string
  version: string
  architecture: string
}

const npmUrl = ({ name, version }: Module): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

const describeModule = (module: Module, part: string) => ({
  type: 'library',
  'bom-ref': module.path,
  name: module.name,
  version: module.version,
  purl: npmUrl(module),
  ...(module.license !== undefined && { licenses: [{ expression: module.license }] }),
  ...(module.integrity?.startsWith('sha512-') && {
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(module.integrity.slice('sha512-'.length), 'base64').toString('hex'),
      },
    ],
  }),
  properties: [{ name: 'baseline:part', value: part }],
})

const describeDebianPackage = ({ name, version, architecture }: DebianPackage) => ({
  type: 'library',
  'bom-ref': `debian/${name}`,
  name,
  version,
  purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=trixie`,
})

/** Refuses a list that differs from the modules in the folder of the program. */
const verifyModules = async (program: string, modules: readonly Module[]): Promise<void> => {
  const expected = new Set(modules.map(({ path }) => path))
  const staged = new Set<string>()
  for await (const file of glob('**/node_modules/{*,@*/*}/package.json', { cwd: program }))
    if (!file.startsWith('node_modules/@baseline/')) staged.add(dirname(file))
  const differences = [...expected, ...staged].filter((path) => !expected.has(path) || !staged.has(path))
  if (differences.length > 0) throw new Error(`the list of modules is wrong: ${differences.join(', ')}`)
}

/** Writes the software bill of materials in the format CycloneDX for a staged program, and returns its path. */
export const writeSbom = async (
  program: string,
  file: string,
  version: string,
  debianPackages: readonly DebianPackage[],
): Promise<string> => {
  const { server, web } = await listShippedModules()
  const modules = server.filter(isInstalled)
  await verifyModules(program, modules)
  const product = { type: 'application', 'bom-ref': 'baseline-survey', name: 'baseline-survey', version }
  const node = {
    type: 'platform',
    'bom-ref': 'node',
    name: 'node',
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
    hashes: [
      {
        alg: 'SHA-256',
        content: createHash('sha256')
          .update(await readFile(join(program, 'bin/node')))
          .digest('hex'),
      },
    ],
  }
  const webModules = web.filter(isInstalled)
  const isListed = new Set([...modules, ...webModules].map(({ path }) => path))
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { timestamp: new Date((await sourceTime()) * 1000).toISOString(), component: product },
    components: [
      node,
      ...modules.map((module) => describeModule(module, 'server')),
      ...webModules.map((module) => describeModule(module, 'web app')),
      ...debianPackages.map(describeDebianPackage),
    ],
    dependencies: [...modules, ...webModules].map(({ path, uses }) => ({
      ref: path,
      dependsOn: uses.filter((use) => isListed.has(use)),
    })),
  }
  await writeFile(file, `${JSON.stringify(sbom, undefined, 2)}\n`)
  return file
}
