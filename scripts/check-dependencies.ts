/**
 * Checks for exact versions, an integrity hash for every package, and no download address in the lock file.
 */
import { readFileSync } from 'node:fs'

import { z } from 'zod'

const Versions = z.record(z.string(), z.string()).default({})
const Manifest = z.object({
  workspaces: z.array(z.string()).default([]),
  dependencies: Versions,
  devDependencies: Versions,
})
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
})

const read = <T>(file: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')))
const problems: string[] = []

const { workspaces } = read('package.json', Manifest)
for (const file of ['package.json', ...workspaces.map((name) => `${name}/package.json`)]) {
  const { dependencies, devDependencies } = read(file, Manifest)
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version) && !name.startsWith('@baseline/'))
      problems.push(`${file}: ${name} ${version} is not an exact version`)
}

const { packages } = read('package-lock.json', Lock)
for (const [path, { resolved, integrity, link }] of Object.entries(packages)) {
  if (resolved?.includes('://')) problems.push(`package-lock.json: ${path} is resolved to an address`)
  if (path.startsWith('node_modules/') && !link && !integrity)
    problems.push(`package-lock.json: ${path} has no integrity`)
}

for (const problem of problems.slice(0, 20)) console.error(problem)
console.log(`${String(Object.keys(packages).length)} packages`)
process.exitCode = problems.length > 0 ? 1 : 0
